#!/bin/sh
# pictures.sh: takes the front page's pictures anew: a message as dunst shows it, another behind a lock, the question as
# notification-daemon shows it, and the centre in an xterm. Needs the build, and the packages dunst,
# notification-daemon, xterm, xvfb, xauth, dbus, libglib2.0-bin, imagemagick, libncursesw6 and fonts-dejavu-core.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
banners=$here/Sources/Sink/Sink.docc
centre=$here/Sources/bellhop/CommandLine.docc
if [ "${1-}" != inside ]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  env XDG_RUNTIME_DIR="$work" XDG_STATE_HOME="$work" XDG_CONFIG_HOME="$work" XDG_DATA_HOME="$work" HOME="$work" \
    LC_ALL=C.UTF-8 xvfb-run -a -s '-wr -screen 0 900x600x24' dbus-run-session -- "$0" inside
  exit
fi
PATH=$here/.build/release:$here/.build/debug:$PATH

processes=
begin() {
  "$@" >/dev/null 2>&1 &
  processes="$processes $!"
}
leave() {
  for process in $processes; do kill "$process" 2>/dev/null || true; done
  wait
  processes=
}
trap leave EXIT
wait_for() { # COMMAND…
  tries=100
  until "$@" >/dev/null 2>&1; do
    tries=$((tries - 1))
    [ $tries -gt 0 ] || { echo "pictures.sh: nothing came of: $*" >&2; exit 1; }
    sleep 0.1
  done
}
# The screen is drawn once it is not of one colour, and looks the same twice.
drawn() {
  import -window root "$XDG_RUNTIME_DIR/a.png"
  sleep 0.5
  import -window root "$XDG_RUNTIME_DIR/b.png"
  [ "$(identify -format %k "$XDG_RUNTIME_DIR/a.png")" -gt 8 ] &&
    [ "$(compare -metric AE "$XDG_RUNTIME_DIR/a.png" "$XDG_RUNTIME_DIR/b.png" null: 2>&1)" = 0 ]
}
empty() {
  import -window root "$XDG_RUNTIME_DIR/a.png"
  [ "$(identify -format %k "$XDG_RUNTIME_DIR/a.png")" -eq 1 ]
}
picture() { # FILE
  wait_for drawn
  convert "$XDG_RUNTIME_DIR/b.png" -trim +repage -strip +dither -colors 64 -define png:compression-level=9 "$1"
  echo "$1: $(wc -c <"$1") bytes"
}

# A desktop entry vouches for an app's name.
mkdir "$XDG_DATA_HOME/applications"
for name in Mail Chat Calendar Backup; do
  printf '[Desktop Entry]\nType=Application\nName=%s\nExec=true\n' "$name" \
    >"$XDG_DATA_HOME/applications/org.example.$name.desktop"
done

# The banners.
cat >"$XDG_CONFIG_HOME/dunstrc" <<'TEXT'
[global]
  font = DejaVu Sans 12
  width = 400
  offset = 0x0
  show_indicators = no
  frame_width = 1
  frame_color = "#8a8f98"
  padding = 14
  horizontal_padding = 18
[urgency_low]
  background = "#f6f5f2"
  foreground = "#202124"
[urgency_normal]
  background = "#f6f5f2"
  foreground = "#202124"
TEXT
message() { bellhop post --hidden-preview 'New message' 'Ann' "$1" >/dev/null; }
begin dunst -conf "$XDG_CONFIG_HOME/dunstrc"
begin bellhopd --sink libnotify
wait_for bellhop status
message 'The door code is blue. See you at eight!'
picture "$banners/banner.png"
bellhop lock
wait_for empty
message 'The door code is green. See you at nine!'
picture "$banners/banner-locked.png"
leave

# The question, on a server that draws buttons. Bellhop would have the bus start another one, were this not there.
begin /usr/lib/notification-daemon/notification-daemon
gdbus wait --session --timeout 10 org.freedesktop.Notifications
begin bellhopd --sink libnotify
wait_for bellhop unlock
bellhop post --app org.example.Chat 'Ann' 'Are you coming?' >/dev/null
picture "$banners/question.png"
leave

# The centre, of a daemon whose banners are not on the screen.
mkdir "$XDG_RUNTIME_DIR/centre"
XDG_RUNTIME_DIR=$XDG_RUNTIME_DIR/centre
export XDG_RUNTIME_DIR
printf '[Consent]\nDefault=allow\n' >"$XDG_RUNTIME_DIR/bellhop.conf"
begin bellhopd --sink console --config "$XDG_RUNTIME_DIR/bellhop.conf" --state-directory "$XDG_RUNTIME_DIR"
wait_for bellhop status
post() { # APP OPTION… TITLE BODY
  app=$1
  shift
  bellhop post --app "org.example.$app" "$@" >/dev/null
}
post Backup 'Backup Is Done' '41,200 files are safe.'
bellhop read 1 >/dev/null
post Mail --thread garden 'Two Answers in “Garden Party”' 'The lemonade is taken care of.'
post Mail --thread lease 'The New Lease' 'Page four is the one that has changed.'
post Chat --thread choir 'Choir' 'Tonight in the small hall.'
post Chat --thread choir 'Choir' 'No, in the large one after all.'
post Chat --thread ann 'Ann' 'The door code is blue. See you at eight!'
post Calendar --kind reminder --after 40m 'Water the Plants'
post Calendar --kind reminder 'Dentist at 15:30' 'Bus 7 leaves at 15:02.'
begin xterm -geometry 80x24+0+0 -b 10 -fa 'DejaVu Sans Mono' -fs 11 -bg '#202124' -fg '#dcdcd8' +sb \
  -xrm 'XTerm*color6: #8fb8b4' -xrm 'XTerm*color14: #8fb8b4' -e bellhop center
picture "$centre/center.png"
