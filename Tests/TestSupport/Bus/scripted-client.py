# A program on a bus that obeys commands on standard input, a line each, and answers each with a line of JSON: an app, a
# notification server, the service manager or GNOME. Words are separated by tabs; a line without tabs, by spaces.
import json, os, sys, tempfile
from gi.repository import Gio, GLib

A = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
loop = GLib.MainLoop()
signals = []  # sender, path, interface, member, arguments, and whether it came to us alone
answers = []  # of calls that were not waited for, in the order in which they came
calls = []  # of those made to us


def plain(value):
    return value.unpack() if value is not None else None


def failure(error):
    return "error: " + (Gio.DBusError.get_remote_error(error) or error.message)


def call(name, path, interface, member, arguments="()", milliseconds="10000"):
    return given(name, path, interface, member, GLib.Variant.parse(None, arguments, None, None), int(milliseconds))


def given(name, path, interface, member, value, milliseconds=10000, fds=None):
    answer = bus.call_with_unix_fd_list_sync(name, path, interface, member, value, None, 0, milliseconds, fds, None)
    return plain(answer[0])


def begin(name, path, interface, member, value):
    def done(connection, result):
        try:
            answers.append(plain(connection.call_finish(result)))
        except GLib.Error as error:
            answers.append(failure(error))

    bus.call(name, path, interface, member, value, None, 0, 60000, None, done)
    bus.flush_sync()
    return True


def send(name, path, interface, member, arguments="()"):
    return begin(name, path, interface, member, GLib.Variant.parse(None, arguments, None, None))


def driver(member, arguments):
    return call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member, arguments)


def own_bus(member, arguments="()"):
    return call("io.bellhop.Bus", "/io/bellhop/Bus", "io.bellhop.Bus1", member, arguments)


def owner(name):
    try:
        return driver("GetNameOwner", "('%s',)" % name)[0]
    except GLib.Error:
        return ""


def body(title, replaces=0):
    return "('app', uint32 %s, '', '%s', '', ['default', 'Open'], @a{sv} {}, -1)" % (replaces, title)


def heard(connection, sender, path, interface, member, arguments, *_):
    signals.append([sender, path, interface, member, plain(arguments)])


def listen(interface):
    bus.signal_subscribe(None, interface, None, None, None, 0, heard)
    return True


def watch():
    """Follows the notification server's signals and its owner as GLib's proxies do."""
    global proxy
    proxy = Gio.DBusProxy.new_sync(bus, 0, None, A, PATH, A)
    proxy.connect("g-signal", lambda _, sender, member, arguments: signals.append([sender, member, plain(arguments)]))
    proxy.connect("notify::g-name-owner", lambda *_: signals.append(["owner", proxy.get_name_owner() or ""]))
    return proxy.get_name_owner() or ""


SERVER = """<node><interface name="org.freedesktop.Notifications">
<method name="Notify"><arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
<arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="as" direction="in"/>
<arg type="a{sv}" direction="in"/><arg type="i" direction="in"/><arg type="u" direction="out"/></method>
<method name="CloseNotification"><arg type="u" direction="in"/></method>
<method name="GetServerInformation"><arg type="s" direction="out"/><arg type="s" direction="out"/>
<arg type="s" direction="out"/><arg type="s" direction="out"/></method>
</interface></node>"""
TOOL = """<node><interface name="org.example.Tool"><method name="Echo"><arg type="s" direction="in"/>
<arg type="s" direction="out"/></method><method name="Fail"/><method name="Hang"/>
<method name="Fill"><arg type="u" direction="in"/><arg type="s" direction="out"/></method>
<method name="Length"><arg type="ay" direction="in"/><arg type="u" direction="out"/></method>
<method name="Read"><arg type="ah" direction="in"/><arg type="s" direction="out"/></method>
<property name="Mood" type="s" access="read"/></interface></node>"""
DUNST = """<node><interface name="org.dunstproject.cmd0">
<method name="NotificationPopHistory"><arg type="u" direction="in"/></method>
<method name="NotificationListHistory"><arg type="aa{sv}" direction="out"/></method>
</interface></node>"""

BUS = """<node><interface name="io.bellhop.Bus1"><method name="SetWhenDown"><arg type="s" direction="in"/></method>
<method name="GetServer"><arg type="u" direction="out"/><arg type="s" direction="out"/></method></interface></node>"""
MANAGER = """<node><interface name="org.freedesktop.systemd1.Manager"><method name="GetUnitFileState">
<arg type="s" direction="in"/><arg type="s" direction="out"/></method>
<property name="Environment" type="as" access="read"/></interface></node>"""
environment = []


def served(connection, sender, path, interface, member, arguments, invocation):
    calls.append([member, arguments.unpack() if member != "Length" else None])
    if member == "Notify":
        invocation.return_value(GLib.Variant("(u)", (7,)))
    elif member == "GetServerInformation":
        if silent:
            return
        invocation.return_value(GLib.Variant("(ssss)", ("Fake", "Example", "3", "1.2")))
    elif member == "Echo":
        invocation.return_value(GLib.Variant("(s)", (arguments.unpack()[0],)))
    elif member == "Fill":
        invocation.return_value(GLib.Variant("(s)", ("x" * arguments.unpack()[0],)))
    elif member == "Length":
        invocation.return_value(GLib.Variant("(u)", (arguments.get_child_value(0).n_children(),)))
    elif member == "Read":
        fds = invocation.get_message().get_unix_fd_list()
        texts = [os.read(fds.get(index), 100).decode() for index in range(fds.get_length())]
        invocation.return_value(GLib.Variant("(s)", (" ".join(texts),)))
    elif member == "GetUnitFileState":
        invocation.return_value(GLib.Variant("(s)", ("enabled",)))
    elif member == "Fail":
        invocation.return_dbus_error("org.example.Error.Failed", "as it was asked to")
    elif member == "NotificationListHistory":
        entries = [{"summary": GLib.Variant("s", "id"), "id": GLib.Variant("i", number)} for number in (7, 8)]
        invocation.return_value(GLib.Variant("(aa{sv})", (entries,)))
    elif member in ("CloseNotification", "NotificationPopHistory"):
        invocation.return_value(None)


silent = False


def serve(how="talking"):
    globals()["silent"] = how == "silent"

    def register(path, xml):
        node = Gio.DBusNodeInfo.new_for_xml(xml)
        bus.register_object(path, node.interfaces[0], served, lambda *_: GLib.Variant("s", "good"))

    register(PATH, SERVER)
    register(PATH, TOOL)
    register(PATH, DUNST)
    register("/org/example", TOOL)
    return bus.get_unique_name()


def serve_bus():
    node = Gio.DBusNodeInfo.new_for_xml(BUS)
    bus.register_object("/io/bellhop/Bus", node.interfaces[0], served)
    return bus.get_unique_name()


def set_environment(*variables):
    environment[:] = variables
    return True


def manage(*variables):
    """The service manager, which has every unit, and these variables in its environment."""
    set_environment(*variables)
    bus.register_object(
        "/org/freedesktop/systemd1", Gio.DBusNodeInfo.new_for_xml(MANAGER).interfaces[0], served,
        lambda *_: GLib.Variant("as", environment))
    return driver("RequestName", "('org.freedesktop.systemd1', uint32 0)")[0]


def descriptors(numbers):
    fds = Gio.UnixFDList.new()
    for number in numbers:
        with tempfile.TemporaryFile() as file:
            file.write(b"%d" % number)
            file.flush()
            file.seek(0)
            fds.append(file.fileno())
    return fds


def read(target, count):
    def one(numbers):
        handles = GLib.Variant("(ah)", (list(range(len(numbers))),))
        return given(target, "/org/example", "org.example.Tool", "Read", handles, fds=descriptors(numbers))[0]

    return [one(range(round, round + 1 + round % 3)) for round in range(int(count))]


def zeros(size):
    return GLib.Variant.new_from_bytes(GLib.VariantType("ay"), GLib.Bytes(bytes(int(size))), True)


IDLE = """<node><interface name="org.gnome.Mutter.IdleMonitor"><method name="GetIdletime">
<arg type="t" direction="out"/></method><method name="AddIdleWatch"><arg type="t" direction="in"/>
<arg type="u" direction="out"/></method><method name="AddUserActiveWatch"><arg type="u" direction="out"/></method>
</interface></node>"""
SESSION = """<node><interface name="org.gnome.SessionManager">
<property name="InhibitedActions" type="u" access="read"/></interface></node>"""
inhibited = 0
watches = {}  # of idleness by 1, of activity by 2: whose they are


def gnome(milliseconds):
    """GNOME's compositor and its session manager, without input for so long."""

    def idle(connection, sender, path, interface, member, arguments, invocation):
        if member == "GetIdletime":
            return invocation.return_value(GLib.Variant("(t)", (int(milliseconds),)))
        watch = 1 if member == "AddIdleWatch" else 2
        watches[watch] = sender
        calls.append([member, arguments.unpack()])
        invocation.return_value(GLib.Variant("(u)", (watch,)))

    monitor, session = (Gio.DBusNodeInfo.new_for_xml(xml).interfaces[0] for xml in (IDLE, SESSION))
    bus.register_object("/org/gnome/Mutter/IdleMonitor/Core", monitor, idle)
    bus.register_object(
        "/org/gnome/SessionManager", session, None, lambda *_: GLib.Variant("u", inhibited))
    for name in ("org.gnome.Mutter.IdleMonitor", "org.gnome.SessionManager"):
        driver("RequestName", "('%s', uint32 4)" % name)
    return True


def fire(watch):
    """As Mutter does: to whom has asked alone."""
    path, interface = "/org/gnome/Mutter/IdleMonitor/Core", "org.gnome.Mutter.IdleMonitor"
    bus.emit_signal(watches[int(watch)], path, interface, "WatchFired", GLib.Variant("(u)", (int(watch),)))
    bus.flush_sync()
    return True


def inhibit(actions):
    globals()["inhibited"] = int(actions)
    changed = "('org.gnome.SessionManager', {'InhibitedActions': <uint32 %s>}, @as [])" % actions
    return emit("/org/gnome/SessionManager", "org.freedesktop.DBus.Properties", "PropertiesChanged", changed)


def emit(path, interface, member, arguments):
    bus.emit_signal(None, path, interface, member, GLib.Variant.parse(None, arguments, None, None))
    bus.flush_sync()
    return True


def picture(size):
    """One whose bytes are so many."""
    side = GLib.Variant("i", 64)
    image = [side, side, GLib.Variant("i", 256), GLib.Variant("b", True), GLib.Variant("i", 8), GLib.Variant("i", 4)]
    hints = GLib.VariantDict.new(None)
    hints.insert_value("image-data", GLib.Variant.new_tuple(*image, zeros(size)))
    head = [GLib.Variant("s", "app"), GLib.Variant("u", 0)] + [GLib.Variant("s", text) for text in ("", "Picture", "")]
    return GLib.Variant.new_tuple(*head, GLib.Variant("as", []), hints.end(), GLib.Variant("i", -1))


def flood(count, target=None):
    """Calls that want no answer: of Notify, or of another client's Length with 100,000 bytes each."""
    for number in range(int(count)):
        if target:
            message = Gio.DBusMessage.new_method_call(target, "/org/example", "org.example.Tool", "Length")
            message.set_body(GLib.Variant.new_tuple(zeros(100000)))
        else:
            message = Gio.DBusMessage.new_method_call(A, PATH, A, "Notify")
            message.set_body(GLib.Variant.parse(None, body("flood %d" % number), None, None))
        message.set_flags(Gio.DBusMessageFlags.NO_REPLY_EXPECTED)
        bus.send_message(message, Gio.DBusSendMessageFlags.NONE)
    bus.flush_sync()
    return True


def again():
    """Becomes this program anew, in the same process."""
    print("true", flush=True)
    os.execv(sys.executable, [sys.executable] + sys.argv)


commands = {
    "again": again,
    "own": lambda name, flags: driver("RequestName", "('%s', uint32 %s)" % (name, flags))[0],
    "release": lambda name: driver("ReleaseName", "('%s',)" % name)[0],
    "owner": owner,
    "queue": lambda name: driver("ListQueuedOwners", "('%s',)" % name)[0],
    "process": lambda name: driver("GetConnectionUnixProcessID", "('%s',)" % name)[0],
    "names": lambda: driver("ListNames", "()")[0],
    "me": lambda: bus.get_unique_name(),
    "call": call,
    "send": send,
    "notify": lambda title, replaces="0": call(A, PATH, A, "Notify", body(title, replaces))[0],
    "post": lambda title, replaces="0": send(A, PATH, A, "Notify", body(title, replaces)),
    "close": lambda number: call(A, PATH, A, "CloseNotification", "(uint32 %s,)" % number),
    "translate": lambda: own_bus("Translate"),
    "when-down": lambda choice: own_bus("SetWhenDown", "('%s',)" % choice),
    "server": lambda: own_bus("GetServer"),
    "hand-over": lambda: own_bus("HandOver"),
    "listen": listen,
    "watch": watch,
    "signals": lambda: signals,
    "answers": lambda: answers,
    "calls": lambda: calls,
    "serve": serve,
    "serve-bus": serve_bus,
    "manage": manage,
    "environment": set_environment,
    "length": lambda target, size: given(
        target, "/org/example", "org.example.Tool", "Length", GLib.Variant.new_tuple(zeros(size)))[0],
    "read": read,
    "emit": emit,
    "gnome": gnome,
    "fire": fire,
    "inhibit": inhibit,
    "flood": flood,
    "picture": lambda size: given(A, PATH, A, "Notify", picture(size), 30000)[0],
    "post-picture": lambda size: begin(A, PATH, A, "Notify", picture(size)),
    "exit": loop.quit,
}


def command(source, condition):
    line = sys.stdin.readline()
    if not line:
        loop.quit()
        return False
    words = line.rstrip("\n").split("\t") if "\t" in line else line.split()
    try:
        result = commands[words[0]](*words[1:])
    except GLib.Error as error:
        result = failure(error)
    print(json.dumps(result), flush=True)
    return True


GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, command)
loop.run()
