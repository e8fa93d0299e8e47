#!/usr/bin/env bash
# sanitizers.sh: tests in a build of their own that the compiler's sanitizers watch. It fails where a test fails, and
# where a program of the build has reported anything, also one that a test ends by force.
#
#   sanitizers.sh address   memory and undefined behaviour: all tests
#   sanitizers.sh thread    races: the tests of Delivery, Sink and Desktop, and end to end
#   sanitizers.sh leaks     10,000 posts in one life of the daemon, and what has no pointer to it at the end
#
# Words after the first go to `swift test`, as in `sanitizers.sh thread --filter '^SinkTests\.'`. The reports are in
# .build/address/reports and .build/thread/reports. As root on a machine with the README's packages; about an hour each.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

row=${1-}
shift
selected=()
case $row in
  address | leaks)
    build=.build/address
    # Swift code traps where it would be undefined. C code does not: ours, and what headers define for Swift. swiftc
    # refuses the option on Linux, but clang, which compiles both, has it.
    flags=(--sanitize=address -Xcc -fsanitize=undefined -Xcc -fno-sanitize-recover=undefined)
    ;;
  thread)
    build=.build/thread
    # With locks that the sanitizer sees (Sources/Locks).
    flags=(--sanitize=thread -Xswiftc -DBELLHOP_THREAD_SANITIZER)
    selected=(--filter '^(DeliveryTests|SinkTests|DesktopTests|EndToEndTests)\.')
    ;;
  *)
    sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}" >&2
    exit 2
    ;;
esac
if [ "$row" = leaks ]; then
  export BELLHOP_LEAKS=${BELLHOP_LEAKS:-10000}
  selected=(--filter '^EndToEndTests\..*/Leaks')
fi
[ $# = 0 ] || selected=("$@")

reports=$PWD/$build/reports
rm -rf "$reports"
# Some tests run a program as the user nobody.
mkdir -p "$reports" && chmod 1777 "$reports"

# A trap of Swift's own is the expected end of some tests' programs, and no fault of memory. Of freed memory 16 MiB are
# kept to find its use, in place of 256, since tests bound how much a program grows.
export ASAN_OPTIONS=log_path=$reports/report:handle_sigill=0:handle_sigtrap=0:detect_leaks=0:quarantine_size_mb=16
[ "$row" != leaks ] || ASAN_OPTIONS=${ASAN_OPTIONS/detect_leaks=0/detect_leaks=1}
export LSAN_OPTIONS=suppressions=$PWD/Tests/Sanitizers/leaks.supp:print_suppressions=0
export UBSAN_OPTIONS=print_stacktrace=1
export TSAN_OPTIONS=log_path=$reports/report:exitcode=66
# A watched program is several times slower, and larger.
export BELLHOP_BURDEN=10
export BELLHOP_TEST_TIMEOUT=${BELLHOP_TEST_TIMEOUT:-600}

swift build --build-tests "${flags[@]}" --scratch-path "$build" || exit
if [ "$row" = address ] && ! nm "$build/debug/CLinux.build/"*.o | grep -q ' U __ubsan_handle_'; then
  echo 'sanitizers.sh: the C code was built without the checks of undefined behaviour' >&2
  exit 1
fi
swift test --skip-build "${flags[@]}" --scratch-path "$build" --no-parallel --disable-xctest "${selected[@]}"
failed=$?

for report in "$reports"/*; do
  [ -s "$report" ] || continue
  echo "== $report"
  cat "$report"
  failed=1
done
exit $failed
