#!/usr/bin/env bash
# nightly.sh: the long forms of the tests, one after another, and a table of what came of each. As root on a machine with
# the README's packages that does nothing else; some hours.
#
#   nightly.sh              every row
#   nightly.sh ROW...       these rows
#   nightly.sh --list       the rows, and what each of them runs
#
# Each row's output is in .build/nightly/ROW.log. The exit status is 1 where a row has failed. A row that this machine
# cannot run is skipped, and the table says why. Numbers of its own: `BELLHOP_SEQUENCES=1000 nightly.sh sequences`.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# row|what it runs|the lines of its output that hold the figure (the last of them is printed)
rows='faults|a disk fault in every combination of call, error, place and duration|
kills|the daemon killed amid posts, and 100 times while browsers and notify-send post|^killed [0-9]+ times
cuts|every power cut with a single loss, and 100,000 with several, optimised|
floods|floods of the notification name, for 3 seconds each, optimised|by [0-9]+: median
sequences|100,000 random sequences by each of the two interfaces, and against the page for people, optimised|
calls|100,000 random calls through the front, optimised|
years|the engine through a year in twelve time zones|
mutants|150 mutants drawn by BELLHOP_SEED, each against its tests and 2,000 sequences|mutants noticed
broken|the ten guarantees, each broken on purpose in several ways|breaks of the .* noticed
signals|bellhop center ended by every signal|
fuzz|each parser of bytes from outside by libFuzzer, ten CPU minutes|
slow|an answer after libnotify has given up, 25 seconds|
clients|every client with the front on and off|
address|all tests watched for faults of memory and undefined behaviour|
thread|Delivery, Sink, Desktop and end to end watched for races|
leaks|10,000 posts in one life of the daemon watched for leaks|posts by the front, [0-9]+ by the socket
filters|the end-to-end tests under the filters of bellhop.service|
package|the package in a fresh Debian|
booted|the package in a Debian that has booted|
desktops|GNOME Shell, Plasma, Cinnamon and LXQt|^== [0-9]+ faults'

suite=${BELLHOP_SUITE:-bookworm}
logs=.build/nightly

# tests FILTER [OPTION...]: one suite, with its output: --quiet would leave out the figures.
tests() { swift test --no-parallel --disable-xctest --filter "$@"; }
optimised() { tests "$1" -Xswiftc -O --scratch-path .build/optimised; }

run() {
  case $1 in
    faults) BELLHOP_NIGHTLY=1 tests '^EndToEndTests\..*/DiskFaults' ;;
    kills) BELLHOP_KILLS=${BELLHOP_KILLS:-100} tests '^EndToEndTests\..*/(Kills|FrontKills)' ;;
    cuts) BELLHOP_CUTS=${BELLHOP_CUTS:-100000} optimised '^EndToEndTests\..*/Cuts/' ;;
    floods) BELLHOP_FLOODS=${BELLHOP_FLOODS:-3} optimised '^EndToEndTests\..*/FrontFlood' ;;
    sequences) BELLHOP_SEQUENCES=${BELLHOP_SEQUENCES:-100000} optimised '^DeliveryTests\.(PropertyTests|PageSequenceTests)' ;;
    calls) BELLHOP_CALLS=${BELLHOP_CALLS:-100000} optimised '^DeliveryTests\.FaithfulnessTests' ;;
    years) BELLHOP_NIGHTLY=1 optimised '^DeliveryTests\.YearTests' ;;
    mutants | broken) Tests/Mutants/mutants.py "$1" ;;
    signals) BELLHOP_NIGHTLY=1 tests '^EndToEndTests\..*/CenterTests' ;;
    fuzz) Tests/Fuzz/fuzz.sh ;;
    slow) BELLHOP_NIGHTLY=1 tests '^SinkTests\..*/Faults' ;;
    clients)
      rm -f "$logs/clients.txt"
      BELLHOP_CLIENTS=$PWD/$logs/clients.txt tests '^EndToEndTests\..*/EveryClient'
      ;;
    address | thread | leaks) Tests/Sanitizers/sanitizers.sh "$1" ;;
    filters) swift build -c release && swift build --build-tests && Tests/Package/filtered.sh ;;
    package) swift build -c release && Tests/Package/fresh-root.sh "$suite" ;;
    booted) swift build -c release && Tests/Package/booted.sh "$suite" ;;
    desktops)
      mkdir -p "$logs/pictures"
      swift build -c release && Tests/Desktops/desktops.sh "$suite" dbus-daemon "$logs/pictures"
      ;;
  esac
}

# Why this machine cannot run a row; nothing where it can.
obstacle() {
  local command missing=() needed=''
  case $1 in
    faults | cuts) needed='strace' ;;
    clients) needed='chromium dunstify zenity' ;;
    package) needed='mmdebstrap lintian dpkg-deb fakeroot' ;;
    filters | booted | desktops) needed='mmdebstrap systemd-nspawn dpkg-deb fakeroot' ;;
  esac
  for command in $needed; do command -v "$command" >/dev/null || missing+=("$command"); done
  [ ${#missing[@]} = 0 ] || { echo "no ${missing[*]}"; return; }
  case $1 in
    filters | package | booted | desktops)
      [ "$(id -u)" = 0 ] || { echo 'not root'; return; }
      timeout 60 apt-get -qq -o APT::Update::Error-Mode=any update >/dev/null 2>&1 || echo "no mirror of Debian's"
      ;;
  esac
}

# The figure of a row: what its tests print, or the number of its tests or checks.
figure() {
  local log=$logs/$1.log found=''
  [ -z "$2" ] || found=$(grep -aE "$2" "$log" | tail -n 1)
  [ -n "$found" ] || found=$(grep -aoE 'Test run with [0-9]+ tests?( in [0-9]+ suites?)?' "$log" | tail -n 1 | cut -d ' ' -f 4-5)
  case $1 in
    faults | signals) found="$found, $(grep -acE 'Test case passing .* started' "$log") cases" ;;
    cuts) found=$(awk '/^power cuts: / { one += $3; many += $8 } END { print one " and " many " cuts" }' "$log") ;;
    floods) [ -z "$found" ] || found="slowest: $(grep -aE "$2" "$log" | sort -k5,5g | tail -n 1)" ;;
    sequences) found="${BELLHOP_SEQUENCES:-100000} sequences by each" ;;
    calls) found="${BELLHOP_CALLS:-100000} calls" ;;
    fuzz) found=$(awk '$NF == "passed" { targets++; runs += $2 } END { print targets " targets, " runs " runs" }' "$log") ;;
    clients) found="$found, $(grep -c . "$logs/clients.txt" 2>/dev/null || true) lines in clients.txt" ;;
    package | booted) found="$(grep -ac '^ok: ' "$log") checks" ;;
  esac
  echo "$found"
}

# A filter that matches no test is no failure to `swift test`.
ran() {
  case $1 in
    mutants | broken | fuzz | package | booted | desktops) ;;
    *) grep -aqE 'Test run with [1-9]' "$logs/$1.log" ;;
  esac
}

list() { while IFS='|' read -r row about _; do printf '%-10s %s\n' "$row" "$about"; done <<<"$rows"; }
if [ "${1-}" = --list ]; then list; exit; fi
for wanted in "$@"; do
  grep -q "^$wanted " <<<"$(list)" || { echo "nightly.sh: no row $wanted; the rows are:" >&2; list >&2; exit 2; }
done

mkdir -p "$logs"
table='' failed=0
while IFS='|' read -r row about pattern <&3; do
  [[ $# == 0 || " $* " == *" $row "* ]] || continue
  begin=$SECONDS
  echo "== $row: $about"
  reason=$(obstacle "$row")
  if [ -n "$reason" ]; then
    result=skipped found=$reason
  elif run "$row" </dev/null >"$logs/$row.log" 2>&1 && ran "$row"; then
    result=passed found=$(figure "$row" "$pattern")
  else
    result=FAILED failed=1 found="$logs/$row.log"
    tail -n 40 "$logs/$row.log"
  fi
  echo "   $result, $((SECONDS - begin)) s: $found"
  table+="$row|$about|$((SECONDS - begin))|$result|$found"$'\n'
done 3<<<"$rows"

format='%-10s %-82s %7s  %-7s  %s\n'
echo
# shellcheck disable=SC2059
printf "$format" row 'what ran' seconds result figure
while IFS='|' read -r row about seconds result found; do
  # shellcheck disable=SC2059
  [ -z "$row" ] || printf "$format" "$row" "$about" "$seconds" "$result" "$found"
done <<<"$table"
exit $failed
