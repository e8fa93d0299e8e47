#!/usr/bin/python3
"""A notification server that does what it is told.

Usage: scripted-server.py LOG [MODE…]
Reads commands, one on a line, from standard input; writes what it was called with, one JSON object on a line,
to LOG. Modes and commands share one language, so that a mode can be given at the start or later:

  capabilities A,B,C     name NAME           spec VERSION
  ok                     as a good server again
  slow MS                answers Notify after so long
  hang                   answers nothing at all; `resume` answers what has piled up
  never-answer-one       never answers the next Notify
  exit-on TEXT           exits during a Notify whose title or body holds TEXT
  error NAME             answers Notify with this error
  refuse-identical       refuses the same Notify within a second, as Plasma does
  evict N                shows N at most: the oldest expires
  press-before-reply KEY | close-before-reply
  id-0 | wrong-types
  press ID KEY | token ID TOKEN | close ID REASON | reply ID TEXT | odd-signals ID
  crash
"""
import json
import os
import sys
import time

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib

NAME = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"
INTERFACE = """<node><interface name="org.freedesktop.Notifications">
<method name="Notify"><arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
<arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="as" direction="in"/>
<arg type="a{sv}" direction="in"/><arg type="i" direction="in"/><arg type="u" direction="out"/></method>
<method name="CloseNotification"><arg type="u" direction="in"/></method>
<method name="GetCapabilities"><arg type="as" direction="out"/></method>
<method name="GetServerInformation"><arg type="s" direction="out"/><arg type="s" direction="out"/>
<arg type="s" direction="out"/><arg type="s" direction="out"/></method></interface></node>"""
EXCESS = "org.freedesktop.Notifications.Error.ExcessNotificationGeneration"


class Server:
    def __init__(self, log):
        self.log = open(log, "a", buffering=1)
        self.capabilities = ["actions", "body", "body-markup", "persistence", "sound"]
        self.name, self.spec = "scripted", "1.2"
        self.last_id, self.live = 0, []
        self.recent, self.pile = None, []
        self.good()

    def good(self):
        self.hang = self.never_one = self.identical = self.zero = self.wrong = False
        self.delay, self.evict, self.error, self.exit_on, self.before = 0, None, None, None, None

    # Commands

    def command(self, line):
        word, _, rest = line.strip().partition(" ")
        if word == "capabilities":
            self.capabilities = [c for c in rest.split(",") if c]
        elif word == "name":
            self.name = rest
        elif word == "spec":
            self.spec = rest
        elif word == "ok":
            self.good()
        elif word == "slow":
            self.delay = int(rest)
        elif word == "hang":
            self.hang = True
        elif word == "resume":
            self.hang, pile, self.pile = False, self.pile, []
            for answer in pile:
                answer()
        elif word == "never-answer-one":
            self.never_one = True
        elif word == "exit-on":
            self.exit_on = rest
        elif word == "error":
            self.error = rest
        elif word == "refuse-identical":
            self.identical = True
        elif word == "evict":
            self.evict = int(rest)
        elif word == "press-before-reply":
            self.before = lambda id: self.signal("ActionInvoked", "(us)", (id, rest))
        elif word == "close-before-reply":
            self.before = lambda id: self.signal("NotificationClosed", "(uu)", (id, 1))
        elif word == "id-0":
            self.zero = True
        elif word == "wrong-types":
            self.wrong = True
        elif word == "press":
            id, key = rest.split(" ", 1)
            self.signal("ActionInvoked", "(us)", (int(id), key))
        elif word == "token":
            id, token = rest.split(" ", 1)
            self.signal("ActivationToken", "(us)", (int(id), token))
        elif word == "close":
            id, reason = rest.split()
            self.signal("NotificationClosed", "(uu)", (int(id), int(reason)))
        elif word == "reply":
            id, text = rest.split(" ", 1)
            self.signal("NotificationReplied", "(us)", (int(id), text))
        elif word == "odd-signals":
            self.signal("ActionInvoked", "(su)", ("x", int(rest)))
            self.signal("NotificationClosed", "(u)", (int(rest),))
            self.signal("NotificationClosed", "(uu)", (int(rest), 99))
            self.signal("ActionInvoked", "(us)", (int(rest), "settings"))
            self.signal("ActionInvoked", "(us)", (int(rest), "a.not an id"))
        elif word == "crash":
            os._exit(1)
        elif word:
            sys.exit("unknown command: " + word)
        self.write({"command": word})

    def signal(self, member, types, values):
        self.bus.emit_signal(None, PATH, NAME, member, GLib.Variant(types, values))

    def write(self, entry):
        entry["time"] = time.monotonic()
        self.log.write(json.dumps(entry) + "\n")

    # Calls

    def called(self, bus, sender, path, interface, method, parameters, invocation):
        values = parameters.unpack()
        entry = {"method": method, "sender": sender}
        if method == "CloseNotification":
            entry["id"] = values[0]
        if method == "Notify":
            fields = ("app", "replaces", "icon", "title", "body", "actions")
            entry.update(zip(fields, values))
            hints = parameters.get_child_value(6)
            entry["hints"] = {
                hint.get_child_value(0).get_string(): hint.get_child_value(1).get_variant().print_(True)
                for hint in (hints.get_child_value(i) for i in range(hints.n_children()))}
        self.write(entry)
        answer = lambda: getattr(self, method)(values, invocation)
        if self.hang:
            self.pile.append(answer)
        elif method == "Notify" and self.delay:
            GLib.timeout_add(self.delay, lambda: answer() and False)
        else:
            answer()

    def GetServerInformation(self, _, invocation):
        invocation.return_value(GLib.Variant("(ssss)", (self.name, "Bellhop", "1", self.spec)))

    def GetCapabilities(self, _, invocation):
        invocation.return_value(GLib.Variant("(as)", (self.capabilities,)))

    def CloseNotification(self, values, invocation):
        invocation.return_value(None)
        self.live = [id for id in self.live if id != values[0]]
        self.signal("NotificationClosed", "(uu)", (values[0], 3))

    def Notify(self, values, invocation):
        app, replaces, icon, title, body, actions, hints, timeout = values
        if self.exit_on and (self.exit_on in title or self.exit_on in body):
            os._exit(1)
        if self.never_one:
            self.never_one = False
            self.pile.append(lambda: None)
            return
        if self.error:
            return invocation.return_dbus_error(self.error, "as told")
        look = (app, title, body, tuple(actions))
        if self.identical and self.recent and self.recent[0] == look and time.monotonic() - self.recent[1] < 1:
            return invocation.return_dbus_error(EXCESS, "as told")
        self.recent = (look, time.monotonic())
        if replaces in self.live:
            id = replaces
        else:
            self.last_id += 1
            id = self.last_id
            self.live.append(id)
        if self.before:
            self.before(id)
        if self.zero:
            id = 0
        if self.wrong:
            message = Gio.DBusMessage.new_method_reply(invocation.get_message())
            message.set_body(GLib.Variant("(s)", ("wrong",)))
            self.bus.send_message(message, Gio.DBusSendMessageFlags.NONE)
            return
        invocation.return_value(GLib.Variant("(u)", (id,)))
        while self.evict is not None and len(self.live) > self.evict:
            self.signal("NotificationClosed", "(uu)", (self.live.pop(0), 1))

    # Running

    def run(self, address):
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        self.bus = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
        info = Gio.DBusNodeInfo.new_for_xml(INTERFACE)
        self.bus.register_object(PATH, info.interfaces[0], self.called, None, None)
        loop = GLib.MainLoop()
        unread = [b""]
        self.bus.connect("closed", lambda *_: loop.quit())

        def acquired(*_):
            self.write({"command": "own", "sender": self.bus.get_unique_name()})

        def read(source, condition):
            text = os.read(sys.stdin.fileno(), 4096)
            if not text:
                loop.quit()
                return False
            *lines, unread[0] = (unread[0] + text).split(b"\n")
            for line in lines:
                self.command(line.decode())
            return True

        Gio.bus_own_name_on_connection(
            self.bus, NAME, Gio.BusNameOwnerFlags.ALLOW_REPLACEMENT | Gio.BusNameOwnerFlags.REPLACE,
            acquired, lambda *_: None)
        if not os.environ.get("SCRIPTED_SERVER_ACTIVATED"):
            GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_IN | GLib.IO_HUP, read)
        loop.run()


server = Server(sys.argv[1])
for mode in sys.argv[2:]:
    server.command(mode)
server.run(os.environ["DBUS_SESSION_BUS_ADDRESS"])
