#!/usr/bin/env bash
# Locks a real GNOME Shell, Plasma or Cinnamon by its own locker, without Bellhop and with the front on, Plasma also behind
# bellhop-bus, and prints what each of them saw side by side; leaves pictures. Where a line holds for all sides, they must
# be the same. Run by hand, or by desktops.sh; README.md has the packages and the results.
#
#   lock.sh gnome|plasma|plasma-wayland|cinnamon [PICTURES [BUS [alone|front|behind|flips]]]
#
# BUS is the address of an existing session bus, in place of one of its own, or empty. The last word runs one side alone, or
# a thousand quick locks with the front on.
set -uo pipefail

desktop=${1:?gnome, plasma, plasma-wayland or cinnamon}
pictures=$(realpath "${2:-.}")
bus_address=${3-}
here=$(dirname "${BASH_SOURCE[0]}")

if [ -z "${4-}" ]; then
  sides=$(mktemp -d /tmp/bellhop-sides.XXXXXX)
  faults=0
  case $desktop in plasma*) all="alone front behind" ;; *) all="alone front" ;; esac
  for side in $all; do
    "$0" "$desktop" "$pictures" "$bus_address" "$side" >"$sides/said" || faults=$((faults + 1))
    grep -v "	" "$sides/said"
    grep "	" "$sides/said" >"$sides/$side"
  done
  echo "== $desktop: line | $(echo "$all" | sed 's/ / | /g')"
  # shellcheck disable=SC2086
  while IFS='	' read -r line alone _ front _ behind; do
    case $line in
    *"(may differ)") seen='   ' ;;
    *)
      seen=yes
      [ "$alone" = "$front" ] && [ "$alone" = "${behind:-$alone}" ] || seen='NO ' faults=$((faults + 1)) ;;
    esac
    echo "$seen  $line | $alone | $front${behind:+ | $behind}"
  done < <(cd "$sides" && paste $all)
  rm -r "$sides"
  echo "== $faults faults"
  exit $((faults > 0))
fi

side=$4
. "$here/stage.sh"
. "$here/lockers.sh"

# row LINE VALUE: a line of the table, where the desktop tells the value.
row() { [ -z "$2" ] || printf '%s\t%s\n' "$1" "$2"; }
rest() { within "$1" false || :; }

# How many calls about notifications were heard on the bus: what a bridge to a phone counts.
calls() { grep -c 'member=\(Notify\|CloseNotification\)$' "$home/heard"; }
called() {
  local now
  now=$(calls)
  echo $((now - counted))
}

# GNOME Shell removes what an app with an entry has posted once the app has left the bus.
post() { begin notify-send --wait --expire-time 0 "$@" >/dev/null 2>&1; }

has_server() { if [ "$side" = alone ]; then test_owner $name; else daemon_has_name && finds_server; fi; }

echo "== $desktop, $side"
if [ "$side" != alone ]; then
  daemon
  within 10 daemon_has_name
fi
stand_in_for_gdm
if [ "$side" = behind ]; then
  begin "$programs/bellhop-bus" --runtime-directory "$home/run" >"$home/bus.log" 2>&1
  before_server=("$programs/bellhop-bus" --runtime-directory "$home/run" exec --)
fi
server
locker
within 60 has_server
sees "notifications can be posted" has_server
begin dbus-monitor --session "type='method_call',member='Notify'" "type='method_call',member='CloseNotification'" \
  >"$home/heard" 2>&1
within 5 grep -q NameAcquired "$home/heard"
if [ "$side" = flips ]; then
  python3 "$here/flips.py" "$desktop" "${FLIPS:-1000}" || faults=$((faults + 1))
  echo "== $faults faults"
  exit $((faults > 0))
fi

post -h string:desktop-entry:org.example.Mail -a Mail "Seen one" "of before"
rest 1
post -a Music "Seen two" "of before"
rest 1
see_all
rest 1
picture "before-$side"
row "before the lock: unseen" "$(unseen)"
row "before the lock: the list" "$(listed)"
row "before the lock: banners" "$(banner)"
count_wakings
counted=$(calls)
lock
sees "its own locker has locked" is_locked
rest 3
row "locked: calls at the lock" "$(called)"
row "locked: unseen" "$(unseen)"
row "locked: banners" "$(banner)"
row "locked: the screen was lit" "$(wakings)"
row "locked: text on the lock screen" "$(on_lock_screen)"
picture "locked-$side"
post -h string:desktop-entry:org.example.Mail -a Mail "Came" "while locked"
rest 2
row "one came: the list (may differ)" "$(listed)"
[ "$side" = alone ] || [ "$desktop" != gnome ] || sees "what came while locked is hidden" lists_no Came
[ "$side" = alone ] || sees "and was given hidden" grep -q '^   string "Notification"$' "$home/heard"
row "one came: unseen" "$(unseen)"
row "one came: the screen was lit" "$(wakings)"
row "one came: text on the lock screen" "$(on_lock_screen)"
picture "came-$side"
counted=$(calls)
unlock
sees "it is unlocked" is_unlocked
rest 3
row "unlocked: calls at the unlock (may differ)" "$(called)"
row "unlocked: calls about what was there" "$(($(called) - $(calls_that_give_back)))"
row "unlocked: unseen" "$(unseen)"
row "unlocked: banners$(changes_in_place || echo " (may differ)")" "$(banner)"
row "unlocked: the list" "$(listed)"
picture "unlocked-$side"
rest 5
row "later: banners" "$(banner)"
open_list
picture "list-$side"
echo "== $faults faults"
exit $((faults > 0))
