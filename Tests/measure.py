#!/usr/bin/python3
"""The size and shape of the code, by module, of one checkout or of two side by side.
For each module of Sources and Tests: files, lines, the median and the longest file, words of comments, how often "what"
stands in a thousand of them, and functions called take. For each checkout: folders with more than 30 files, file names
that stand twice in Sources, pages, and the places that are one too many for a notification to have one life: fields of
a record's life that another file may set, changes of a request that was folded, calls that tell the owner of an end, a
hold or a release outside the file for that, and owners' values that are lost with the process. With --xunit also the seconds of each test target, from the results that
`swift test --xunit-output FILE` has written.
"""
import argparse
import collections
import pathlib
import re
import statistics
import xml.etree.ElementTree

MOST_FILES = 30
WORD = re.compile(r"[A-Za-z’']+")
TAKE = re.compile(r"\bfunc take\b")
DELIVERY = ["Delivery", "Records"]
LIFE = {
    "a request that was folded is changed": re.compile(r"\brequest\.origin = "),
    "an owner is told by hand": re.compile(
        r"\b(?:leaveScreen|tellClosed|banners\.withdraw|joint\.follow|lockClosings\.\w+|recentlyDismissed\.\w+"
        r"|closings\.note|noteClosing)\("),
    "lost with the process": re.compile(r"\b[Ll]ost with the process"),
}
SETTABLE = re.compile(
    r"package var (?:life|outcome|repeats|replacements|posted|came|summary|expires|missed|joint|link)\b(?!.*\{)")
TOLD_IN = "CarryingOut.swift"
COLUMNS = ["files", "lines", "median", "longest", "words", "what/1000", "take"]


def comment(line):
    """The comment in a line of code, or nothing."""
    line = line.strip()
    return line if line.startswith("//") else line.partition(" // ")[2]


def row(files):
    """The columns for these files."""
    texts = [file.read_text(errors="replace").splitlines() for file in files]
    lengths = [len(lines) for lines in texts] or [0]
    words = [word.lower() for lines in texts for line in lines for word in WORD.findall(comment(line))]
    takes = sum(bool(TAKE.search(line)) for lines in texts for line in lines)
    per_thousand = round(1000 * words.count("what") / max(len(words), 1), 1)
    return [
        len(files), sum(lengths), round(statistics.median(lengths)), max(lengths), len(words), per_thousand, takes]


def life(sources):
    """Lists of places by the rule that they break."""
    notes = collections.defaultdict(list)
    record = sources / "NotificationModel/NotificationRecord.swift"
    text = record.read_text() if record.exists() else ""
    body = text.partition("struct NotificationRecord")[2].partition("extension NotificationRecord")[0]
    notes["a field of the life can be set"] += [line.strip() for line in body.splitlines() if SETTABLE.search(line)]
    for module in DELIVERY:
        for file in sorted((sources / module).rglob("*.swift")):
            for number, line in enumerate(file.read_text().splitlines(), 1):
                for rule, pattern in LIFE.items():
                    is_free = rule.startswith("an owner") and (
                        module != DELIVERY[0] or file.name == TOLD_IN or "func " in line)
                    if pattern.search(line) and not is_free:
                        notes[rule].append(f"{file.relative_to(sources)}:{number}")
    lines = sum(len(file.read_text().splitlines()) for module in DELIVERY for file in (sources / module).rglob("*.swift"))
    notes[f"lines of {' and '.join(DELIVERY)}"] += [str(lines)]
    return notes


def measured(checkout):
    """Rows by top folder and module, and notes: lists of paths by their title."""
    root = pathlib.Path(checkout)
    rows, notes = {}, collections.defaultdict(list)
    for top in ["Sources", "Tests"]:
        files = sorted(file for suffix in ["swift", "c", "h"] for file in (root / top).rglob(f"*.{suffix}"))
        modules = collections.defaultdict(list)
        for file in files:
            modules[file.relative_to(root / top).parts[0]].append(file)
        rows |= {(top, module): row(modules[module]) for module in sorted(modules)}
        rows[top, f"all of {top}"] = row(files)
        for folder, count in collections.Counter(file.parent for file in files).items():
            if count > MOST_FILES:
                notes[f"folders with more than {MOST_FILES} files"].append(f"{folder.relative_to(root)} {count}")
        if top == "Sources":
            names = collections.Counter(file.name for file in files if file.suffix == ".swift")
            notes["file names that stand twice"] += [name for name, count in sorted(names.items()) if count > 1]
            notes.update(life(root / top))
    notes["pages"] = sorted(page.name for page in (root / "Sources").rglob("*.md"))
    return rows, notes


def seconds(files):
    """By test target."""
    sums = collections.Counter()
    for file in files:
        for case in xml.etree.ElementTree.parse(file).iter("testcase"):
            sums[case.get("classname", "").partition(".")[0]] += float(case.get("time") or 0)
    return sums


def main():
    parser = argparse.ArgumentParser(
        usage="measure.py [--xunit FILE]… [CHECKOUT [LATER]]", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--xunit", metavar="FILE", action="append", default=[])
    parser.add_argument("checkouts", nargs="*", metavar="CHECKOUT", default=[pathlib.Path(__file__).parent.parent])
    arguments = parser.parse_args()
    checkouts = [measured(checkout) for checkout in arguments.checkouts]

    missing = [0] * len(COLUMNS)
    table = [["", *COLUMNS]]
    # In the order of the last checkout; modules that only the first has stand behind.
    for key in dict.fromkeys(key for rows, _ in reversed(checkouts) for key in rows):
        columns = zip(*(rows.get(key, missing) for rows, _ in checkouts))
        table.append([key[1], *(" → ".join(str(value) for value in values) for values in columns)])
    widths = [max(map(len, column)) for column in zip(*table)]
    for name, *cells in table:
        print(name.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(cells, widths[1:])), sep="  ")

    for title in dict.fromkeys(title for _, notes in checkouts for title in notes):
        for checkout, (_, notes) in zip(arguments.checkouts, checkouts):
            print(f"\n{title}, {checkout}: {len(notes[title])}")
            print("".join(f"  {note}\n" for note in notes[title]), end="")

    if arguments.xunit:
        sums = seconds(arguments.xunit)
        print(f"\nseconds of tests: {sum(sums.values()):.0f}")
        for target, sum_of_target in sums.most_common():
            print(f"  {target:32}{sum_of_target:8.0f}")


main()
