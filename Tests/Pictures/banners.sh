#!/bin/sh
# banners.sh: takes the two pictures of the front page anew: one message as dunst shows it, and while the screen is
# locked. Needs what was built, and the packages dunst, xvfb, xauth, dbus, imagemagick and
# fonts-dejavu-core.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
pictures=$here/Sources/Sink/Sink.docc
if [ "${1-}" != inside ]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  env XDG_RUNTIME_DIR="$work" XDG_STATE_HOME="$work" XDG_CONFIG_HOME="$work" HOME="$work" \
    xvfb-run -a -s '-screen 0 480x160x24' dbus-run-session -- "$0" inside
  exit
fi
PATH=$here/.build/release:$here/.build/debug:$PATH
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
dunst -conf "$XDG_CONFIG_HOME/dunstrc" >/dev/null 2>&1 &
server=$!
bellhopd --sink libnotify >/dev/null 2>&1 &
daemon=$!
trap 'kill $server $daemon' EXIT
wait_for() { # COMMAND…
  tries=100
  until "$@" >/dev/null 2>&1; do
    tries=$((tries - 1))
    [ $tries -gt 0 ] || { echo "banners.sh: nothing came of: $*" >&2; exit 1; }
    sleep 0.1
  done
}
# A banner is drawn once the screen is not of one colour, and looks the same twice.
drawn() {
  import -window root "$XDG_RUNTIME_DIR/a.png"
  sleep 0.2
  import -window root "$XDG_RUNTIME_DIR/b.png"
  [ "$(identify -format %k "$XDG_RUNTIME_DIR/a.png")" -gt 8 ] &&
    [ "$(compare -metric AE "$XDG_RUNTIME_DIR/a.png" "$XDG_RUNTIME_DIR/b.png" null: 2>&1)" = 0 ]
}
take() { # NAME
  wait_for drawn
  convert "$XDG_RUNTIME_DIR/b.png" -trim +repage -strip -colors 64 -define png:compression-level=9 "$pictures/$1"
  echo "$pictures/$1: $(wc -c <"$pictures/$1") bytes"
}
changed() {
  import -window root "$XDG_RUNTIME_DIR/a.png"
  ! cmp -s "$XDG_RUNTIME_DIR/a.png" "$XDG_RUNTIME_DIR/b.png"
}
wait_for bellhop status
bellhop post --hidden-preview 'New message' 'Ann' 'The door code is blue. See you at eight!' >/dev/null
take banner.png
bellhop lock
wait_for changed
take banner-locked.png
