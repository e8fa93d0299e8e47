#!/usr/bin/python3
"""A notification server that obeys commands.

Usage: scripted-server.py LOG [MODE…]
Reads commands, one on a line, from standard input; writes each call, one JSON object on a line, to LOG. Modes and
commands share one language, so that a mode can be given at the start or later:

  capabilities A,B,C     name NAME           spec VERSION
  owns NAME              serves at this name, or at none but its unique one; at the start alone
  also NAME              asks for this one too, and does not wait for it; at the start alone
  waits NAME             the same, and waits for it; at the start alone
  ends-with-name         ends when the name that it serves at is taken from it
  ok                     as a good server again
  slow MS                answers Notify after so long
  never-notify           answers everything but Notify
  hang                   answers nothing at all; `resume` answers what has piled up
  holds-closes           carries out and answers no CloseNotification until `resume`
  exit-on TEXT           exits during a Notify whose title or body holds TEXT
  error NAME             answers Notify with this error
  refuse-identical       refuses the same Notify within a second, as Plasma does
  evict N                shows N at most: the oldest expires
  press-before-reply KEY | close-before-reply
  presses-before-reply N KEY
  close-after-press REASON | tokens
  rejects-foreign        InvalidArgs for the replaced id of another connection, as GNOME does
  forgets-vanished       takes away what a connection showed that is gone, as GNOME does
  takes-any-id           shows under an unknown replaced id, as dunst and Plasma do
  strict-types           refuses the call over a hint of a wrong type, as mako does
  dies-of-tags           exits over a replaced id together with a tag, as mako does
  no-empty               answers 0 to a Notify without any text, as dunst does
  ignores-closes         leaves up what it is to close, and says nothing
  twice                  sends each signal twice from now on
  stranger COMMAND       carries out a press or a close on a connection that is not the server's
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
# hints as servers want them: freedesktop's specification, and mako's code for `value`.
TYPES = {"urgency": "y", "category": "s", "desktop-entry": "s", "image-path": "s", "sound-name": "s",
         "suppress-sound": "b", "resident": "b", "transient": "b", "sound-file": "s", "value": "i",
         # libnotify's form, and a connection of our own's.
         "sender-pid": ("x", "u"), "x-shell-sender-pid": "u", "x-shell-sender": "s", "x-kde-reply-placeholder-text": "s", "x-kde-reply-submit-button-text": "s"}
TAGS = {"x-canonical-private-synchronous", "synchronous", "private-synchronous", "x-dunst-stack-tag"}
EXCESS = "org.freedesktop.Notifications.Error.ExcessNotificationGeneration"

FLAGS = {"never-notify": "never", "holds-closes": "holds", "rejects-foreign": "foreign", "forgets-vanished": "forgets", "takes-any-id": "any_id", "strict-types": "strict",
         "dies-of-tags": "tags", "no-empty": "no_empty", "ignores-closes": "ignores", "twice": "twice", "tokens": "tokens"}
FLAGS_OF_BUS = (Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT
                | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION)


class Server:
    def __init__(self, log):
        self.log = open(log, "a", buffering=1)
        self.capabilities = ["actions", "body", "body-markup", "persistence", "sound"]
        self.name, self.spec, self.owned = "scripted", "1.2", NAME
        self.others, self.ends = [], False
        # By id: its sender, and its visible text.
        self.last_id, self.live = 0, {}
        self.senders = set()
        self.recent, self.pile = None, []
        self.good()

    def good(self):
        self.hang = self.holds = self.identical = self.zero = self.wrong = False
        self.foreign = self.forgets = self.any_id = self.strict = self.tags = self.no_empty = False
        self.twice = self.tokens = self.never = self.ignores = False
        self.after_press, self.voice = None, None
        self.delay, self.evict, self.error, self.exit_on, self.before = 0, None, None, None, None

    # Commands

    def command(self, line, logged=True):
        word, _, rest = line.strip().partition(" ")
        if word == "capabilities":
            self.capabilities = [c for c in rest.split(",") if c]
        elif word == "name":
            self.name = rest
        elif word == "owns":
            self.owned = rest
        elif word == "also":
            self.others.append((rest, 4))
        elif word == "waits":
            self.others.append((rest, 0))
        elif word == "ends-with-name":
            self.ends = True
        elif word == "spec":
            self.spec = rest
        elif word == "ok":
            self.good()
        elif word == "slow":
            self.delay = int(rest)
        elif word == "hang":
            self.hang = True
        elif word == "resume":
            self.hang, self.holds, pile, self.pile = False, False, self.pile, []
            for answer in pile:
                answer()
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
        elif word == "presses-before-reply":
            count, key = rest.split(" ", 1)
            self.before = lambda id: [self.signal("ActionInvoked", "(us)", (id, key)) for _ in range(int(count))]
        elif word == "close-before-reply":
            self.before = lambda id: self.signal("NotificationClosed", "(uu)", (id, 1))
        elif word == "id-0":
            self.zero = True
        elif word == "wrong-types":
            self.wrong = True
        elif word == "close-after-press":
            self.after_press = int(rest)
        elif word in FLAGS:
            setattr(self, FLAGS[word], True)
        elif word == "stranger":
            self.voice = Gio.DBusConnection.new_for_address_sync(
                os.environ["DBUS_SESSION_BUS_ADDRESS"], FLAGS_OF_BUS, None, None)
            self.command(rest, logged=False)
            self.voice.flush_sync()
            self.voice = None
        elif word == "press":
            id, key = rest.split(" ", 1)
            if self.tokens:
                self.signal("ActivationToken", "(us)", (int(id), "token-" + id))
            self.signal("ActionInvoked", "(us)", (int(id), key))
            if self.after_press:
                self.take_away(int(id), self.after_press)
        elif word == "token":
            id, token = rest.split(" ", 1)
            self.signal("ActivationToken", "(us)", (int(id), token))
        elif word == "close":
            id, reason = rest.split()
            self.take_away(int(id), int(reason))
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
        if logged:
            self.write({"command": word})

    def signal(self, member, types, values):
        for _ in range(2 if self.twice else 1):
            (self.voice or self.bus).emit_signal(None, PATH, NAME, member, GLib.Variant(types, values))

    def take_away(self, id, reason):
        if not self.voice:
            self.live.pop(id, None)
            self.write({"gone": id})
        self.signal("NotificationClosed", "(uu)", (id, reason))

    def vanished(self, sender):
        for id in [id for id, (owner, _) in self.live.items() if owner == sender]:
            self.take_away(id, 2)

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
            entry["timeout"] = values[7]
            hints = parameters.get_child_value(6)
            entry["hints"] = {
                hint.get_child_value(0).get_string(): hint.get_child_value(1).get_variant().print_(True)
                for hint in (hints.get_child_value(i) for i in range(hints.n_children()))}
        self.write(entry)
        answer = lambda: getattr(self, method)(values, invocation)
        if self.hang or self.holds and method == "CloseNotification":
            self.pile.append(answer)
        elif method == "Notify" and self.never:
            pass
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
        if not self.ignores:
            self.take_away(values[0], 3)

    def Notify(self, values, invocation):
        app, replaces, icon, title, body, actions, hints, timeout = values
        if self.exit_on and (self.exit_on in title or self.exit_on in body):
            os._exit(1)
        if self.error:
            return invocation.return_dbus_error(self.error, "as told")
        look = (app, title, body, tuple(actions), hints.get("x-kde-eventId"))
        if self.identical and self.recent and self.recent[0] == look and time.monotonic() - self.recent[1] < 1:
            return invocation.return_dbus_error(EXCESS, "as told")
        self.recent = (look, time.monotonic())
        sender = invocation.get_sender()
        given = invocation.get_parameters().get_child_value(6)
        given = {given.get_child_value(i).get_child_value(0).get_string():
                 given.get_child_value(i).get_child_value(1).get_variant() for i in range(given.n_children())}
        if self.tags and replaces and TAGS & set(given):
            os._exit(1)
        if self.strict and any(value.get_type_string() not in TYPES.get(name, ()) for name, value in given.items()):
            return invocation.return_dbus_error("org.freedesktop.DBus.Error.InvalidArgs", "a hint's type")
        if self.foreign and replaces in self.live and self.live[replaces][0] != sender:
            return invocation.return_dbus_error("org.freedesktop.DBus.Error.InvalidArgs", "another's")
        if self.no_empty and not title and not body:
            return invocation.return_value(GLib.Variant("(u)", (0,)))
        if replaces in self.live or (replaces and self.any_id):
            id = replaces
        else:
            self.last_id += 1
            id = self.last_id
        if self.forgets and sender not in self.senders:
            self.senders.add(sender)
            Gio.bus_watch_name_on_connection(
                self.bus, sender, Gio.BusNameWatcherFlags.NONE, None, lambda _, name: self.vanished(name))
        seen = [title, body, str(hints.get("value", "")), hints.get("image-path", ""), " ".join(actions[1::2])]
        self.live[id] = (sender, "\n".join(seen))
        self.write({"shows": id, "seen": self.live[id][1]})
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
            self.take_away(next(iter(self.live)), 1)

    # Running

    def run(self, address):
        self.bus = Gio.DBusConnection.new_for_address_sync(address, FLAGS_OF_BUS, None, None)
        info = Gio.DBusNodeInfo.new_for_xml(INTERFACE)
        self.bus.register_object(PATH, info.interfaces[0], self.called, None, None)
        loop = GLib.MainLoop()
        unread = [b""]
        self.bus.connect("closed", lambda *_: loop.quit())

        def lost(*_):
            if self.ends:
                loop.quit()

        for name, flags in self.others:
            self.bus.call_sync(
                "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "RequestName", GLib.Variant("(su)", (name, flags)), None,
                Gio.DBusCallFlags.NONE, -1, None)

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

        if self.owned:
            Gio.bus_own_name_on_connection(
                self.bus, self.owned, Gio.BusNameOwnerFlags.ALLOW_REPLACEMENT | Gio.BusNameOwnerFlags.REPLACE,
                acquired, lost)
        else:
            acquired()
        if not os.environ.get("SCRIPTED_SERVER_ACTIVATED"):
            GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_IN | GLib.IO_HUP, read)
        loop.run()


server = Server(sys.argv[1])
for mode in sys.argv[2:]:
    server.command(mode)
server.run(os.environ["DBUS_SESSION_BUS_ADDRESS"])
