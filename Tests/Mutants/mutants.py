#!/usr/bin/env python3
"""mutants.py: changes the program in one place at a time, and sees whether a test notices.

  mutants.py mutants    150 mutants drawn by BELLHOP_SEED: a condition negated, a bound shifted, a line dropped
  mutants.py broken     the guarantees, each broken on purpose in several ways (Guarantees/)
  mutants.py list       both, without a build
  mutants.py rank       600 mutants drawn from all modules, and for each file of tests how many it alone notices

A copy of the tree is built once, optimised, with all these changes in it; BELLHOP_MUTANT chooses one. A mutant that
does not compile gives its place to the next one drawn. Each meets the tests of its area and 2,000 random sequences
(BELLHOP_SEQUENCES) until a test fails. The exit status is 1 where fewer than 95 in 100 mutants were noticed, where one
that was not has no sentence in Answers.txt, or where a broken guarantee went unnoticed.

To rank, each mutant meets the tests of its module and of Delivery to their end, without the sequences; this takes a
night. The table (.build/mutants/table-SEED.jsonl) has a line for each mutant tried; another run goes on behind the
last. Then the files of tests are printed, and those that could go: of the rest each time the one that alone notices the
fewest for its lines, until the share of mutants noticed would fall by one point. Files of guarantees are not among
them.
"""
import collections
import dataclasses
import functools
import json
import os
import pathlib
import queue
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time

import changes

WORK = changes.ROOT / ".build/mutants"
COPY = WORK / "tree"
SEED = int(os.environ.get("BELLHOP_SEED", "1"))
COUNT = int(os.environ.get("BELLHOP_MUTANTS", "600" if sys.argv[1:] == ["rank"] else "150"))
SEQUENCES = os.environ.get("BELLHOP_SEQUENCES", "2000")
# A mutant that no other test has noticed meets the random sequences, and the engine's year.
LONG = ["DeliveryTests.PropertyTests", "DeliveryTests.YearTests"]
CHOICE = b"""\
import Glibc

private let chosen = getenv("BELLHOP_MUTANT").flatMap { Int(String(cString: $0)) } ?? 0
func mutant(_ number: Int) -> Bool { chosen == number }
"""


def say(text=""):
    print(text, flush=True)


# The build

def compiled_weave():
    """The program that finds mutants and writes changes into sources, built with the SwiftSyntax of the toolchain."""
    host = pathlib.Path(shutil.which("swift")).resolve().parent.parent / "lib/swift/host"
    WORK.mkdir(parents=True, exist_ok=True)
    subprocess.run(
        ["swiftc", "-swift-version", "6", "-parse-as-library", "-I", host, "-L", host, "-lSwiftParser", "-lSwiftSyntax",
         "-lSwiftOperators", "-Xlinker", "-rpath", "-Xlinker", host, changes.HERE / "Weave.swift",
         changes.HERE / "Candidates.swift", "-o", WORK / "weave"], check=True)
    return WORK / "weave"


def copy_tree(weave, chosen):
    """Writes the tree with these changes to COPY, of its files those that differ; returns where each change stands."""
    listed = subprocess.check_output(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=changes.ROOT, text=True).splitlines()
    files = {name: changes.read(name) for name in listed if (changes.ROOT / name).is_file()}
    # Of the tests only those that mutants meet: the others take half the time to build.
    suites = {tests.split(".")[0] for change in chosen for tests in change.tests}
    files["Package.swift"] = re.sub(
        rb'(?ms)^    tests\(\s*"(\w+)".*?(?=^    tests\(|^  \])',
        lambda target: target[0] if target[1].decode() in suites else b"", files["Package.swift"])
    given = "\n".join(change.for_weave() for change in chosen)
    places = []
    for line in subprocess.check_output([weave, "apply"], cwd=changes.ROOT, input=given, text=True).splitlines():
        woven = json.loads(line)
        files[woven["file"]] = woven["text"].encode()
        places += woven["places"]
    for module in {change.file.split("/")[1] for change in chosen}:
        files[f"Sources/{module}/Mutant.swift"] = CHOICE
    for folder in ("Sources", "Tests"):
        for path in (COPY / folder).rglob("*"):
            if path.is_file() and str(path.relative_to(COPY)) not in files:
                path.unlink()
    for name, text in files.items():
        path = COPY / name
        if not path.exists() or path.read_bytes() != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text)
    return places


def refused(output, places):
    """The changes at which the compiler complains: the innermost on the line, or the last one above it."""
    found = set()
    for file, line in set(re.findall(re.escape(str(COPY)) + r"/(\S+?):(\d+):\d+: error:", output)):
        above = [place for place in places if place["file"] == file and place["first"] <= int(line)]
        around = [place for place in above if int(line) <= place["last"]]
        if around:
            found.add(min(around, key=lambda place: place["last"] - place["first"])["id"])
        elif above:
            found.add(max(above, key=lambda place: place["last"])["id"])
    return found


def build(weave, drawn, broken):
    """Builds the copy with COUNT mutants and all breaks that compile; returns these, and the breaks that do not."""
    left_out = set()
    for number, change in enumerate(drawn + broken, 1):
        change.id = number
    while True:
        mutants = [change for change in drawn if change.id not in left_out][:COUNT]
        breaks = [change for change in broken if change.id not in left_out]
        places = copy_tree(weave, mutants + breaks)
        say(f"building {len(mutants)} mutants and {len(breaks)} breaks; {len(left_out)} do not compile")
        built = subprocess.run(
            ["swift", "build", "--product", "bellhopPackageTests", "-Xswiftc", "-O", "-Xswiftc", "-enable-testing"],
            cwd=COPY, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        more = refused(built.stdout, places) | {change.id for change in mutants + breaks} - {
            place["id"] for place in places}
        if not more and built.returncode:
            sys.exit(built.stdout[-8000:])
        if not more:
            return mutants, breaks, [change for change in broken if change.id in left_out]
        left_out |= more


# The runs

def lines_of(child):
    """A queue of a program's lines of output without their colours; after the last, None."""
    lines = queue.Queue()

    def read():
        for line in child.stdout:
            lines.put(re.sub(r"\x1b\[[0-9;]*m", "", line.decode(errors="replace")))
        lines.put(None)
    threading.Thread(target=read, daemon=True).start()
    return lines


@dataclasses.dataclass
class Limit:
    """Seconds of work, and of the clock for a mutant that waits for ever."""
    work: float
    clock: float


def started(number, tests, limit, *options, output=subprocess.DEVNULL):
    """A process of these tests with a mutant, in a group of its own."""
    skipped = [] if tests in LONG else [option for long in LONG for option in ("--skip", "^" + long)]
    # Past the first number the kernel sends SIGXCPU, past the second SIGKILL, which a crash might be as well.
    return subprocess.Popen(
        ["prlimit", f"--cpu={limit.work:.0f}:{limit.work + 10:.0f}", COPY / ".build/debug/bellhopPackageTests.xctest",
         "--testing-library", "swift-testing", "--no-parallel", "--filter", "^" + tests, *skipped, *options],
        env=dict(os.environ, BELLHOP_MUTANT=str(number), BELLHOP_SEQUENCES=SEQUENCES, SWIFT_BACKTRACE="enable=no"),
        cwd=COPY, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, start_new_session=True)


def end(child):
    """Kills it with all that it has started."""
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    child.wait()


def failure(number, tests, limit):
    """The first of these tests that fails with a mutant, or does not end in time; nothing where all pass."""
    child = started(number, tests, limit, output=subprocess.PIPE)
    lines, latest = lines_of(child), time.monotonic() + limit.clock
    running, has_passed = "", False
    try:
        while line := lines.get(timeout=max(0.1, latest - time.monotonic())):
            if failed := re.match(r"✘ Test (.*?) recorded an issue", line):
                return failed[1]
            if begun := re.match(r"◇ Test (?!case|run)(.*) started", line):
                running = begun[1]
            has_passed = has_passed or re.match(r"✔ Test run with [1-9]\d* tests?\b", line) is not None
        status = child.wait()
        if status == -signal.SIGXCPU:
            return f"the time limit in {running}"
        return f"a crash in {running}" if status or not has_passed else ""
    except queue.Empty:
        return f"the time limit in {running}"
    finally:
        end(child)


def measured(tests, run):
    """What a run without a mutant finds, and three times its work, and ten times its seconds, which depend on other
    programs."""
    begin, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    found = run(0, tests, Limit(work=3_600, clock=3_600))
    after, seconds = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic() - begin
    work = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    say(f"{tests}: {seconds:.0f} s without a mutant, {work:.0f} s of work")
    return found, Limit(work=3 * work + 5, clock=10 * seconds + 60)


@functools.cache
def limit(tests):
    test, found = measured(tests, failure)
    if test:
        sys.exit(f"fails without a mutant: {test}")
    return found


def noticing(number, tests, limit):
    """The files of these tests that notice a mutant, as Module/File.swift, and all that meet it. At a crash, or where a
    test does not end in time, that test's file has noticed it, and the others meet it again; after the fifth time no
    more."""
    found, met, ended = set(), set(), False
    for _ in range(5):
        events = WORK / "events.jsonl"
        events.unlink(missing_ok=True)
        skipped = [option for file in found for option in ("--skip", "/" + re.escape(file.split("/")[1]) + ":")]
        child = started(
            number, tests, limit, "--event-stream-output-path", events, "--event-stream-version", "0", *skipped)
        try:
            child.wait(limit.clock)
        except subprocess.TimeoutExpired:
            pass
        finally:
            end(child)
        running = set()
        for line in events.read_text().split("\n") if events.exists() else []:
            # A crash may cut the last line off.
            event = json.loads(line)["payload"] if line.endswith("}") else {}
            ended = ended or event.get("kind") == "runEnded"
            file = re.match(r"(\w+)\..*/(\w+\.swift):\d+:\d+$", event.get("testID", ""))
            if not file:
                continue
            file = f"{file[1]}/{file[2]}"
            met.add(file)
            if event["kind"] == "testStarted":
                running.add(file)
            elif event["kind"] == "testEnded":
                running.discard(file)
            elif event["kind"] == "issueRecorded" and not event["issue"].get("isKnown"):
                found.add(file)
        if ended or not running:
            break
        found |= running
    return found, met


def ranked(tried):
    """Tries each change on all its tests, writes the table, and prints the files of tests by what they alone notice."""
    table = WORK / f"table-{SEED}.jsonl"
    rows = [json.loads(line) for line in table.read_text().splitlines()] if table.exists() else []
    done = {row["change"] for row in rows}
    plain, lines, guarantees = {}, {}, set()
    for tests in sorted({tests for change in tried for tests in change.tests}):
        # A file that fails without a mutant, on a busy machine say, is left out.
        plain[tests] = (failing, met), _ = measured(tests, noticing)
        for file in sorted(met):
            path = next((changes.ROOT / "Tests" / file.split("/")[0]).rglob(file.split("/")[1]))
            if file in failing:
                say(f"left out: {file}")
                continue
            lines[file] = path.read_text().count("\n")
            if "Guarantees" in path.parts:
                guarantees.add(file)
    with table.open("a") as out:
        for number, change in enumerate(tried, 1):
            if str(change) in done:
                continue
            found = sorted(set().union(*(noticing(change.id, tests, plain[tests][1])[0] for tests in change.tests)))
            rows.append({"change": str(change), "area": change.area, "files": found})
            print(json.dumps(rows[-1]), file=out, flush=True)
            say(f"{number} {change.area} {change}\n    noticed by {len(found)} files: {' '.join(found[:5])}")
    kept = [set(row["files"]) & lines.keys() for row in rows]
    whole = noticed = sum(map(bool, kept))

    def alone():
        counts = collections.Counter(next(iter(files)) for files in kept if len(files) == 1)
        return sorted(
            ((counts[file], file) for file in lines), key=lambda row: (row[0] / lines[row[1]], -lines[row[1]], row[1]))

    say("\nlines alone  all file")
    for count, file in alone():
        say(f"{lines[file]:5} {count:5} {sum(file in files for files in kept):4} {file}")
    say("\nCould go:")
    gone = 0
    while rest := [row for row in alone() if row[1] not in guarantees]:
        count, file = rest[0]
        if (whole - noticed + count) * 100 > len(rows):
            break
        noticed, gone = noticed - count, gone + lines.pop(file)
        kept = [files - {file} for files in kept]
        say(f"{file}: {gone} lines in all, {noticed} of {len(rows)} noticed")


def unnoticed(tried, known):
    """Tries each change, and says which test has noticed it; returns those that none has."""
    survivors, counts = [], collections.defaultdict(list)
    for number, change in enumerate(tried, 1):
        suites = (*change.tests, *LONG)
        test = next(filter(None, (failure(change.id, tests, limit(tests)) for tests in suites)), "")
        counts[change.area].append(bool(test))
        if not test:
            survivors.append(change)
        say(f"{number} {change.area} {change}")
        say(f"    noticed by {test}" if test else f"    UNNOTICED {known.get(change.key(), '')}")
    say()
    for area, results in counts.items():
        say(f"{area}: {sum(results)} of {len(results)} noticed")
    return survivors


def main(asked):
    weave = compiled_weave()
    if asked == "rank":
        return ranked(build(weave, changes.mutants(weave, SEED, changes.MODULES), [])[0])
    drawn, known = changes.mutants(weave, SEED), changes.answers()
    broken, faults = changes.breaks()
    if asked == "list":
        for change in drawn[:COUNT] + broken:
            say(f"{change.area} {change}")
    else:
        mutants, breaks, uncompiled = build(weave, drawn, broken)
        tried = mutants if asked == "mutants" else breaks
        survivors = unnoticed(tried, known)
        noticed = len(tried) - len(survivors)
        if asked == "mutants":
            faults = [f"unanswered: {change}" for change in survivors if change.key() not in known]
            if noticed * 100 < len(tried) * 95:
                faults.append("fewer than 95 in 100 noticed")
            say(f"{noticed} of {len(tried)} mutants noticed, {len(survivors)} others, seed {SEED}")
        else:
            faults += [f"does not compile: {change}" for change in uncompiled]
            faults += [f"unnoticed: {change}" for change in survivors]
            say(f"{noticed} of {len(tried)} breaks of the guarantees noticed")
    for fault in faults:
        say(fault)
    return bool(faults)


if __name__ == "__main__":
    if sys.argv[1:] not in (["mutants"], ["broken"], ["list"], ["rank"]):
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
