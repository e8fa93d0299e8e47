# machine.sh: a root that boots, with systemd, logind and people who are logged in. Behind steps.sh.
leader= container=
inside() {
  nsenter --target "$leader" --all /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 HOME=/root \
    DEBIAN_FRONTEND=noninteractive "$@"
}
as() { # NAME UID COMMAND…
  name=$1 runtime=/run/user/$2
  shift 2
  inside runuser -u "$name" -- env HOME="/home/$name" XDG_RUNTIME_DIR="$runtime" DISPLAY=:5 \
    DBUS_SESSION_BUS_ADDRESS="unix:path=$runtime/bus" "$@"
}
until_true() { # COMMAND…, within twenty seconds
  tries=100
  until "$@" >/dev/null 2>&1; do
    tries=$((tries - 1))
    [ $tries -gt 0 ] || { "$@"; return 1; }
    sleep 0.2
  done
}

make_machine() { # PACKAGE,… PERSON…; the first of them has the number 1000
  packages=systemd,systemd-sysv,dbus-user-session,libpam-systemd,procps,$1
  [ "$bus" = dbus-daemon ] || packages=$packages,$bus
  shift
  people=$*
  make_root "$packages"
  mkdir -p "$root/var/lib/systemd/linger"
  for person in $people; do
    chroot "$root" useradd --create-home --shell /bin/bash "$person"
    touch "$root/var/lib/systemd/linger/$person"
  done
  if [ "$bus" = dbus-broker ]; then
    chroot "$root" systemctl --quiet enable dbus-broker.service
    chroot "$root" systemctl --quiet --global enable dbus-broker.service
  fi
}
boot() {
  # From 258 on systemd wants the unified hierarchy of cgroups, also where the host has the older one.
  [ "$suite" != forky ] || export SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1
  # shellcheck disable=SC2086
  systemd-nspawn --quiet --directory "$root" --boot --register=no --keep-unit --console=read-only ${binds-} \
    </dev/null >"$work/console" 2>&1 &
  container=$!
  check 'it has booted' until_true booted
  check "the people's bus is $bus" has_bus
}
has_bus() { # A call starts it.
  as "${people%% *}" 1000 busctl --user status && inside pgrep -u "${people%% *}" -x "$bus"
}
booted() {
  leader=$(pgrep -P "$container" -x systemd) || return 1
  for person in $people; do inside systemctl is-active "user@$(inside id -u "$person").service" || return 1; done
}
end_machine() {
  if [ -n "$leader" ]; then kill -s KILL "$leader" || true; fi
  if [ -n "$container" ]; then wait "$container" || true; fi
}
