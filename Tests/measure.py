#!/usr/bin/python3
"""What the program amounts to, of one checkout, or of two and the difference.

usage: measure.py [--run] CHECKOUT [LATER-CHECKOUT]

Prints the lines of Swift, C and headers in each module, and those of the tests apart. With --run also how long a release
build takes from clean, the size of the three programs as built and stripped, and the threads of an idle bellhopd with the
front off and on. That needs the toolchain, binutils and dbus-daemon.
"""
import os
import re
import subprocess
import sys
import tempfile
import time

PROGRAMS = ["bellhopd", "bellhop", "bellhop-bus"]
# A thread that GLib's pool keeps for the next work ends after fifteen seconds without any.
SETTLING = 20


def lines_by_module(checkout, top):
    counts = {}
    for directory, _, names in os.walk(os.path.join(checkout, top)):
        for name in names:
            if not name.endswith((".swift", ".c", ".h")):
                continue
            module = os.path.relpath(directory, os.path.join(checkout, top)).split(os.sep)[0]
            with open(os.path.join(directory, name), "rb") as file:
                counts[module] = counts.get(module, 0) + sum(1 for _ in file)
    return counts


def build(checkout, scratch):
    begin = time.monotonic()
    subprocess.run(
        ["swift", "build", "-c", "release", "--package-path", checkout, "--scratch-path", scratch],
        check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - begin


def threads(programs, mode):
    """The names of those of the daemon, on a bus of its own."""
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "HOME": home, "XDG_RUNTIME_DIR": f"{home}/run"}
        for name in [name for name in environment if re.match("XDG_.*_HOME|DISPLAY|WAYLAND_", name)]:
            del environment[name]
        os.mkdir(f"{home}/run", 0o700)
        with open(f"{home}/bellhop.conf", "w") as file:
            file.write(f"[Front]\nMode={mode}\n")
        bus = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--print-address"], env=environment, stdout=subprocess.PIPE, text=True)
        environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
        started = [bus]
        try:
            commands = [["bellhopd", "--config", f"{home}/bellhop.conf"]] + ([["bellhop-bus"]] if mode == "on" else [])
            for command in commands:
                command[0] = f"{programs}/{command[0]}"
                started.append(subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL))
            time.sleep(SETTLING)
            tasks = f"/proc/{started[1].pid}/task"
            return sorted(open(f"{tasks}/{task}/comm").read().strip() for task in os.listdir(tasks))
        finally:
            for process in reversed(started):
                process.terminate()
                process.wait()


def measured(checkout, runs):
    """Rows: a section's name, a row's name, and a number or a text."""
    sources, tests = lines_by_module(checkout, "Sources"), lines_by_module(checkout, "Tests")
    rows = {("lines", module): count for module, count in sources.items()}
    rows["lines", "all of Sources"] = sum(sources.values())
    rows["lines", "all of Tests"] = sum(tests.values())
    if not runs:
        return rows
    with tempfile.TemporaryDirectory() as scratch:
        rows["seconds", "release build from clean"] = round(build(checkout, scratch))
        for program in PROGRAMS:
            path = f"{scratch}/release/{program}"
            subprocess.run(["strip", "-o", f"{path}.stripped", path], check=True)
            rows["bytes", f"{program}, as built"] = os.path.getsize(path)
            rows["bytes", f"{program}, stripped"] = os.path.getsize(f"{path}.stripped")
        for mode in ["off", "on"]:
            names = threads(f"{scratch}/release", mode)
            rows["threads", f"bellhopd, front {mode}"] = len(names)
            rows["threads", f"bellhopd, front {mode}, by name"] = " ".join(names)
    return rows


def main():
    arguments = [word for word in sys.argv[1:] if word != "--run"]
    if not 1 <= len(arguments) <= 2 or any(word.startswith("-") for word in arguments):
        sys.exit(__doc__)
    columns = [measured(checkout, "--run" in sys.argv[1:]) for checkout in arguments]
    sections = list(dict.fromkeys(section for section, _ in columns[0]))
    rows = {key for column in columns for key in column}
    section = None
    # Sums stand behind what they are of.
    for row in sorted(rows, key=lambda row: (sections.index(row[0]), row[1].startswith("all of "), row[1])):
        if row[0] != section:
            section = row[0]
            print(section)
        # A module of one of them alone has no lines in the other.
        values = [column.get(row, 0) for column in columns]
        if len(values) == 2 and not isinstance(values[0], str):
            values.append(f"{values[1] - values[0]:+}")
        print(f"  {row[1]:32}" + "".join(f"  {value:>10}" for value in values))


main()
