#!/usr/bin/python3
"""A service manager (org.freedesktop.systemd1) that runs units: those of a file, with drop-ins as systemd reads them.

Usage: scripted-units.py DIRECTORY
DIRECTORY/units.json: by name, Type, BusName, ExecStart, Environment, RequiredBy, Transient. A name that ends in .socket
has Listen and Program instead.
Drop-ins are read from $XDG_CONFIG_HOME/systemd/user/NAME.d/*.conf at the start and at Reload.
DIRECTORY/faults: a line "METHOD [UNIT]" refuses that call, "job METHOD UNIT" lets its job fail, "kill UNIT" ends what it
has started at once; behind "once " only the first time. "run METHOD UNIT: COMMAND" has a shell run that before the call
is carried out. DIRECTORY/log: a line for each call.
"""
import ctypes
import glob
import json
import os
import signal
import subprocess
import sys

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib

INTERFACE = """
<node>
  <interface name="org.freedesktop.systemd1.Manager">
    <method name="Reload"/>
    <method name="GetUnitByPID"><arg type="u" direction="in"/><arg type="o" direction="out"/></method>
    <method name="LoadUnit"><arg type="s" direction="in"/><arg type="o" direction="out"/></method>
    <method name="StartUnit"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="o" direction="out"/></method>
    <method name="StopUnit"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="o" direction="out"/></method>
    <method name="StartTransientUnit"><arg type="s" direction="in"/><arg type="s" direction="in"/>
      <arg type="a(sv)" direction="in"/><arg type="a(sa(sv))" direction="in"/><arg type="o" direction="out"/></method>
    <signal name="JobRemoved"><arg type="u"/><arg type="o"/><arg type="s"/><arg type="s"/></signal>
    <method name="RestartUnit"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="o" direction="out"/></method>
  </interface>
  <interface name="org.freedesktop.systemd1.Unit">
    <property name="Id" type="s" access="read"/>
    <property name="ActiveState" type="s" access="read"/>
    <property name="Job" type="(uo)" access="read"/>
    <property name="Transient" type="b" access="read"/>
    <property name="DropInPaths" type="as" access="read"/>
    <property name="RequiredBy" type="as" access="read"/>
    <property name="BoundBy" type="as" access="read"/>
    <property name="RequisiteOf" type="as" access="read"/>
  </interface>
  <interface name="org.freedesktop.systemd1.Service">
    <property name="Type" type="s" access="read"/>
    <property name="MainPID" type="u" access="read"/>
    <property name="BusName" type="s" access="read"/>
    <property name="ExecStartEx" type="a(sasasttttuii)" access="read"/>
  </interface>
</node>
"""
directory = sys.argv[1]
nodes = Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces


def words(line):
    """systemd.syntax(7), "Quoting"; systemd.service(5), "Command lines"."""
    found, word, quote, escaped, i = [], None, None, False, 0
    plain = {"n": "\n", "t": "\t", "r": "\r", "s": " ", "\\": "\\", '"': '"', "'": "'"}
    while i < len(line):
        c = line[i]
        if c == "\\":
            n = line[i + 1]
            if n == "x":
                word, i = (word or "") + chr(int(line[i + 2:i + 4], 16)), i + 4
            else:
                word, i = (word or "") + plain[n], i + 2
            continue
        if quote:
            if c == quote:
                quote = None
            else:
                word += c
        elif c in "\"'":
            quote, word = c, word or ""
        elif c.isspace():
            if word is not None:
                found.append(word)
            word = None
        else:
            word = (word or "") + c
        i += 1
    assert quote is None, line
    return found + ([word] if word is not None else [])


def specified(word):
    """Specifiers."""
    home = os.environ["HOME"]
    parts = word.split("%%")
    return "%".join(part.replace("%h", home) for part in parts)


def replaced(argv):
    """Variables, as at the execution."""
    result = []
    for word in argv:
        if word.startswith("$") and not word.startswith("$$") and not word.startswith("${"):
            result += os.environ.get(word[1:], "").split()
            continue
        text, i = "", 0
        while i < len(word):
            if word.startswith("$$", i):
                text, i = text + "$", i + 2
            elif word.startswith("${", i):
                end = word.index("}", i)
                text, i = text + os.environ.get(word[i + 2:end], ""), end + 1
            else:
                text, i = text + word[i], i + 1
        result.append(text)
    return result


PR_SET_PDEATHSIG = 1
libc = ctypes.CDLL(None)


def end_with_us():
    """Runs between fork and exec. The signal holds for the program, also after a further exec."""
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class Unit:
    def __init__(self, name, base):
        self.name, self.base, self.process, self.failed, self.job = name, base, None, False, 0
        self.load()

    def load(self):
        """The file, and then its drop-ins."""
        self.settings = dict(self.base)
        self.settings["ExecStart"] = [self.base["ExecStart"]] if "ExecStart" in self.base else []
        home = os.environ["XDG_CONFIG_HOME"]
        self.drop_ins = sorted(glob.glob(f"{glob.escape(home)}/systemd/user/{glob.escape(self.name)}.d/*.conf"))
        for path in self.drop_ins:
            for line in open(path):
                key, sign, value = line.rstrip("\n").partition("=")
                if not sign or line.startswith("#"):
                    continue
                if key == "ExecStart":
                    self.settings[key] = self.settings[key] + [value] if value else []
                else:
                    self.settings[key] = value

    @property
    def command(self):
        lines = self.settings["ExecStart"]
        assert len(lines) == 1, lines
        line = lines[0]
        flags = []
        while line[0] in "-:":
            flags.append({"-": "ignore-failure", ":": "no-env-expand"}[line[0]])
            line = line[1:]
        argv = [specified(word) for word in words(line)]
        return argv, flags

    @property
    def active(self):
        return self.process is not None and self.process.poll() is None

    @property
    def state(self):
        if self.name == "bellhop-bus.service":
            socket = units.get("bellhop-bus.socket")
            runs = socket and socket.active
            return "active" if runs and "bellhop-bus" in open(f"/proc/{socket.process.pid}/comm").read() else "inactive"
        if self.active:
            return "active"
        if self.process is not None and self.process.poll() not in (0, -signal.SIGTERM):
            self.failed = True
        return "failed" if self.failed else "inactive"

    def stop(self):
        if self.active:
            self.process.terminate()
            self.process.wait()
        self.failed, self.process = False, None
        if "Listen" in self.base and os.path.exists(self.base["Listen"]):
            os.unlink(self.base["Listen"])

    def start(self, done):
        if self.active:
            return done("done")
        environment = dict(os.environ)
        for pair in self.settings.get("Environment", "").split():
            name, _, value = pair.partition("=")
            environment[name] = value
        if "Listen" in self.base:
            path = self.base["Listen"]
            os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
            self.spawn(
                ["/usr/bin/systemd-socket-activate", "-l", path, "--fdname=bus", "-E", "DBUS_SESSION_BUS_ADDRESS",
                 "-E", "XDG_RUNTIME_DIR"] + self.base["Program"], environment)
            return self.wait(lambda: os.path.exists(path), done)
        argv, flags = self.command
        if "no-env-expand" not in flags:
            argv = replaced(argv)
        try:
            self.spawn(argv, environment)
        except OSError:
            self.failed = True
            return done("failed")
        for wanted in self.settings.get("Wants", "").split():
            if wanted in units:
                units[wanted].start(lambda result: None)
        if self.settings["Type"] == "dbus":
            # A name that is got behind bellhop-bus is bellhop-bus's.
            return self.wait(lambda: owner(self.settings["BusName"]) in (self.process.pid, bus_behind()), done)
        done("done")

    def spawn(self, argv, environment):
        self.failed = False
        # No unit outlives the manager, however that ends.
        self.process = subprocess.Popen(
            argv, env=environment, stdin=subprocess.DEVNULL, preexec_fn=end_with_us,
            stdout=open(f"{directory}/{os.path.basename(self.name)}.output", "a"), stderr=subprocess.STDOUT)
        children.append(self.process)

    def wait(self, holds, done):
        def look():
            if holds():
                done("done")
            elif not self.active:
                self.failed = True
                done("failed")
            else:
                return True
            return False

        GLib.timeout_add(10, look)


def call_bus(method, arguments):
    return bus.call_sync(
        "org.freedesktop.DBus", "/", "org.freedesktop.DBus", method, arguments, None, Gio.DBusCallFlags.NONE, -1,
        None).unpack()[0]


def owner(name):
    try:
        return call_bus("GetConnectionUnixProcessID", GLib.Variant("(s)", (name,)))
    except GLib.Error:
        return None


def bus_behind():
    socket = units.get("bellhop-bus.socket")
    return socket.process.pid if socket and socket.active else 0


def path_of(name):
    return "/org/freedesktop/systemd1/unit/" + "".join(
        c if c.isalnum() and c.isascii() else "".join("_%02x" % b for b in c.encode()) for c in name)


used = set()


def faults():
    try:
        return open(f"{directory}/faults").read().splitlines()
    except FileNotFoundError:
        return []


def run_before(line):
    for fault in faults():
        if fault.startswith(f"run {line}: ") and fault not in used:
            used.add(fault)
            subprocess.run(["/bin/sh", "-c", fault.split(": ", 1)[1]])


def fails(fault):
    told = faults()
    if "once " + fault in told and fault not in used:
        used.add(fault)
        return True
    return fault in told


def note(text):
    with open(f"{directory}/log", "a") as log:
        log.write(text + "\n")


jobs = 0


def get(bus, sender, path, interface, name):
    unit = next(unit for unit in units.values() if path_of(unit.name) == path)
    values = {
        "Id": ("s", unit.name),
        "ActiveState": ("s", unit.state),
        "Job": ("(uo)", (unit.job, f"/org/freedesktop/systemd1/job/{unit.job}")),
        "Transient": ("b", unit.base.get("Transient", False)),
        "DropInPaths": ("as", unit.drop_ins),
        "BusName": ("s", unit.settings.get("BusName", "")),
        "Type": ("s", unit.settings.get("Type", "simple")),
        "MainPID": ("u", unit.process.pid if unit.active else 0),
    }
    if name in values:
        return GLib.Variant(*values[name])
    if name in ("RequiredBy", "BoundBy", "RequisiteOf"):
        return GLib.Variant("as", unit.base.get(name, []))
    argv, flags = unit.command
    return GLib.Variant("a(sasasttttuii)", [(argv[0], argv, flags, 0, 0, 0, 0, 0, 0, 0)])


def run_transient(sender, name, argv, invocation):
    """Runs a command once, and tells its caller that the job is done."""
    global jobs
    jobs += 1
    note(" ".join(["StartTransientUnit"] + argv))
    children.append(subprocess.Popen(
        [word.replace("$$", "$") for word in argv], stdin=subprocess.DEVNULL, preexec_fn=end_with_us,
        stdout=open(f"{directory}/transient.output", "a"), stderr=subprocess.STDOUT))
    job = f"/org/freedesktop/systemd1/job/{jobs}"
    invocation.return_value(GLib.Variant("(o)", (job,)))
    bus.emit_signal(
        sender, "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager", "JobRemoved",
        GLib.Variant("(uoss)", (jobs, job, name, "done")))


def call(bus, sender, path, interface, method, parameters, invocation):
    global jobs
    arguments = parameters.unpack()
    if method == "StartTransientUnit":
        return run_transient(sender, arguments[0], dict(arguments[2])["ExecStart"][0][1], invocation)
    line = " ".join([method] + [str(word) for word in arguments if word != "replace"])
    if method not in ("GetUnitByPID", "LoadUnit"):
        note(line)
        run_before(line)
    refuse = lambda name, text: invocation.return_dbus_error("org.freedesktop.systemd1." + name, text)
    if fails(line) or fails(method):
        return refuse("Refused", f"{line} is refused")
    if method == "Reload":
        for unit in units.values():
            unit.load()
        return invocation.return_value(None)
    if method == "GetUnitByPID":
        for unit in units.values():
            if unit.active and unit.process.pid == arguments[0]:
                return invocation.return_value(GLib.Variant("(o)", (path_of(unit.name),)))
        return refuse("NoUnitForPID", "PID does not belong to any loaded unit.")
    name = arguments[0]
    if name not in units:
        return refuse("NoSuchUnit", f"Unit {name} not found.")
    unit = units[name]
    if method == "LoadUnit":
        return invocation.return_value(GLib.Variant("(o)", (path_of(name),)))
    jobs += 1
    unit.job = jobs
    # Faults that are set during a job are for the next one.
    known = set(faults())

    def meets(fault):
        return known & {fault, "once " + fault} and fails(fault)

    def done(result):
        if meets("job " + line):
            unit.stop()
            unit.failed, result = True, "failed"
        if unit.active and meets("kill " + name):
            unit.process.kill()
            unit.process.wait()
        unit.job = 0

    invocation.return_value(GLib.Variant("(o)", (f"/org/freedesktop/systemd1/job/{jobs}",)))
    if method in ("StopUnit", "RestartUnit"):
        unit.stop()
    if method == "StopUnit":
        return done("done")
    unit.start(done)


children = []
flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
bus = Gio.DBusConnection.new_for_address_sync(os.environ["DBUS_SESSION_BUS_ADDRESS"], flags, None, None)
units = {}
for name, base in json.load(open(f"{directory}/units.json")).items():
    units[name] = Unit(name, base)
bus.register_object("/org/freedesktop/systemd1", nodes[0], call, None, None)
for unit in units.values():
    for node in nodes[1:]:
        bus.register_object(path_of(unit.name), node, None, get, None)
call_bus("RequestName", GLib.Variant("(su)", ("org.freedesktop.systemd1", 0)))
open(f"{directory}/ready", "w").close()
loop = GLib.MainLoop()
bus.connect("closed", lambda *_: loop.quit())
GLib.unix_signal_add(GLib.PRIORITY_HIGH, signal.SIGTERM, loop.quit)
# The test has released the process.
GLib.unix_fd_add_full(GLib.PRIORITY_HIGH, 0, GLib.IOCondition.HUP, lambda *_: loop.quit())
loop.run()
for child in children:
    if child.poll() is None:
        child.kill()
