#!/usr/bin/python3
"""A service manager (org.freedesktop.systemd1) with an environment only.

Usage: scripted-manager.py FILE
The environment is read from FILE, one NAME=VALUE on a line, at each call.
"""
import os
import sys

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib

INTERFACE = """
<node><interface name="org.freedesktop.systemd1.Manager">
  <property name="Environment" type="as" access="read"/>
</interface></node>
"""


def get(bus, sender, path, interface, name):
    with open(sys.argv[1]) as file:
        return GLib.Variant("as", file.read().splitlines())


flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
bus = Gio.DBusConnection.new_for_address_sync(os.environ["DBUS_SESSION_BUS_ADDRESS"], flags, None, None)
interface = Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0]
bus.register_object("/org/freedesktop/systemd1", interface, None, get, None)
bus.call_sync(
    "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "RequestName",
    GLib.Variant("(su)", ("org.freedesktop.systemd1", 0)), None, Gio.DBusCallFlags.NONE, -1, None)
open(sys.argv[1] + ".ready", "w").close()
loop = GLib.MainLoop()
bus.connect("closed", lambda *_: loop.quit())
loop.run()
