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
  BELLHOP_FUZZ=$1 BELLHOP_FUZZ_TARGET=$2 "$bundle" --testing-library swift-testing --filter "^Fuzz\.FuzzingSteps/$1"
}

# libFuzzer starts itself again to merge, as the program in its first argument: as this script, with this variable.
if [ -n "${BELLHOP_FUZZ_INNER-}" ]; then
  BELLHOP_FUZZ_ARGUMENTS="$here $*" step fuzz "$BELLHOP_FUZZ_INNER"
  exit
fi
# fuzzer TARGET ARGUMENT...: libFuzzer with these arguments.
fuzzer() { BELLHOP_FUZZ_INNER=$1 BELLHOP_FUZZ_SECONDS=$seconds "$here" "${@:2}"; }

make() {
  local driver
  driver=$(echo "$toolchain"/../lib/clang/*/lib/linux/libclang_rt.fuzzer_no_main-x86_64.a)
  BELLHOP_FUZZ=1 swift build --build-tests --scratch-path "$build" --ignore-lock --sanitize=address --enable-code-coverage \
    -Xswiftc -O -Xswiftc -use-ld=lld -Xlinker "$driver" -Xlinker -lstdc++ \
    -Xlinker --undefined=LLVMFuzzerRunDriver -Xlinker --export-dynamic-symbol=LLVMFuzzerRunDriver \
    >"$build.log" 2>&1 || { tail -n 40 "$build.log"; exit 1; }
}

# start TARGET: its directory of found inputs, with the kept ones in it.
start() {
  mkdir -p "$build/found/$1" "$build/broken"
  BELLHOP_FUZZ_DIRECTORY=$build/found/$1 step unpack "$1" >/dev/null 2>&1
}

parsers() { sed -n "s/^target $1 [0-9]* //p" "$build/targets" | tr ' ' '\n' | sed 's|^|Sources/|'; }

# coverage TARGET: lines and lines reached of its parsers, from a replay of every input.
coverage() {
  LLVM_PROFILE_FILE=$build/$1.profraw BELLHOP_FUZZ_DIRECTORY=$build/found/$1 step replay "$1" >"$build/$1.replay" 2>&1 ||
    return
  "$toolchain/llvm-profdata" merge -o "$build/$1.profdata" "$build/$1.profraw" 2>/dev/null && rm -f "$build/$1.profraw"
}
lines() {
  coverage "$1" || { echo '?'; return; }
  # shellcheck disable=SC2046
  "$toolchain/llvm-cov" report "$bundle" -instr-profile "$build/$1.profdata" $(parsers "$1") 2>/dev/null |
    awk '$1 == "TOTAL" { print $10 }'
}

# kept TARGET: the fewest inputs that reach the same edges, in Corpus.
keep() {
  start "$1"
  rm -rf "$build/fewest" && mkdir "$build/fewest"
  fuzzer "$1" -merge=1 "$build/fewest" "$build/found/$1" >"$build/$1.merge" 2>&1 || { tail "$build/$1.merge"; return 1; }
  BELLHOP_FUZZ_DIRECTORY=$build/fewest step keep "$1" >/dev/null 2>&1
  wc -lc "Tests/Fuzz/Corpus/$1.txt"
}

mkdir -p "$build"
make
step list '' 2>&1 | grep '^target ' >"$build/targets"
mapfile -t targets < <(cut -d ' ' -f 2 "$build/targets")
mode=fuzz
case ${1-} in
  --list) printf '%s\n' "${targets[@]}"; exit ;;
  --keep) mode=keep; shift ;;
  --lines) mode=lines; shift ;;
esac
[ $# = 0 ] || targets=("$@")
for target in "${targets[@]}"; do
  grep -q "^target $target " "$build/targets" || { echo "fuzz.sh: no target $target (see --list)" >&2; exit 2; }
done

failed=0
case $mode in
  keep) for target in "${targets[@]}"; do keep "$target" || failed=1; done ;;
  lines)
    for target in "${targets[@]}"; do
      start "$target"
      coverage "$target" || { cat "$build/$target.replay"; exit 1; }
      # shellcheck disable=SC2046
      "$toolchain/llvm-cov" show "$bundle" -instr-profile "$build/$target.profdata" $(parsers "$target") | grep -aE '^ *[0-9]+\| *0\||^/'
    done
    ;;
  fuzz)
    format='%-22s %10s %16s %9s %9s %7s  %s\n'
    # shellcheck disable=SC2059
    printf "$format" target runs edges inputs slowest lines result
    for target in "${targets[@]}"; do
      start "$target"
      log=$build/$target.log result=passed
      fuzzer "$target" -max_len="$(awk -v name="$target" '$2 == name { print $3 }' "$build/targets")" -timeout=20 -rss_limit_mb=4096 -print_final_stats=1 -use_value_profile=0 \
        -artifact_prefix="$build/broken/$target-" "$build/found/$target" >"$log" 2>&1 || { result="FAILED: $log"; failed=1; }
      edges=$(grep -aoE ' cov: [0-9]+' "$log" | awk 'NR == 1 { first = $2 } { last = $2 } END { print first " to " last }')
      # shellcheck disable=SC2059
      printf "$format" "$target" "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")" "$edges" \
        "$(find "$build/found/$target" -type f | wc -l)" "$(sed -n 's/^slowest: \([0-9]* us\).*/\1/p' "$log" | tail -n 1)" \
        "$(lines "$target")" "$result"
    done
    ;;
esac
exit $failed
