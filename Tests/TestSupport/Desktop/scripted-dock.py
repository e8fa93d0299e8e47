#!/usr/bin/python3
"""A dock that listens for badges (com.canonical.Unity.LauncherEntry), and logs them.

Usage: scripted-dock.py LOG
Reads `own` and `disown`, which take and give up the name of the docks, from standard input. Writes to LOG, one
JSON object on a line: each Update, and each sender of one that leaves the bus.
"""
import json
import os
import sys

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib

log = open(sys.argv[1], "a", buffering=1)
senders = set()
owned = None


def write(entry):
    log.write(json.dumps(entry) + "\n")


def updated(bus, sender, path, interface, member, parameters):
    if parameters.get_type_string() != "(sa{sv})":
        return write({"wrong": parameters.print_(True)})
    uri, properties = parameters.get_child_value(0).get_string(), parameters.get_child_value(1)
    senders.add(sender)
    write({
        "uri": uri, "sender": sender, "path": path,
        "count": properties.lookup_value("count", GLib.VariantType("x")).get_int64(),
        "visible": properties.lookup_value("count-visible", GLib.VariantType("b")).get_boolean()})


def changed(bus, sender, path, interface, member, parameters):
    name, _, new = parameters.unpack()
    if not new and name in senders:
        write({"left": name})


def read(source, condition):
    global owned
    text = os.read(sys.stdin.fileno(), 4096)
    if not text:
        loop.quit()
        return False
    for command in text.decode().split():
        if command == "own":
            owned = Gio.bus_own_name_on_connection(
                bus, "com.canonical.Unity", Gio.BusNameOwnerFlags.NONE, None, None)
        elif command == "disown":
            Gio.bus_unown_name(owned)
    return True


flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
bus = Gio.DBusConnection.new_for_address_sync(os.environ["DBUS_SESSION_BUS_ADDRESS"], flags, None, None)
bus.signal_subscribe(
    None, "com.canonical.Unity.LauncherEntry", "Update", None, None, Gio.DBusSignalFlags.NONE, updated)
bus.signal_subscribe(
    "org.freedesktop.DBus", "org.freedesktop.DBus", "NameOwnerChanged", None, None,
    Gio.DBusSignalFlags.NONE, changed)
# The bus has taken the subscriptions once it answers this.
bus.call_sync(
    "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "GetId", None, None, Gio.DBusCallFlags.NONE, -1, None)
write({"listens": True})
loop = GLib.MainLoop()
GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_IN | GLib.IO_HUP, read)
bus.connect("closed", lambda *_: loop.quit())
loop.run()
