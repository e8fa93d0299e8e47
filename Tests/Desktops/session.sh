#!/usr/bin/env bash
# Runs a real GNOME Shell, Plasma, Cinnamon or LXQt (up to 1.3) behind the front, on a screen and on buses of its own;
# prints each check with its result, and leaves pictures. Run by hand, or by desktops.sh. README.md has the packages and
# the results.
#
#   session.sh gnome|plasma|plasma-wayland|cinnamon|lxqt daemon|server [PICTURES [BUS]]
#
# The second word says who starts first. BUS is the address of an existing session bus, in place of one of its own. Run it
# as another user than root, since GNOME Shell refuses root.
set -uo pipefail

desktop=${1:?gnome, plasma, plasma-wayland, cinnamon or lxqt}
first=${2:?daemon or server}
pictures=$(realpath "${3:-.}")
bus_address=${4-}
. "$(dirname "${BASH_SOURCE[0]}")/stage.sh"

# MARK: Observations

# The calls to the server: replaced number, title and body, on a line each.
given() {
  python3 - "$home/heard" <<'END'
import re, sys
for call in open(sys.argv[1]).read().split("\nmethod call ")[1:]:
    # Bellhop's own calls, and not those of apps to it.
    if "member=Notify\n" in call and '"x-shell-sender"' in call:
        number = re.search(r"\n   uint32 (\d+)", call).group(1)
        texts = re.findall(r'\n   string "((?:[^"]|\\")*)"', call)
        print(number, texts[2], texts[3], sep="|")
END
}
last_given() { given | tail -1; }
# Whether the server was given it, after the last one that was found: a question of Bellhop's may follow it.
was_given() {
  local line
  line=$(given | tail -n +$((looked_at + 1)) | grep -nxm 1 "$1" | cut -d: -f1)
  [ -n "$line" ] && looked_at=$((looked_at + line))
}
looked_at=0

# How much of a picture of the screen is as red as the app's own picture is all over.
red() {
  convert "$pictures/$desktop-$1.png" -alpha off -fill black +opaque red -format '%[fx:int(mean*w*h)]' info:
}

# An app with a desktop entry posts: its name is known, and may be shown.
post() { notify-send -t 0 -u critical -h string:desktop-entry:org.example.Mail -a Mail "$@"; }
notify() {
  post "$@" >"$home/said" 2>&1 &
  poster=$!
  started+=("$poster")
}
has_ended() { ! kill -0 "$poster" 2>/dev/null; }
heard() { has_ended && grep -qx "$1" "$home/said"; }

# Who has the name, and where the server is, without what that means.
roles() { bellhop front status | sed -n 's/^\(name\|server\):\([^:]*\).*/    \1:\2/p'; }

# The next daemon, with the name: Cinnamon has it meanwhile, and yields it at its end alone.
starts_again() {
  daemon
  [ "$desktop" = cinnamon ] || return 0
  sees "Cinnamon has the name, and Bellhop waits for it" [ "$(waiting)" = 1 ]
  kill "$server"
  wait "$server" 2>/dev/null
  server
}

echo "== $desktop, $first first"
if [ "$first" = daemon ]; then
  daemon
  within 10 daemon_has_name
  server
else
  server
  case $desktop in
  gnome) within 10 test_owner $name ;;
  *) within 20 test_owner $name ;;
  esac
  echo "    before: the name belongs to $(who_has_name)"
  daemon
fi
if [ "$first" = server ] && [ "$desktop" != gnome ]; then
  # It never yields the name, and has it until the session ends.
  sees "the server keeps the name, and Bellhop waits for it" [ "$(waiting)" = 1 ]
  roles
  bellhop allow org.example.Mail >/dev/null
  bellhop post --app org.example.Mail "By Bellhop" "The server has the name." >/dev/null
  sees "what is posted to Bellhop is drawn" are_up 1
  picture server-first
  kill "$server"
  sees "the server ends: Bellhop has the name" daemon_has_name
  server
fi
sees "Bellhop has the name" daemon_has_name
sees "the server is found" finds_server
roles
begin dbus-monitor --session "type='method_call',member='Notify'" >"$home/heard" 2>&1
within 5 grep -q NameAcquired "$home/heard"

convert -size 64x64 xc:red "png24:$home/red.png"
number=$(post -p -i "$home/red.png" "Build finished" "All tests & more")
sees "an app's notification is given to the server" was_given "0|Build finished|All tests &amp; more"
sees "and is drawn" are_up 1
picture shown
! has_pictures || echo "    its picture has $(red shown) points"
sees "its replacement has the same number" \
  [ "$(post -p -r "$number" -i "$home/red.png" "Build failed" "Two tests")" = "$number" ]
sees "and is given in its place" was_given "[1-9][0-9]*|Build failed|Two tests"
sees "one banner is up" are_up 1
picture replaced
# By hand, since the desktop's own locker covers all: lock.sh locks that.
bellhop lock >/dev/null
if changes_in_place; then
  sees "locked: it is hidden" was_given "[1-9][0-9]*|Mail|Notification"
  echo "    given: $(last_given)"
  sees "and one banner is up" are_up 1
  again="[1-9][0-9]*"
else
  sees "locked: it is gone" are_up 0
  again=0
fi
picture locked
! has_pictures || sees "without its picture" [ "$(red locked)" = 0 ]
bellhop unlock >/dev/null
sees "unlocked: it is as it was" was_given "$again|Build failed|Two tests"
call $name /org/freedesktop/Notifications $name.CloseNotification "$number" >/dev/null
sees "taken back by its app it is gone" are_up 0
bellhop lock >/dev/null
post "Secret" "Not for others"
sees "posted while locked: hidden from the first on" was_given "0|Mail|Notification"
picture posted-while-locked
bellhop unlock >/dev/null
sees "unlocked: its text" was_given "$again|Secret|Not for others"
if has_pointer; then
  # A question of Bellhop's about an app that it knows stands beside it for some seconds.
  sees "and one banner is up" are_up 1
  dismiss >/dev/null
  sees "dismissed it is gone" are_gone

  notify --wait -A default=Open "Press me" "on the banner"
  sees "another is drawn" shows "Press me"
  press_banner >/dev/null
  sees "a press on the banner is told to its app" heard default
  notify --wait -A yes=Yes -A no=No "Press a button" "the first"
  sees "one with buttons is drawn" shows "Press a button"
  picture buttons
  press_button >/dev/null
  sees "a press on the button is told to its app" heard yes
  notify --wait "Close me" "with the pointer"
  sees "another is drawn" shows "Close me"
  dismiss >/dev/null
  sees "that it was dismissed is told to its app" has_ended
  # Cinnamon closes it for no reason of the specification's.
  [ "$desktop" = cinnamon ] || sees "and is read" test -z "$(bellhop list 2>/dev/null | grep '^\*.*Close me')"
else
  echo "    without a pointer nothing is pressed or dismissed"
fi

echo "    behind Bellhop wait for the name: $(waiting)"
kill "$daemon"
wait "$daemon"
echo "    after SIGTERM the name belongs to $(who_has_name)"
starts_again
sees "Bellhop has the name again" daemon_has_name
sees "and finds the server" finds_server
post "After SIGTERM" "by Bellhop"
sees "what is posted then is drawn" was_given "0|After SIGTERM|by Bellhop"
kill -9 "$daemon"
wait "$daemon" 2>/dev/null
echo "    after kill -9 the name belongs to $(who_has_name)"
starts_again
sees "Bellhop has the name again" daemon_has_name
sees "and finds the server" finds_server
post "After kill -9" "by Bellhop"
sees "what is posted then is drawn" was_given "0|After kill -9|by Bellhop"
kill "$server"
wait "$server" 2>/dev/null
post "While it is away" "kept for it"
given_before=$(last_given)
server
sees "the server ends and comes again: what came meanwhile is drawn" was_given "0|While it is away|kept for it"
[ "$given_before" != "0|While it is away|kept for it" ] || says NO "it was given to nobody before"
bellhop front off | sed 's/^/    /'
within 5 eval '! daemon_has_name'
echo "    after 'bellhop front off' the name belongs to $(who_has_name)"
if [ "$desktop" = gnome ]; then
  number=$(notify-send -p "Direct" "without Bellhop")
  sees "the shell itself answers" test "$number" -lt 1000000
fi
echo "== $faults faults"
exit $((faults > 0))
