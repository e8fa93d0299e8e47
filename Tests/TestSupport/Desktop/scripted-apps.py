#!/usr/bin/python3
"""Apps, and the service manager that starts them, as doubles. Writes one JSON object on a line to LOG.

  app LOG NAME [SOCKET]          has a name on the bus and org.freedesktop.Application; logs each call
  program LOG NAME SOCKET        is a program without a name on the bus; logs its environment's activation token
  portal LOG MODE                org.freedesktop.portal.OpenURI; logs each OpenURI, and opens it or will refuse it
  manager LOG MODE               org.freedesktop.systemd1; logs each StartTransientUnit with GVariant's types
    run       runs the unit's program, and says that the job is done
    done      says so alone
    failed    says that the job failed
    refuse    answers with an error

With SOCKET, an app follows its events there, logs each, and acknowledges it.
"""
import json
import os
import socket
import subprocess
import sys
import threading

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib

APPLICATION = """<node><interface name="org.freedesktop.Application">
<method name="Activate"><arg type="a{sv}" direction="in"/></method></interface></node>"""
MANAGER = """<node><interface name="org.freedesktop.systemd1.Manager">
<method name="StartTransientUnit"><arg type="s" direction="in"/><arg type="s" direction="in"/>
<arg type="a(sv)" direction="in"/><arg type="a(sa(sv))" direction="in"/><arg type="o" direction="out"/></method>
</interface></node>"""
PORTAL = """<node><interface name="org.freedesktop.portal.OpenURI">
<method name="OpenURI"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="a{sv}" direction="in"/>
<arg type="o" direction="out"/></method></interface></node>"""
PORTAL_PATH = "/org/freedesktop/portal/desktop"
MANAGER_PATH = "/org/freedesktop/systemd1"


class Log:
    def __init__(self, path):
        self.file = open(path, "a", buffering=1)

    def write(self, entry):
        self.file.write(json.dumps(entry) + "\n")


def follow(app, path, log):
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(path)

    def call(method, parameters, **more):
        message = {"method": "io.bellhop.Notifications." + method, "parameters": parameters, **more}
        connection.sendall(json.dumps(message).encode() + b"\0")

    call("Subscribe", {"app": app}, more=True)
    acknowledging = socket.socket(socket.AF_UNIX)
    acknowledging.connect(path)
    unread = b""
    while chunk := connection.recv(65536):
        *frames, unread = (unread + chunk).split(b"\0")
        for frame in frames:
            event = json.loads(frame)["parameters"]["event"]
            log.write({"event": event["kind"], "action": event.get("action"), "token": event.get("activationToken")})
            if event["kind"] in ("activated", "replied"):
                parameters = {"app": app, "sequence": event["sequence"]}
                message = {"method": "io.bellhop.Notifications.Acknowledge", "parameters": parameters}
                acknowledging.sendall(json.dumps(message).encode() + b"\0")


def serve(name, path, interface, called):
    flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
    bus = Gio.DBusConnection.new_for_address_sync(os.environ["DBUS_SESSION_BUS_ADDRESS"], flags, None, None)
    loop = GLib.MainLoop()
    bus.connect("closed", lambda *_: loop.quit())
    bus.register_object(path, Gio.DBusNodeInfo.new_for_xml(interface).interfaces[0], called, None, None)
    Gio.bus_own_name_on_connection(bus, name, Gio.BusNameOwnerFlags.NONE, None, None)
    return bus, loop


def app(log, name, path=None):
    def called(bus, sender, path, interface, method, parameters, invocation):
        log.write({"method": method, "data": parameters.unpack()[0]})
        invocation.return_value(None)

    object_path = "/" + name.replace(".", "/").replace("-", "_")
    _, loop = serve(name, object_path, APPLICATION, called)
    log.write({"running": name})
    if path:
        threading.Thread(target=follow, args=(name, path, log), daemon=True).start()
    loop.run()


def portal(log, mode):
    def called(bus, sender, path, interface, method, parameters, invocation):
        window, url, options = parameters.unpack()
        log.write({"method": method, "window": window, "url": url, "data": options})
        if mode == "refuse":
            return invocation.return_dbus_error("org.freedesktop.portal.Error.Failed", "as told")
        invocation.return_value(GLib.Variant("(o)", (PORTAL_PATH + "/request/1",)))

    _, loop = serve("org.freedesktop.portal.Desktop", PORTAL_PATH, PORTAL, called)
    loop.run()


def program(log, name, path):
    log.write({"running": name, "token": os.environ.get("XDG_ACTIVATION_TOKEN"),
               "startup": os.environ.get("DESKTOP_STARTUP_ID")})
    follow(name, path, log)


def manager(log, mode):
    children = []

    def called(bus, sender, path, interface, method, parameters, invocation):
        unit, start_mode, properties, aux = parameters.unpack()
        listed = parameters.get_child_value(2)
        printed = {}
        for index in range(listed.n_children()):
            pair = listed.get_child_value(index)
            printed[pair.get_child_value(0).get_string()] = pair.get_child_value(1).get_variant().print_(True)
        log.write({"method": method, "unit": unit, "mode": start_mode, "properties": printed,
                   "signature": parameters.get_type_string(), "others": len(aux)})
        if mode == "refuse":
            return invocation.return_dbus_error("org.freedesktop.systemd1.UnitExists", "as told")
        job = MANAGER_PATH + "/job/7"
        invocation.return_value(GLib.Variant("(o)", (job,)))
        if mode == "run":
            values = dict(properties)
            program, arguments, _ = values["ExecStart"][0]
            environment = dict(os.environ, **dict(pair.split("=", 1) for pair in values.get("Environment", [])))
            children.append(subprocess.Popen(
                [argument.replace("$$", "$") for argument in arguments], executable=program, env=environment,
                cwd=values.get("WorkingDirectory")))
        result = "failed" if mode == "failed" else "done"
        bus.emit_signal(
            sender, MANAGER_PATH, "org.freedesktop.systemd1.Manager", "JobRemoved",
            GLib.Variant("(uoss)", (7, job, unit, result)))

    _, loop = serve("org.freedesktop.systemd1", MANAGER_PATH, MANAGER, called)
    # Ends when its standard input is closed.
    GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_HUP, lambda *_: loop.quit())
    loop.run()
    for child in children:
        child.kill()


{"app": app, "program": program, "manager": manager, "portal": portal}[sys.argv[1]](Log(sys.argv[2]), *sys.argv[3:])
