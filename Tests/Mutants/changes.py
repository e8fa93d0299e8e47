"""The changes that mutants.py tries: mutants drawn from the program, and breaks written down in Guarantees/."""
import dataclasses
import fnmatch
import functools
import itertools
import json
import os
import pathlib
import random
import re
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent

DELIVERY, GUIDELINES, FRONT, STORE = "DeliveryTests", "GuidelinesTests", "FrontTests", "StoreTests"
# module: its own tests that breaks meet, without those of programs that the copy does not build.
OWN = {
    "Guidelines": GUIDELINES,
    "Front": FRONT,
    "Store": STORE,
    "Intake": "IntakeTests.(?!Certification)",
    "Images": "ImagesTests",
    "Sink": "SinkTests",
    "Desktop": "DesktopTests.LinkOpenerTests",
}
# area: its files, and the tests that its mutants meet, the likeliest first. A file belongs to the last area that names
# it.
AREAS = {
    "guidelines": (["Sources/Guidelines/*"], [GUIDELINES, DELIVERY]),
    "banners": (
        ["Sources/Delivery/Screen/Banner*", "Sources/Records/Banner*"], [DELIVERY + ".BannerRowTests", DELIVERY]),
    "life": (
        ["Sources/NotificationModel/Life*", "Sources/NotificationModel/AppLink.swift",
         "Sources/Delivery/Entries/CarryingOut.swift", "Sources/Delivery/Entries/Telling.swift"],
        ["NotificationModelTests", DELIVERY]),
    "front": (["Sources/Front/*"], [DELIVERY + ".(Front|Passing|Faithfulness)", FRONT]),
    "quotas": (
        ["Sources/Guidelines/TokenBucket.swift", "Sources/Guidelines/AlertRate.swift",
         "Sources/Delivery/Apps/Rates.swift", "Sources/Delivery/Apps/Scripts.swift",
         "Sources/Delivery/Entries/Entries.swift"],
        [GUIDELINES, DELIVERY]),
    "times": (
        ["Sources/Guidelines/LocalTime.swift", "Sources/Guidelines/Schedule.swift",
         "Sources/Guidelines/Timetable.swift", "Sources/Delivery/State/Timing.swift", "Sources/Delivery/Holding/*"],
        [GUIDELINES, DELIVERY]),
    "store": (["Sources/Store/Tables/*"], [STORE, DELIVERY]),
}
# The same for each module with tests of its own: those of bellhopd alone are of programs.
MODULES = {
    module: ([f"Sources/{module}/*"], list(dict.fromkeys((OWN.get(module, tests), DELIVERY))))
    for module, tests in [(path.name, f"{path.name}Tests") for path in sorted((ROOT / "Sources").iterdir())]
    + [("Records", DELIVERY), ("bellhop", "CommandLineTests"), ("bellhop-bus", "BellhopBusTests"),
       ("ServerBus", "BellhopBusTests")]
    if (ROOT / "Tests" / tests).is_dir()
}


@functools.cache
def read(file):
    return (ROOT / file).read_bytes()


@dataclasses.dataclass
class Change:
    """A text in place of some bytes of a file."""
    file: str
    start: int
    end: int
    new: str
    area: str = ""
    tests: tuple = ()
    about: str = ""
    id: int = 0

    def lines(self):
        """The lines before and after, without their indentation."""
        source = read(self.file)
        first, last = source.rfind(b"\n", 0, self.start) + 1, source.find(b"\n", self.end)
        after = source[first:self.start] + self.new.encode() + source[self.end:last]
        return [[line.strip() for line in text.decode().splitlines() if line.strip()]
                for text in (source[first:last], after)]

    def key(self):
        return self.file, *("\n".join(lines) for lines in self.lines())

    def __str__(self):
        line = read(self.file).count(b"\n", 0, self.start) + 1
        before, after = self.lines()
        heading = f"{self.file}:{line}" + (f": {self.about}" if self.about else "")
        return "\n".join([heading] + [f"    - {text}" for text in before] + [f"    + {text}" for text in after])

    def for_weave(self):
        return json.dumps({name: getattr(self, name) for name in ("id", "file", "start", "end", "new")})


def mutants(weave, seed, areas=AREAS):
    """The mutants of all areas in the order of the draw, one of each area in turn."""
    files = subprocess.check_output(["git", "ls-files", "Sources/*.swift"], cwd=ROOT, text=True).split()
    area = {file: name for name, (patterns, _) in areas.items() for file in files
            if any(fnmatch.fnmatch(file, pattern) for pattern in patterns)}
    groups = {name: [] for name in areas}
    for line in subprocess.check_output([weave, "candidates", *sorted(area)], cwd=ROOT, text=True).splitlines():
        change = json.loads(line)
        name = area[change["file"]]
        groups[name].append(Change(**change, area=name, tests=tuple(areas[name][1])))
    # A change of one area leaves the draw of the others as it was.
    for name, group in groups.items():
        random.Random(f"{seed} {name}").shuffle(group)
    return [change for turn in itertools.zip_longest(*groups.values()) for change in turn if change]


def paragraphs(path):
    """The paragraphs of a file of changes: a sentence, a file, and its lines before (-) and after (+)."""
    for paragraph in re.findall(r"(?:.+\n?)+", path.read_text()):
        lines = paragraph.splitlines()
        at = next(number for number, line in enumerate(lines) if line.startswith("Sources/"))
        before, after = ([line[2:].strip() for line in lines[at + 1:] if line.startswith(sign)] for sign in "-+")
        yield " ".join(lines[:at]), lines[at].strip(), before, after


def answers():
    """By the key of a mutant that no test notices: why it changes nothing that anyone could see."""
    return {(file, "\n".join(before), "\n".join(after)): why
            for why, file, before, after in paragraphs(HERE / "Answers.txt")}


def breaks():
    """The breaks of the ten guarantees, and why some of them do not fit the sources any more."""
    found, faults = [], []
    for number in range(1, 11):
        guarantee = f"G{number}"
        suite = next((ROOT / "Tests/DeliveryTests/Guarantees").glob(f"{guarantee}[!0-9]*")).stem
        for about, file, before, after in paragraphs(HERE / f"Guarantees/{guarantee}.txt"):
            own = OWN.get(file.split("/")[1], DELIVERY)
            tests = tuple(dict.fromkeys((f"{DELIVERY}.{suite}", own, DELIVERY)))
            try:
                found.append(placed(file, before, after, area=guarantee, tests=tests, about=about))
            except (OSError, ValueError) as fault:
                faults.append(f"{guarantee}: {about}: {fault}")
    return found, faults


def common(first, second):
    """How many elements the two begin with in common, and then end with."""
    front = len(os.path.commonprefix([first, second]))
    return front, len(os.path.commonprefix([first[front:][::-1], second[front:][::-1]]))


def placed(file, before, after, **rest):
    """The change of these lines, narrowed to the lines that differ, and to the words within lines that have changed."""
    source = read(file).decode()
    lines = r"\n\s*".join(f"({re.escape(line)})" for line in before)
    places = list(re.finditer(rf"(?m)^[ \t]*{lines}[ \t]*$", source))
    if len(places) != 1:
        raise ValueError(f"its lines stand {len(places)} times in {file}")
    front, back = common(before, after)
    # New lines belong to one that is there.
    if front + back == len(before):
        front, back = (front - 1, back) if front else (0, back - 1)
    start, end = places[0].start(front + 1), places[0].end(len(before) - back)
    old, new = source[start:end], "\n".join(after[front:len(after) - back])
    if len(after) == len(before):
        words = [re.findall(r"\w+|\s+|[^\w\s]", text) for text in (old, new)]
        front, back = common(*words)
        # New words belong to the word before them.
        while front and not "".join(words[0][front:len(words[0]) - back]).strip():
            front -= 1
        start += len("".join(words[0][:front]))
        old, new = ("".join(text[front:len(text) - back]) for text in words)
    offset = len(source[:start].encode())
    return Change(file, offset, offset + len(old.encode()), new, **rest)


if __name__ == "__main__":
    # The written changes that no longer fit their files.
    print("\n".join(breaks()[1]), end="")
