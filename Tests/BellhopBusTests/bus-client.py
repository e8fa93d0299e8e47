# A program on a bus that obeys commands on standard input, a line each, and answers each with a line.
import json, os, sys, tempfile
from gi.repository import Gio, GLib

A = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
loop = GLib.MainLoop()
heard = []


def call(name, path, interface, member, arguments=None, fds=None):
    value, _ = bus.call_with_unix_fd_list_sync(name, path, interface, member, arguments, None, 0, 10000, fds, None)
    return value.unpack()


def driver(member, arguments=None):
    return call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member, arguments)


def own(member, arguments=None):
    return call("io.bellhop.Bus", "/io/bellhop/Bus", "io.bellhop.Bus1", member, arguments)


def answer(connection, sender, path, interface, member, arguments, invocation):
    if member == "Length":
        heard.append(member)
        invocation.return_value(GLib.Variant("(u)", (arguments.get_child_value(0).n_children(),)))
    elif member == "Read":
        fds = invocation.get_message().get_unix_fd_list()
        texts = [os.read(fds.get(index), 100).decode() for index in range(fds.get_length())]
        invocation.return_value(GLib.Variant("(s)", (" ".join(texts),)))


def descriptors(numbers):
    fds = Gio.UnixFDList.new()
    for number in numbers:
        with tempfile.TemporaryFile() as file:
            file.write(str(number).encode())
            file.flush()
            file.seek(0)
            fds.append(file.fileno())
    return fds


XML = """<node><interface name="org.example.Test"><method name="Length"><arg type="ay" direction="in"/>
<arg type="u" direction="out"/></method><method name="Read"><arg type="ah" direction="in"/>
<arg type="s" direction="out"/></method></interface></node>"""


def serve():
    bus.register_object("/", Gio.DBusNodeInfo.new_for_xml(XML).interfaces[0], answer)
    return bus.get_unique_name()


MANAGER = """<node><interface name="org.freedesktop.systemd1.Manager"><method name="GetUnitFileState">
<arg type="s" direction="in"/><arg type="s" direction="out"/></method></interface></node>"""


def state(connection, sender, path, interface, member, arguments, invocation):
    heard.append(arguments.unpack()[0])
    invocation.return_value(GLib.Variant("(s)", ("enabled",)))


def manage():
    bus.register_object("/org/freedesktop/systemd1", Gio.DBusNodeInfo.new_for_xml(MANAGER).interfaces[0], state)
    return commands["own"]("org.freedesktop.systemd1", 0)


def read(target, count):
    def one(numbers):
        handles = GLib.Variant("(ah)", (list(range(len(numbers))),))
        return call(target, "/", "org.example.Test", "Read", handles, descriptors(numbers))[0]

    return [one(list(range(round, round + 1 + round % 3))) for round in range(int(count))]


def flood(target, count):
    body = GLib.Variant.new_tuple(
        GLib.Variant.new_from_bytes(GLib.VariantType("ay"), GLib.Bytes(bytes(100000)), True))
    for _ in range(int(count)):
        message = Gio.DBusMessage.new_method_call(target, "/", "org.example.Test", "Length")
        message.set_flags(Gio.DBusMessageFlags.NO_REPLY_EXPECTED)
        message.set_body(body)
        bus.send_message(message, Gio.DBusSendMessageFlags.NONE)
    bus.flush_sync()


def watch():
    proxy = Gio.DBusProxy.new_sync(bus, 0, None, A, PATH, A)
    proxy.connect("g-signal", lambda p, sender, member, arguments: heard.append([member, arguments.unpack()]))
    proxy.connect("notify::g-name-owner", lambda p, _: heard.append(["owner", p.get_name_owner() or ""]))
    globals()["proxy"] = proxy
    return proxy.get_name_owner() or ""


def notify(title):
    arguments = GLib.Variant("(susssasa{sv}i)", ("test", 0, "", title, "", ["default", "Open"], {}, 0))
    return proxy.call_sync("Notify", arguments, 0, 10000, None).unpack()[0]


def owner(name):
    try:
        return driver("GetNameOwner", GLib.Variant("(s)", (name,)))[0]
    except GLib.Error:
        return ""


commands = {
    "own": lambda name, flags: driver("RequestName", GLib.Variant("(su)", (name, int(flags))))[0],
    "release": lambda name: driver("ReleaseName", GLib.Variant("(s)", (name,)))[0],
    "owner": owner,
    "names": lambda: driver("ListNames")[0],
    "queue": lambda name: driver("ListQueuedOwners", GLib.Variant("(s)", (name,)))[0],
    "me": lambda: bus.get_unique_name(),
    "pid": os.getpid,
    "translate": lambda: own("Translate"),
    "when-down": lambda choice: own("SetWhenDown", GLib.Variant("(s)", (choice,))),
    "server": lambda: own("GetServer"),
    "hand-over": lambda: own("HandOver"),
    "introspect": lambda: Gio.DBusNodeInfo.new_for_xml(
        call("io.bellhop.Bus", "/io/bellhop/Bus", "org.freedesktop.DBus.Introspectable", "Introspect")[0]
    ).interfaces[0].name,
    "watch": watch,
    "heard": lambda: heard,
    "notify": notify,
    "information": lambda: proxy.call_sync("GetServerInformation", None, 0, 10000, None).unpack()[0],
    "close": lambda id: proxy.call_sync("CloseNotification", GLib.Variant("(u)", (int(id),)), 0, 10000, None).unpack(),
    "serve": serve,
    "manage": manage,
    "flood": flood,
    "read": read,
    "length": lambda target, size: call(
        target, "/", "org.example.Test", "Length", GLib.Variant.new_tuple(
            GLib.Variant.new_from_bytes(GLib.VariantType("ay"), GLib.Bytes(bytes(int(size))), True)))[0],
    "emit": lambda member: bus.emit_signal(None, "/org/example", "org.example.Test", member, None) and bus.flush_sync(),
}


def command(source, condition):
    line = sys.stdin.readline()
    if not line:
        loop.quit()
        return False
    words = line.split()
    try:
        result = commands[words[0]](*words[1:])
    except GLib.Error as error:
        result = "error: " + (Gio.DBusError.get_remote_error(error) or error.message)
    print(json.dumps(result), flush=True)
    return True


GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, command)
loop.run()
