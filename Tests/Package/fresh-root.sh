#!/bin/sh
# fresh-root.sh: makes the package of the release build (`swift build -c release`), and tries it in a fresh Debian:
# installed, used, upgraded, removed and purged. Run it as root, with the packages mmdebstrap and lintian, and a mirror of
# Debian's.
#
#   fresh-root.sh [bookworm|trixie|forky]
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
work=$(mktemp -d)
root=$work/root
inside() { chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
person() { inside runuser -u ada -- env HOME=/home/ada XDG_RUNTIME_DIR=/run/ada "$@"; }
. "$here/Tests/Package/steps.sh"
# The root shares the processes of this computer, where another bellhopd may run, so each start notes the process id.
end() { kill "$(cat "$root/run/ada/pid")"; } 2>/dev/null
finish() {
  [ -z "${started-}" ] || end || true
  ! mountpoint -q "$root/proc" || umount "$root/proc"
  rm -rf "$work"
}
trap finish EXIT

step 'two packages of the same version'
# The same build with two revisions, for an upgrade.
first=$("$here/systemd/debian-package.sh" --revision 1 "$work")
second=$("$here/systemd/debian-package.sh" --revision 2 "$work")
check 'lintian is content' lintian --allow-root --fail-on error,warning --tag-display-limit 0 "$first" "$second"

step "a fresh $suite"
make_root man-db,less,procps,dbus
mount -t proc proc "$root/proc"
cp "$first" "$second" "$root/root/"
inside useradd --create-home ada
mkdir -m 700 "$root/run/ada"
inside chown ada: /run/ada
ours() { # Everything in the root that has our name, but in a home and in the package manager's own memory.
  (cd "$root" && find . -path ./proc -prune -o -path ./home -prune -o -path ./root -prune -o -path ./run/ada -prune \
    -o -path ./var/log -prune -o -path ./var/cache -prune -o -name '*bellhop*' -print)
}
[ -z "$(ours)" ] || { ours; exit 1; }

start() {
  person sh -c 'echo $$ >/run/ada/pid; exec bellhopd --sink console' >"$work/log" 2>&1 &
  started=$!
  tries=100
  until person bellhop status >/dev/null 2>&1; do
    tries=$((tries - 1))
    [ $tries -gt 0 ] || { cat "$work/log"; exit 1; }
    sleep 0.1
  done
}
stop() {
  end || true
  wait "$started" || true
  started=
}

step 'installing'
inside apt-get -qq update
inside apt-get -qq install --no-install-recommends "/root/$(basename "$first")" >/dev/null 2>&1
check 'bellhop --version' inside bellhop --version
check 'it starts with every session' test -L "$root/etc/systemd/user/default.target.wants/bellhop.service"
check 'the bus starts for a server alone' test ! -e "$root/etc/systemd/user/sockets.target.wants/bellhop-bus.socket"
for page in bellhop bellhopd bellhop.conf bellhop-bus bellhop-protocol; do
  check "man $page" inside sh -c "MANWIDTH=80 man $page | grep -q 'Bellhop 0'"
done
check 'apropos knows it' inside sh -c 'mandb -q; man -k bellhop | grep -q "post notifications"'

step 'what a newcomer tries'
check 'root leaves something for somebody who is not there' inside bellhop post --to ada --keep 'Backup Has Failed'
check 'nobody else reads it' inside runuser -u nobody -- sh -c '! ls /var/spool/bellhop/*'
start
check 'whoever comes finds it' person sh -c 'until bellhop list | grep -q "Backup Has Failed"; do sleep 0.1; done'
person bellhop post 'Tea Is Ready' 'Earl Grey, four minutes.'
person bellhop list
person bellhop explain 1
person bellhop dnd on --for 1h
person bellhop check-config
person bellhop dnd off
check 'the banner was printed' grep -q 'Earl Grey' "$work/log"

step 'upgrading'
stop
inside apt-get -qq install --no-install-recommends "/root/$(basename "$second")" >/dev/null 2>&1
check 'the newer one is installed' inside sh -c 'dpkg-query -W bellhop | grep -q -e "-2\$"'
start
check 'what was stored is there' person sh -c 'bellhop list | grep -q "Earl Grey"'
stop

step 'removing, with the front on'
inside apt-get -qq install --no-install-recommends libnotify-bin >/dev/null 2>&1
printf '[Front]\nMode=on\n' >"$root/etc/bellhop/bellhop.conf"
# The package is removed while the front has the name on a bus of the person's own.
cat >"$root/home/ada/session" <<'TEXT'
bellhopd --sink console &
echo $! >/run/ada/pid
until bellhop front status 2>/dev/null | grep -q 'mode: on'; do sleep 0.1; done
until notify-send 'By The Desktop' 'As any app does.'; do sleep 0.1; done
bellhop list
touch /home/ada/ready
until [ -e /home/ada/removed ]; do sleep 0.1; done
TEXT
person timeout 60 dbus-run-session -- sh /home/ada/session >"$work/session" 2>&1 &
started=$!
tries=300
until [ -e "$root/home/ada/ready" ]; do
  tries=$((tries - 1))
  [ $tries -gt 0 ] || { cat "$work/session"; exit 1; }
  sleep 0.1
done
check 'an app posted by the desktop’s own name' grep -q 'By The Desktop' "$work/session"
inside apt-get -qq remove bellhop >/dev/null 2>&1
touch "$root/home/ada/removed"
stop
check 'its programs, pages and units are gone' test -z "$(ours | grep -v -e '^./etc/' -e '^./var/lib' -e '^./var/spool')"
for unit in bellhop.service bellhop.socket bellhop-control.socket; do
  check "what enables $unit leads to nothing that fails" \
    test "$(readlink "$root/etc/systemd/user/$unit")" = /dev/null
done
check 'the administrator’s file stays until purged' grep -q 'Mode=on' "$root/etc/bellhop/bellhop.conf"
inside apt-get -qq purge bellhop >/dev/null 2>&1
inside find /var/lib/dpkg/info -name 'bellhop*'
check 'nothing of it is left' test -z "$(ours)"
check 'the person’s data is left alone' test -s "$root/home/ada/.local/state/bellhop/bellhop.db"
echo
echo 'all is well'
