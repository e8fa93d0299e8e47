#!/bin/sh
# booted.sh: makes the package of the release build (`swift build -c release`), and tries it in a Debian that has booted,
# with systemd, logind, and two people logged in; only one of them may read the journal. Run it as root, with the packages
# mmdebstrap and systemd-container, and a mirror of Debian's.
#
#   booted.sh [bookworm|trixie|forky [dbus-daemon|dbus-broker]]
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
work=$(mktemp -d)
root=$work/root
. "$here/Tests/Package/steps.sh"
. "$here/Tests/Package/machine.sh"
ada() { as ada 1000 timeout 100 "$@"; }
ben() { as ben 1001 timeout 100 "$@"; }
lists() { "$1" bellhop list --json | grep -q -e "$2"; }
lacks() { lists "$1" '"entries":' && ! lists "$1" "$2"; }
finish() {
  end_machine
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 1' INT TERM

step 'two packages of the same version'
# The same build with two revisions, for an upgrade.
first=$("$here/systemd/debian-package.sh" --revision 1 "$work")
second=$("$here/systemd/debian-package.sh" --revision 2 "$work")

step "$suite, booted, with $bus"
chmod 755 "$work"
make_machine libnotify-bin,dunst,mount,xvfb ada ben
cp "$first" "$second" "$root/root/"
chroot "$root" usermod --append --groups systemd-journal ben
boot

step 'installing'
inside apt-get -qq update
inside apt-get -qq install --no-install-recommends "/root/$(basename "$first")" >"$work/said" 2>&1
check 'nothing failed on the way' sh -c "! grep -i fail '$work/said'"
for person in ada ben; do check "the daemon of $person runs at once" until_true "$person" bellhop status; done
for person in ada ben; do
  check "root has the daemon of $person read its configuration" \
    inside systemctl --user --machine "$person@" reload bellhop.service
done

step 'a unit that fails'
cat >"$root/etc/systemd/system/backup.service" <<'TEXT'
[Unit]
OnFailure=bellhop-failed@%n.service
[Service]
Type=oneshot
ExecStart=/bin/sh -c 'echo The disk is full.; exit 3'
TEXT
inside systemctl daemon-reload
inside systemctl start backup.service 2>/dev/null || true
check 'everybody is told' until_true lists ada 'backup.service Has Failed'
check 'who may read the journal is told why' until_true lists ben 'The disk is full.*status=3/'
check 'who may not is not' lacks ada 'disk is full'

step 'the front'
# The network is the host's, and so are its abstract sockets: other displays have theirs there.
inside setsid -f runuser -u ada -- Xvfb :5 -screen 0 800x500x24 -nolisten local >/dev/null 2>&1
ada systemctl --user set-environment DISPLAY=:5
check 'there is a screen' until_true inside test -S /tmp/.X11-unix/X5
ada systemctl --user start dunst.service
check 'it is switched on, before a server that its unit starts' ada bellhop front on
behind() { ada bellhop front status | grep -q '^server: dunst .*, behind bellhop-bus'; }
check 'the server is behind' behind
says() { # TITLE: an app posts it by the desktop's own name, and it is listed and shown
  ada notify-send "$1"
  until_true lists ada "\"title\":\"$1\".*\"state\":\"delivered\""
}
check 'what an app posts comes by it' says 'One at Noon'
is_shown() { # TITLE
  ada bellhop explain "$(ada bellhop list --all --format '{id} {title}' | sed -n "s/ $1$//p")" | grep -q '  shown  '
}
is_not_shown() { ! is_shown "$1"; }
kill_unit() { ada sh -c "kill -s KILL \$(systemctl --user show --property=MainPID --value $1)"; }
kill_unit bellhop.service
check 'the same after a kill' says 'Two at Noon'
inside apt-get -qq install --no-install-recommends "/root/$(basename "$second")" >/dev/null 2>&1
check 'no manager has units from before' test no = "$(ada systemctl --user show --property=NeedDaemonReload --value bellhop.service)"
check 'the same after an upgrade' says 'Three at Noon'

step 'the bus that the server is behind'
kill_unit bellhop-bus.service
ada notify-send 'Between Two Buses'
check 'what comes after its end is shown, too, by the next server' until_true is_shown 'Between Two Buses'
check 'that is behind the next bus' until_true behind
ada sh -c 'for number in 1 2 3 4 5; do notify-send "Amid $number" || exit; done' &
posts=$!
kill_unit bellhop-bus.service
check 'no call fails over it' wait $posts
for number in 1 2 3 4 5; do check "number $number of them is shown" until_true is_shown "Amid $number"; done

step 'a runtime directory that is full'
# No file more than there are, and no byte: a size of 0 would be no limit.
inside touch /run/user/1000/filler
full='df --output=used,iused /run/user/1000 | { read -r _; read -r bytes files; echo size=$((bytes + 4))k,nr_inodes=$files; }'
full=$(inside sh -c "$full")
inside mount -o "remount,$full" /run/user/1000
inside sh -c 'cat /dev/zero >/run/user/1000/filler' 2>/dev/null || true
has_room() { inside touch /run/user/1000/more; }
has_no_room() { ! has_room; }
check 'it has no room' has_no_room
check 'what an app posts comes through' says 'Five at Noon'
kill_unit bellhop.service
# dbus-broker starts a service by a unit that systemd has to write down in that directory. So calls fail until the
# daemon's own unit has started it, and no server is started.
check 'the daemon is back after a kill' until_true ada bellhop status
check 'and what an app posts comes through' says 'Six at Noon'
kill_unit bellhop-bus.service
check 'what an app posts after the end of the bus is taken' ada notify-send 'Seven at Noon'
inside mount -o remount,size=64m,nr_inodes=8192 /run/user/1000
check 'it has room' has_room
check 'the server comes back behind it' until_true behind
check 'and shows what came meanwhile' until_true is_shown 'Seven at Noon'
check 'and what comes then' says 'Eight at Noon'

step 'the next day'
inside systemctl restart user@1000.service
check 'an app may post before there is a screen' ada notify-send 'Early'
check 'which nobody sees' is_not_shown Early
ada systemctl --user set-environment DISPLAY=:5
check 'and sees soon after there is one' until_true is_shown Early
check 'the same after a new login' says 'Four at Noon'
check 'what was listed before is there' lists ada 'One at Noon'
check 'it is switched off' ada bellhop front off
check 'the server has its name again' ada notify-send 'Directly'
check 'and not by Bellhop' lacks ada Directly

step 'removing, with the front on'
ada bellhop front on >/dev/null
inside apt-get -qq remove bellhop >/dev/null 2>&1
check 'the server shows what is posted' ada notify-send 'After Removal'
inside systemctl restart user@1000.service
ada systemctl --user set-environment DISPLAY=:5
check 'the same after a new login' ada notify-send 'The Next Day'
check 'dunst runs' until_true ada systemctl --user is-active dunst.service
inside apt-get -qq purge bellhop >/dev/null 2>&1
left() { inside find /etc /usr /var /run -xdev -name '*bellhop*' -not -path '/var/log/*' -not -path '/var/cache/*'; }
check 'nothing of it is left outside of homes' test -z "$(left)"
echo
echo 'all is well'
