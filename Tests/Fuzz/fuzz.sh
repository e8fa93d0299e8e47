#!/usr/bin/env bash
# fuzz.sh: looks for bytes that break a rule of a parser, with libFuzzer and the address sanitizer in a build of its own
# (.build/fuzz), and prints a table: runs, edges of Sources at the first input and at the last, the slowest input, and
# how many of the parsers' lines all inputs together reach.
#
#   fuzz.sh                  every target, ten minutes of CPU time each (BELLHOP_FUZZ_SECONDS)
#   fuzz.sh TARGET...        these targets
#   fuzz.sh --list           the targets
#   fuzz.sh --keep TARGET... keeps, of the inputs found so far, the fewest that reach the same edges, in Corpus/
#   fuzz.sh --lines TARGET   the lines of its parsers that no input reaches
#
# Inputs that were found are in .build/fuzz/found/TARGET; one that breaks a rule is .build/fuzz/broken/TARGET-*, and its
# text in the log beside it. The exit status is 1 where a target has failed.
set -uo pipefail
here=$(realpath "${BASH_SOURCE[0]}")
cd "$(dirname "$here")/../.."
# The toolchain's own: another LLVM's cannot read its profiles.
toolchain=$(dirname "$(realpath "$(command -v swiftc)")")
build=.build/fuzz bundle=.build/fuzz/debug/bellhopPackageTests.xctest
seconds=${BELLHOP_FUZZ_SECONDS:-600}

# The crash handler of Swift would stop the process before libFuzzer has written the input down.
export SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0:handle_abort=0

# step NAME TARGET: one step of FuzzTests.swift.
step() {
  BELLHOP_FUZZ=1 BELLHOP_FUZZ_TARGET=$2 "$bundle" --testing-library swift-testing --filter "^Fuzz\.FuzzingSteps/$1\("
}

# libFuzzer starts itself again to merge, as the program in its first argument: as this script, with this variable.
if [ -n "${BELLHOP_FUZZ_INNER-}" ]; then
  BELLHOP_FUZZ_ARGUMENTS="$here $*" step fuzz "$BELLHOP_FUZZ_INNER"
  exit
fi
# fuzzer TARGET ARGUMENT...: libFuzzer with these arguments.
fuzzer() { BELLHOP_FUZZ_INNER=$1 BELLHOP_FUZZ_SECONDS=$seconds "$here" "${@:2}"; }

# logged LOG COMMAND...: a command that fails prints the end of its log.
logged() { "${@:2}" >"$1" 2>&1 || { tail -n 40 "$1"; return 1; }; }

make() {
  local driver
  driver=$(echo "$toolchain"/../lib/clang/*/lib/linux/libclang_rt.fuzzer_no_main-x86_64.a)
  BELLHOP_FUZZ=1 logged "$build.log" swift build --build-tests --scratch-path "$build" --ignore-lock \
    --sanitize=address --enable-code-coverage -Xswiftc -O -Xswiftc -use-ld=lld -Xlinker "$driver" -Xlinker -lstdc++ \
    -Xlinker --undefined=LLVMFuzzerRunDriver -Xlinker --export-dynamic-symbol=LLVMFuzzerRunDriver
}

# start TARGET: its directory of found inputs, with the kept ones in it.
start() {
  mkdir -p "$build/found/$1" "$build/broken"
  BELLHOP_FUZZ_DIRECTORY=$build/found/$1 logged "$build/$1.unpack" step unpack "$1"
}

parsers() { sed -n "s/^target $1 [0-9]* //p" "$build/targets" | tr ' ' '\n' | sed 's|^|Sources/|'; }

# coverage TARGET: lines and lines reached of its parsers, from a replay of every input.
coverage() {
  LLVM_PROFILE_FILE=$build/$1.profraw BELLHOP_FUZZ_DIRECTORY=$build/found/$1 step replay "$1" &&
    "$toolchain/llvm-profdata" merge -o "$build/$1.profdata" "$build/$1.profraw" && rm "$build/$1.profraw"
}
# covered TARGET: how many of these lines are reached.
covered() {
  coverage "$1" >"$build/$1.replay" 2>&1 || return
  # shellcheck disable=SC2046
  "$toolchain/llvm-cov" report "$bundle" -instr-profile "$build/$1.profdata" $(parsers "$1") 2>>"$build/$1.replay" |
    awk '$1 == "TOTAL" { print $10 }'
}
# missed TARGET: those that are not.
missed() {
  start "$1" && logged "$build/$1.replay" coverage "$1" || return
  # shellcheck disable=SC2046
  "$toolchain/llvm-cov" show "$bundle" -instr-profile "$build/$1.profdata" $(parsers "$1") |
    sed -nE '/^ *[0-9]+\| *0\||^\//p'
}

# keep TARGET: the fewest inputs that reach the same edges, in Corpus.
keep() {
  start "$1" || return
  rm -rf "$build/fewest" && mkdir "$build/fewest"
  logged "$build/$1.merge" fuzzer "$1" -merge=1 -use_counters=0 "$build/fewest" "$build/found/$1" &&
    BELLHOP_FUZZ_DIRECTORY=$build/fewest logged "$build/$1.keep" step keep "$1" && wc -lc "Tests/Fuzz/Corpus/$1.txt"
}

format='%-22s %10s %16s %9s %9s %7s  %s\n'
# fuzz TARGET: a row of the table.
fuzz() {
  start "$1" || return
  local log=$build/$1.log result=passed length edges reached
  length=$(awk -v name="$1" '$2 == name { print $3 }' "$build/targets")
  fuzzer "$1" -max_len="$length" -timeout=20 -rss_limit_mb=4096 -print_final_stats=1 -use_value_profile=0 \
    -artifact_prefix="$build/broken/$1-" "$build/found/$1" >"$log" 2>&1 || result="FAILED: $log"
  edges=$(grep -aoE ' cov: [0-9]+' "$log" | awk 'NR == 1 { first = $2 } { last = $2 } END { print first " to " last }')
  if ! reached=$(covered "$1"); then
    reached='?'
    [ "$result" != passed ] || result="FAILED: $build/$1.replay"
  fi
  # shellcheck disable=SC2059
  printf "$format" "$1" "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")" "$edges" \
    "$(find "$build/found/$1" -type f | wc -l)" "$(sed -n 's/^slowest: \([0-9]* us\).*/\1/p' "$log" | tail -n 1)" \
    "$reached" "$result"
  [ "$result" = passed ]
}

mkdir -p "$build"
make || exit
logged "$build/list" step list '' || exit
grep '^target ' "$build/list" >"$build/targets" || { echo "fuzz.sh: no targets are listed ($build/list)" >&2; exit 1; }
mapfile -t targets < <(cut -d ' ' -f 2 "$build/targets")
mode=fuzz
case ${1-} in
  --list) printf '%s\n' "${targets[@]}"; exit ;;
  --keep) mode=keep; shift ;;
  --lines) mode=missed; shift ;;
esac
[ $# = 0 ] || targets=("$@")
for target in "${targets[@]}"; do
  grep -q "^target $target " "$build/targets" || { echo "fuzz.sh: no target $target (see --list)" >&2; exit 2; }
done

failed=0
# shellcheck disable=SC2059
[ $mode != fuzz ] || printf "$format" target runs edges inputs slowest lines result
for target in "${targets[@]}"; do "$mode" "$target" || failed=1; done
exit $failed
