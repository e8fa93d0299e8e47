#!/usr/bin/env bash
# all.sh: builds, and runs every test but the long forms (nightly.sh). The end-to-end tests mostly wait and the others
# mostly compute, so the two run side by side, each one after the other in its own process. Prints failures, and how many
# tests ran; the results of each test are in .build/tests.xml and .build/end-to-end.xml.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

swift build --build-tests --explicit-target-dependency-import-check error || exit

# half NAME OPTION...: the tests that the options select.
half() {
  rm -f ".build/$1.xml"
  # Its output in a file, or the two would be mixed. Without the lock, which one `swift test` holds against another.
  swift test --skip-build --ignore-lock --no-parallel --disable-xctest --quiet --xunit-output ".build/$1.xml" \
    "${@:2}" >".build/$1.log" 2>&1
}
half end-to-end --filter '^EndToEndTests\.' &
endToEnd=$!
# A job in the background ignores the interrupt of a terminal.
trap 'trap - TERM; kill 0' INT TERM
half tests --skip '^EndToEndTests\.'
failed=$?
wait $endToEnd || failed=$?

for name in tests end-to-end; do
  cat ".build/$name.log"
  # Once more, from the results: `swift test` loses what it reads of the tests' output where that ends within a character,
  # which can be the one line that says what failed.
  grep --no-messages --before-context=1 '<failure' ".build/$name.xml"
done
exit $failed
