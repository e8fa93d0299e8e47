# stage.sh: a desktop on a screen and on buses of its own, with Bellhop's daemon beside it. Behind session.sh and lock.sh,
# which have set `desktop`, `pictures` and, for an existing session bus, `bus_address`.
programs=${BELLHOP_PROGRAMS:-$(realpath "$(dirname "${BASH_SOURCE[0]}")/../../.build/debug")}
home=$(mktemp -d /tmp/bellhop-desktop.XXXXXX)
. "$(dirname "${BASH_SOURCE[0]}")/drawn.sh"
faults=0
started=()
name=org.freedesktop.Notifications

# MARK: Saying

says() {
  local seen=$1
  shift
  echo "$seen  $*"
  [ "$seen" = yes ] || faults=$((faults + 1))
}

# within SECONDS COMMAND...: whether it succeeds in time.
within() {
  local end=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    [ "$SECONDS" -lt "$end" ] || return 1
    read -rt 0.1 <> <(:) || :
  done
}

# sees SENTENCE COMMAND...: says whether it comes true.
sees() {
  local sentence=$1
  shift
  if within 15 "$@"; then says yes "$sentence"; else says NO "$sentence"; fi
}

# MARK: The session

begin() {
  "$@" &
  begun=$!
  started+=("$begun")
}

leave() {
  for process in "${started[@]}"; do kill "$process" 2>/dev/null; done
  within 5 none_runs || for process in "${started[@]}"; do kill -9 "$process" 2>/dev/null; done
  # Plasma's outlive their bus.
  for process in $(ours); do kill -9 "$process" 2>/dev/null; done
  wait 2>/dev/null
  rm -rf "$home"
}

none_runs() { for process in "${started[@]}"; do kill -0 "$process" 2>/dev/null && return 1; done; }

# Of the processes of this user those that have our home.
ours() {
  local process
  for process in /proc/[0-9]*; do
    [ "${process#/proc/}" = $$ ] && continue
    if tr '\0' '\n' 2>/dev/null <"$process/environ" | grep -qx "HOME=$home"; then echo "${process#/proc/}"; fi
  done
}

bus() {
  cat >"$home/$1.conf" <<END
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=$home/run/$1</listen>
  <auth>EXTERNAL</auth>
  $2
  <policy context="default">
    <allow user="*"/>
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
END
  begin dbus-daemon --nofork --nosyslog --config-file "$home/$1.conf" >"$home/$1.log" 2>&1
  within 5 test -S "$home/run/$1"
}

# The bus may start only this desktop's services, even if other servers are installed.
services() {
  local file
  mkdir -p "$home/services"
  for file in /usr/share/dbus-1/services/*.service; do
    case $desktop:$file in
    plasma*:*/org.kde.plasma.Notifications.service) ;;
    *) grep -qx "Name=$name" "$file" && continue ;;
    esac
    cp "$file" "$home/services/"
  done
}

call() {
  local name=$1 path=$2
  shift 2
  gdbus call --session -d "$name" -o "$path" -m "$@"
}

login() { gdbus call --system -d org.freedesktop.login1 -o "/org/freedesktop/login1$1" -m "${@:2}"; }

# logind, played by dbusmock, with one session.
logind() {
  local user mock=org.freedesktop.DBus.Mock
  user=$(id -u)
  begin python3 -m dbusmock --system --template logind >"$home/logind.log" 2>&1
  within 10 login "" org.freedesktop.DBus.Peer.Ping
  {
    login "" $mock.AddSession 7 seat0 "$user" tester true
    login "" $mock.AddMethod org.freedesktop.login1.Manager GetUser u o \
      "ret = '/org/freedesktop/login1/user/%d' % args[0]"
    # KDE's locker asks for the session "auto".
    login "" $mock.AddMethod org.freedesktop.login1.Manager GetSession s o "ret = '/org/freedesktop/login1/session/7'"
    login "/user/$user" org.freedesktop.DBus.Properties.Set org.freedesktop.login1.User Display \
      "<('7', objectpath '/org/freedesktop/login1/session/7')>"
  } >/dev/null
}

driver() { call org.freedesktop.DBus / "org.freedesktop.DBus.$1" "${@:2}"; }
owner() { driver GetNameOwner "$1" 2>/dev/null | cut -d"'" -f2; }
process_of() { driver GetConnectionUnixProcessID "$(owner "$1")" 2>/dev/null | tr -dc '0-9 ' | cut -d' ' -f2; }

daemon() {
  begin "$programs/bellhopd" --config "$home/bellhop.conf" --runtime-directory "$home/run" \
    --state-directory "$home/state" >>"$home/daemon.log" 2>&1
  daemon=$begun
}

bellhop() { "$programs/bellhop" --runtime-directory "$home/run" "$@"; }
daemon_has_name() { [ "$(process_of $name)" = "$daemon" ]; }
# In order; the first has it.
queue() { driver ListQueuedOwners $name 2>/dev/null; }
# How many wait for the name.
waiting() { if within 10 is_awaited; then echo $(($(queue | tr -dc "'" | wc -c) / 2 - 1)); else echo 0; fi; }
is_awaited() { queue | grep -q ", "; }
who_has_name() { if [ -z "$(owner $name)" ]; then echo nobody; else cat "/proc/$(process_of $name)/comm"; fi; }

# MARK: Observations

# doctor also lists other missing parts, so its status is ignored.
finds_server() { { bellhop doctor 2>/dev/null || :; } | grep -q "^works  *server .*\(gnome-shell\|Plasma\|cinnamon\|lxqt-notificationd\)"; }

mkdir -p "$home/run" "$home/state"
chmod 700 "$home/run"
trap leave EXIT
export HOME=$home XDG_RUNTIME_DIR=$home/run XDG_SESSION_ID=7 LC_ALL=C.UTF-8
export XDG_CONFIG_HOME=$home/config XDG_DATA_HOME=$home/data XDG_STATE_HOME=$home/state-home XDG_CACHE_HOME=$home/cache
export DBUS_SESSION_BUS_ADDRESS=${bus_address:-unix:path=$home/run/session} DBUS_SYSTEM_BUS_ADDRESS=unix:path=$home/run/system
export LIBGL_ALWAYS_SOFTWARE=1 QT_QUICK_BACKEND=software KWIN_COMPOSE=N
unset WAYLAND_DISPLAY DISPLAY
case $desktop in
gnome) export XDG_CURRENT_DESKTOP=GNOME XDG_SESSION_TYPE=wayland ;;
plasma) export XDG_CURRENT_DESKTOP=KDE XDG_SESSION_TYPE=x11 KDE_FULL_SESSION=true KDE_SESSION_VERSION=5 ;;
plasma-wayland) export XDG_CURRENT_DESKTOP=KDE XDG_SESSION_TYPE=wayland KDE_FULL_SESSION=true KDE_SESSION_VERSION=6 ;;
cinnamon) export XDG_CURRENT_DESKTOP=X-Cinnamon XDG_SESSION_TYPE=x11 ;;
lxqt) export XDG_CURRENT_DESKTOP=LXQt XDG_SESSION_TYPE=x11 ;;
esac
case $desktop in gnome | plasma-wayland) ;; *) screen ;; esac
mkdir -p "$home/data/applications"
printf '[Desktop Entry]\nType=Application\nName=Mail\nExec=/bin/true\n' >"$home/data/applications/org.example.Mail.desktop"
printf '[Front]\nMode=on\n' >"$home/bellhop.conf"
bus system ""
logind
if [ -z "$bus_address" ]; then
  services
  bus session "<servicedir>$home/services</servicedir>"
fi
window_manager
# Services of the bus are part of this session.
dbus-update-activation-environment --all

