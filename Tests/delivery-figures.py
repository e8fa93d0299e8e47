#!/usr/bin/env python3
"""Counts Delivery in a commit: its size, the engine's own functions, and the reach of a call.

usage: Tests/delivery-figures.py [COMMIT...]     (without one: the files as they are)

Reach is counted by names: a function reaches those of its own type by a name that its body calls, and those of another
owner where the call names it (`banners.row`). Values and the store are left out, for each commit in the same way.
"""
import pathlib
import re
import subprocess
import sys

FUNCTION = re.compile(
    r"^  (?:@discardableResult\s+)?(?:(?:package|private|fileprivate|static|mutating|nonisolated) )*"
    r"(?:func (\w+)|(init|subscript)\b|(?:var (\w+)\b[^={]*\{))")
TYPE = re.compile(r"^(?:(?:package|private|fileprivate|final) )*(class|actor|struct|enum|extension|protocol) ([\w.]+)")
OPEN = re.compile(r"^  (?:@Transacted )?(?:package )?var (\w+)(?::[^={]*)?(?: = [^{]*)?$")


def sources(commit):
    if commit is None:
        root = pathlib.Path("Sources")
        return {str(path): path.read_text() for path in root.rglob("*.swift")}
    listed = subprocess.check_output(["git", "ls-tree", "-r", "--name-only", commit, "Sources"], text=True)
    paths = [path for path in listed.split("\n") if path.endswith(".swift")]
    return {path: subprocess.check_output(["git", "show", f"{commit}:{path}"], text=True) for path in paths}


def code(text):
    return [re.sub(r'"(?:[^"\\]|\\.)*"', '""', line.split("//")[0].rstrip()) for line in text.split("\n")]


def functions(path, lines):
    """Each function at the margin of a type: (type, name, file, body)."""
    found, kind, owner, current = [], "", "", None
    for line in lines:
        if match := TYPE.match(line):
            kind, owner, current = match[1], match[2], None
        elif match := FUNCTION.match(line):
            current = (owner, match[1] or match[2] or match[3], path, [line])
            if kind != "protocol":
                found.append(current)
        elif current:
            current[3].append(line)
    return found


def reached(all_functions, owners, starts):
    by_name = {}
    for function in all_functions:
        by_name.setdefault((function[0], function[1]), []).append(function)
    seen, queue = set(), [f for f in all_functions if f[1] in starts and f[0] == "DeliveryEngine"]
    while queue:
        function = queue.pop()
        if id(function) in seen:
            continue
        seen.add(id(function))
        for path, name in set(re.findall(r"((?:\b\w+\.)*)\b(\w+)", "\n".join(function[3]))):
            receiver = path.rstrip(".").split(".")[-1]
            kind = function[0] if receiver in ("", "self") else owners.get(receiver)
            queue += by_name.get((kind, name), [])
    return [f for f in all_functions if id(f) in seen]


def figures(commit):
    everything = sources(commit)
    delivery = {path: text for path, text in everything.items() if path.startswith("Sources/Delivery/")}
    lines = {path: code(text) for path, text in delivery.items()}
    all_functions = [function for path in lines for function in functions(path, lines[path])]
    reference, open_fields, owners = "", [], {"engine": "DeliveryEngine"}
    for path in lines:
        for line in lines[path]:
            if match := TYPE.match(line):
                reference = match[1] in ("class", "actor") or match[2] == "LiveState"
            elif match := re.match(r"^  (?:(?:private|package) )?(?:let|var) (\w+): (\w+) ?(?:\{|$)", line):
                owners[match[1]] = match[2]
            elif reference and (match := OPEN.match(line)):
                open_fields.append(f"{path}: {match[1]}")
    branches = "\n".join("\n".join(code(text)) for path, text in everything.items()
                         if path.startswith(("Sources/Delivery/", "Sources/Guidelines/", "Sources/NotificationModel/")))
    print(f"{commit or 'as it is'}:")
    print(f"  lines {sum(text.count(chr(10)) for text in delivery.values())}, files {len(delivery)}")
    print(f"  functions on the engine: {sum(f[0] == 'DeliveryEngine' for f in all_functions)}")
    print(f"  fields that another file may write: {len(open_fields)}")
    for start in ("markRead", "post"):
        reach = reached(all_functions, owners, {start})
        print(f"  functions that {start} can reach: {len(reach)}, in {len({f[2] for f in reach})} files")
    makers = len(re.findall(r"\bSituation\(\s*now:|\bsituation\(of:|(?<!func )\bsituation\(\s*of:", "\n".join(
        "\n".join(lines[path]) for path in lines)))
    print(f"  places that make a situation: {makers}")
    tests = len(re.findall(r"\bconventions [!=]= nil|if case \.desktop", branches))
    print(f"  branches on where a notification came from: {tests}")


for commit in sys.argv[1:] or [None]:
    figures(commit)
