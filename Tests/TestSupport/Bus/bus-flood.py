"""Programs that flood a name of the bus, and others beside them: D-Bus by hand, for no library is fast enough.

    sink ADDRESS                                    answers every call; prints its unique name first
    flood ADDRESS NAME KIND CONNECTIONS SECONDS     prints the number of calls by answer, as JSON
    burst ADDRESS NAME BYTES COUNT                  as many calls in one go, whose answers are counted
    others ADDRESS SECONDS                          prints how long each call took, in milliseconds, as JSON
"""
import collections, json, os, selectors, socket, struct, sys, threading, time

NAME = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"
ENTRY = {"flood": "org.example.Flood", "others": "org.example.Mail"}


class Values:
    def __init__(self):
        self.bytes = bytearray()

    def pad(self, size):
        self.bytes += bytes(-len(self.bytes) % size)
        return self

    def number(self, value):
        self.pad(4).bytes += struct.pack("<I", value & 0xFFFFFFFF)
        return self

    def text(self, value):
        raw = value.encode()
        self.number(len(raw)).bytes += raw + b"\0"
        return self

    def signature(self, value):
        self.bytes += bytes([len(value)]) + value.encode() + b"\0"
        return self

    def hint(self, name, kind, value):
        self.pad(8).text(name).signature(kind)
        return self.text(value) if kind == "s" else self.number(value)

    def array(self, size, write):
        self.number(0)
        place = len(self.bytes) - 4
        self.pad(size)
        start = len(self.bytes)
        write(self)
        self.bytes[place:place + 4] = struct.pack("<I", len(self.bytes) - start)
        return self


def message(kind, serial, fields, signature="", body=b""):
    head = Values()
    if signature:
        fields = fields + [(8, "g", signature)]
    for code, type_, value in fields:
        head.pad(8).bytes += bytes([code])
        head.signature(type_)
        {"g": head.signature, "u": head.number}.get(type_, head.text)(value)
    whole = Values()
    whole.bytes += bytes([ord("l"), kind, 0, 1])
    whole.number(len(body)).number(serial).number(len(head.bytes)).bytes += head.bytes
    return bytes(whole.pad(8).bytes) + body


def call(serial, name, path, interface, member, signature="", body=b""):
    return message(1, serial, [(1, "o", path), (2, "s", interface), (3, "s", member), (6, "s", name)], signature, body)


def notify(serial, summary, entry=None, app="app", replaces=0, body="", hints=(), name=NAME):
    def write(values):
        for hint in hints:
            values.hint(*hint)
        if entry:
            values.hint("desktop-entry", "s", entry)

    values = Values().text(app).number(replaces).text("").text(summary).text(body)
    values.array(4, lambda _: None).array(8, write).number(-1)
    return call(serial, name, PATH, NAME, "Notify", "susssasa{sv}i", bytes(values.bytes))


class Bus:
    def __init__(self, address):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(address.split("path=")[1].split(",")[0])
        self.buffer = b""
        uid = str(os.getuid()).encode().hex().encode()
        self.socket.sendall(b"\0AUTH EXTERNAL " + uid + b"\r\nBEGIN\r\n")
        while b"\r\n" not in self.buffer:
            self.more()
        self.buffer = self.buffer.split(b"\r\n", 1)[1]
        driver = "org.freedesktop.DBus"
        self.socket.sendall(call(1, driver, "/org/freedesktop/DBus", driver, "Hello"))
        _, _, fields, body = self.answer(1)
        self.name = body[4:-1].decode()

    def more(self):
        part = self.socket.recv(1 << 18)
        if not part:
            raise EOFError
        self.buffer += part

    def length(self):
        if len(self.buffer) < 16:
            return None
        body, _, fields = struct.unpack("<III", self.buffer[4:16])
        return (16 + fields + 7) // 8 * 8 + body

    def whole(self):
        length = self.length()
        return length is not None and len(self.buffer) >= length

    def next(self):
        """Kind, serial, fields and body of the next message."""
        while not self.whole():
            self.more()
        length = self.length()
        raw, self.buffer = self.buffer[:length], self.buffer[length:]
        size, serial, end = struct.unpack("<III", raw[4:16])
        fields, place, end = {}, 16, 16 + end
        while place < end:
            place = (place + 7) // 8 * 8
            code, kind = raw[place], chr(raw[place + 2])
            place += 4
            if kind == "g":
                count = raw[place]
                fields[code] = raw[place + 1:place + 1 + count].decode()
                place += count + 2
                continue
            (value,) = struct.unpack("<I", raw[place:place + 4])
            if kind == "u":
                fields[code], place = value, place + 4
            else:
                fields[code] = raw[place + 4:place + 4 + value].decode()
                place += value + 5
        return raw[1], serial, fields, raw[len(raw) - size:] if size else b""

    def answer(self, serial):
        while True:
            found = self.next()
            if found[2].get(5) == serial:
                return found


def outcome(fields):
    return fields.get(4, "ok").split(".")[-1]


def sink(address):
    bus = Bus(address)
    print(bus.name, flush=True)
    serial = 1
    while True:
        _, called, fields, _ = bus.next()
        serial += 1
        bus.socket.sendall(message(2, serial, [(5, "u", called), (6, "s", fields[7])]))


def flood(address, name, kind, connections, seconds):
    """60 calls are under way, or four of each of many connections."""
    entry = ENTRY["flood"]

    def one(serial):
        number = f"{os.getpid()} {serial}"
        if kind == "same":
            return notify(serial, "same", entry, name=name)
        if kind == "new":
            return notify(serial, number, entry, name=name)
        if kind == "replace":
            return notify(serial, number, entry, replaces=1, body="t" * 3000, name=name)
        if kind == "tag":
            hints = [("x-canonical-private-synchronous", "s", "volume"), ("value", "i", serial % 100)]
            return notify(serial, number, entry, hints=hints, name=name)
        if kind == "transient":
            return notify(serial, number, entry, hints=[("transient", "b", 1)], name=name)
        if kind == "invented":
            return notify(serial, number, app=f"invented{serial}", name=name)
        raise SystemExit(f"no such flood: {kind}")

    buses = [Bus(address) for _ in range(connections)]
    under_way, most = [0] * connections, 60 if connections == 1 else 4
    serial, found, end = 100, collections.Counter(), time.monotonic() + seconds
    selector = selectors.DefaultSelector()
    for index, bus in enumerate(buses):
        selector.register(bus.socket, selectors.EVENT_READ, index)
    while time.monotonic() < end or any(under_way):
        for index, bus in enumerate(buses):
            more = most - under_way[index] if time.monotonic() < end else 0
            if more > 0:
                bus.socket.sendall(b"".join(one(serial + 1 + n) for n in range(more)))
                serial, under_way[index] = serial + more, most
        for key, _ in selector.select(0.2):
            bus = buses[key.data]
            bus.more()
            while bus.whole():
                fields = bus.next()[2]
                if 5 in fields:
                    under_way[key.data] -= 1
                    found[outcome(fields)] += 1
    print(json.dumps(found), flush=True)


def burst(address, name, size, count):
    bus, found = Bus(address), collections.Counter()
    calls = b"".join(
        notify(100 + n, f"{n}", ENTRY["flood"], body="z" * size, name=name) for n in range(count))
    threading.Thread(target=bus.socket.sendall, args=(calls,), daemon=True).start()
    while sum(found.values()) < count:
        fields = bus.next()[2]
        if 5 in fields:
            found[outcome(fields)] += 1
    print(json.dumps(found), flush=True)


def others(address, seconds):
    """By a connection that stays, and every fourth time by one of its own."""
    took, found = {"open": [], "new": []}, collections.Counter()

    def post(bus, kind, serial):
        start = time.monotonic()
        bus.socket.sendall(notify(serial, f"{start}", ENTRY["others"]))
        found[outcome(bus.answer(serial)[2])] += 1
        took[kind].append(round((time.monotonic() - start) * 1000, 2))

    bus, end, serial = Bus(address), time.monotonic() + seconds, 100
    while time.monotonic() < end:
        serial += 1
        post(bus, "open", serial)
        if serial % 4 == 0:
            new = Bus(address)
            post(new, "new", 2)
            new.socket.close()
        time.sleep(0.02)
    print(json.dumps({**took, "answers": found}), flush=True)


words = sys.argv[2:]
{
    "sink": lambda: sink(words[0]),
    "flood": lambda: flood(words[0], words[1], words[2], int(words[3]), float(words[4])),
    "burst": lambda: burst(words[0], words[1], int(words[2]), int(words[3])),
    "others": lambda: others(words[0], float(words[1])),
}[sys.argv[1]]()
