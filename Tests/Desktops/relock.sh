#!/usr/bin/env bash
# Runs a real swaync, mako or fnott behind the front, on a sway without a screen and on buses of its own; locks and
# unlocks with banners up, and counts what is drawn by picture. README.md has the packages and the results.
#
#   relock.sh swaync|mako|fnott [ROUNDS [PICTURES]]
#
# Run it as another user than root, since sway refuses root.
set -uo pipefail

server=${1:?swaync, mako or fnott}
rounds=${2:-5}
pictures=$(realpath "${3:-.}")
programs=${BELLHOP_PROGRAMS:-$(realpath "$(dirname "${BASH_SOURCE[0]}")/../../.build/debug")}
home=$(mktemp -d /tmp/bellhop-relock.XXXXXX)
faults=0
started=()

# within SECONDS COMMAND...: whether it succeeds in time.
within() {
  local end=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    [ "$SECONDS" -lt "$end" ] || return 1
    sleep 0.1
  done
}

begin() { # LOG COMMAND...
  "${@:2}" >"$home/$1.log" 2>&1 &
  started+=($!)
}

leave() {
  local process
  for process in "${started[@]}"; do kill "$process" 2>/dev/null; done
  wait 2>/dev/null
  rm -rf "$home"
}
trap leave EXIT

bellhop() { "$programs/bellhop" --runtime-directory "$home/run" "$@"; }
finds_server() { { bellhop doctor 2>/dev/null || :; } | grep -qi "^works  *server .*\($server\|SwayNotificationCenter\)"; }

# As the person: takes all banners off the screen, and out of the server's list.
clear_screen() {
  case $server in
  swaync) swaync-client -C ;;
  mako) makoctl dismiss --all --no-history ;;
  fnott) fnottctl dismiss all ;;
  esac >/dev/null 2>&1
  bellhop clear >/dev/null 2>&1
}

# How many areas differ from the screen's one colour, each as large as a banner at least.
drawn() { # PICTURE
  convert "$1" -alpha off -fuzz 2% -fill white +opaque '#203040' -fill black -opaque '#203040' -colorspace gray \
    -morphology close square:2 -define connected-components:area-threshold=2000 \
    -define connected-components:mean-color=true -define connected-components:verbose=true -connected-components 8 null: |
    grep -cE 'gray\(255\)|srgb\(255,255,255\)|gray\(100%\)'
}

says() { # SENTENCE EXPECTED PICTURE
  grim "$3"
  local count
  count=$(drawn "$3")
  if [ "$count" = "$2" ]; then echo "yes  $1: $count"; else
    echo "NO   $1: $count, not $2 ($3)"
    faults=$((faults + 1))
  fi
}

mkdir -p "$home/run" "$home/state"
chmod 700 "$home/run"
export HOME=$home XDG_RUNTIME_DIR=$home/run XDG_CONFIG_HOME=$home/config XDG_DATA_HOME=$home/data
export XDG_STATE_HOME=$home/state-home XDG_CACHE_HOME=$home/cache LC_ALL=C.UTF-8
export DBUS_SESSION_BUS_ADDRESS=unix:path=$home/run/bus XDG_CURRENT_DESKTOP=sway XDG_SESSION_TYPE=wayland
unset DISPLAY WAYLAND_DISPLAY
cat >"$home/bus.conf" <<END
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=$home/run/bus</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow user="*"/>
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
END
begin bus dbus-daemon --nofork --nosyslog --config-file "$home/bus.conf"
within 5 test -S "$home/run/bus"
printf 'output HEADLESS-1 mode 1280x720\noutput * bg #203040 solid_color\n' >"$home/sway.conf"
begin sway env WLR_BACKENDS=headless WLR_RENDERER=pixman WLR_LIBINPUT_NO_DEVICES=1 sway -c "$home/sway.conf"
export WAYLAND_DISPLAY=wayland-1
within 20 test -S "$home/run/wayland-1"
# An alarm rings only from an app with a desktop entry.
mkdir -p "$home/data/applications"
printf '[Desktop Entry]\nType=Application\nName=Clock\nExec=/bin/true\n' >"$home/data/applications/org.example.Clock.desktop"
printf '[Front]\nMode=on\n' >"$home/bellhop.conf"
begin bellhop-bus "$programs/bellhop-bus" --runtime-directory "$home/run"
begin bellhopd "$programs/bellhopd" --config "$home/bellhop.conf" --runtime-directory "$home/run" \
  --state-directory "$home/state"
within 10 bellhop status
begin server "$programs/bellhop-bus" --runtime-directory "$home/run" exec -- "$server"
within 20 finds_server || echo "NO   the server is found"
echo "== $server, $rounds rounds"
# swaync does not time out a critical popup: locked, it shows that it is there.
if [ "$server" = swaync ]; then hidden=1; else hidden=0; fi
for round in $(seq "$rounds"); do
  at="$pictures/$server-$round"
  clear_screen
  sleep 1.5
  notify-send -u critical "Urgent $round" "secret"
  sleep 1.5
  says "an urgent one alone is drawn" 1 "$at-alone-before.png"
  bellhop lock >/dev/null
  sleep 1.5
  says "locked its text is not" $hidden "$at-alone-locked.png"
  bellhop unlock >/dev/null
  sleep 2
  says "unlocked it is drawn again" 1 "$at-alone-unlocked.png"

  clear_screen
  sleep 1.5
  notify-send -u critical "Urgent $round" "secret"
  notify-send -h string:desktop-entry:org.example.Clock -a Clock -c alarm.ring -t 0 "Alarm $round" "secret"
  for number in 1 2 3; do notify-send -a Mail -t 0 "Ordinary $round.$number" "secret"; done
  sleep 1.5
  says "an urgent one, an alarm and three ordinary ones are drawn" 5 "$at-five-before.png"
  bellhop lock >/dev/null
  sleep 1.5
  says "locked their texts are not" $hidden "$at-five-locked.png"
  bellhop unlock >/dev/null
  sleep 2
  says "unlocked the urgent one, the alarm and the line are drawn" 3 "$at-five-unlocked.png"

  clear_screen
  sleep 1.5
  bellhop lock >/dev/null
  notify-send -a Mail "Behind the lock $round" "secret"
  sleep 1.5
  says "what comes behind a lock is drawn without its text" 1 "$at-behind-locked.png"
  bellhop unlock >/dev/null
  sleep 2
  says "unlocked the line is drawn" 1 "$at-behind-unlocked.png"
done
echo "== $faults faults"
exit $((faults > 0))
