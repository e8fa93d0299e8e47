"""flips.py gnome|plasma COUNT: locks and unlocks quickly, with a post now and then while it is locked. Prints yes or NO:
no text that came while the screen is locked reaches the server before the unlock, and nothing that was seen is new after
it. GNOME Shell locks by its own lock screen; elsewhere logind's hint stands for the locker, which takes seconds. Behind
lock.sh.
"""
import sys, time
import dbus, dbus.lowlevel, dbus.mainloop.glib
from gi.repository import GLib

desktop, count = sys.argv[1], int(sys.argv[2])
# So many locks to a post, and so many seconds: an app may alert ten times, and once more each six seconds.
to_a_post, seconds_to_a_post = 50, 6
dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus, system = dbus.SessionBus(), dbus.SystemBus()
session = system.get_object("org.freedesktop.login1", "/org/freedesktop/login1/session/7")
server = bus.get_object("org.freedesktop.Notifications", "/org/freedesktop/Notifications")
faults = set()
heard = []


def hear(_, message):
    """Bellhop's calls of the server."""
    if message.get_member() == "Notify" and "x-shell-sender" in message.get_args_list()[6]:
        heard.append(str(message.get_args_list()[3]))


listener = dbus.bus.BusConnection(dbus.bus.BusConnection.TYPE_SESSION)
monitoring = dbus.Interface(listener.get_object("org.freedesktop.DBus", "/org/freedesktop/DBus"),
                            "org.freedesktop.DBus.Monitoring")
listener.add_message_filter(hear)
monitoring.BecomeMonitor(["type='method_call',member='Notify'"], dbus.UInt32(0))


def evaluate(script):
    shell = bus.get_object("org.gnome.Shell", "/org/gnome/Shell")
    return str(shell.Eval(script, dbus_interface="org.gnome.Shell")[1])


def listen(milliseconds):
    """What is on its way is heard before the next step."""
    loop = GLib.MainLoop()
    GLib.timeout_add(milliseconds, loop.quit)
    loop.run()


def hint(locked):
    session.SetLockedHint(locked, dbus_interface="org.freedesktop.login1.Session")


def is_locked():
    return bool(session.Get("org.freedesktop.login1.Session", "LockedHint", dbus_interface=dbus.PROPERTIES_IFACE))


def wait_for(locked):
    end = time.monotonic() + 5
    while is_locked() != locked:
        if time.monotonic() > end:
            faults.add("the screen did not lock or unlock in five seconds")
            return


def post(title):
    return server.Notify("Mail", dbus.UInt32(0), "", title, "of " + title, [],
                         {"desktop-entry": "org.example.Mail"}, 0, dbus_interface="org.freedesktop.Notifications")


def lock():
    if desktop == "gnome":
        evaluate("""globalThis.seen = Main.messageTray.getSources().flatMap(source => source.notifications)
            .filter(one => one.acknowledged); Main.screenShield.lock(false); 1""")
    else:
        hint(True)
    wait_for(True)


def unlock():
    if desktop == "gnome":
        evaluate("Main.screenShield.deactivate(false); 1")
    else:
        hint(False)
    wait_for(False)


def shown():
    """Titles in GNOME's list, and text on its lock screen."""
    return evaluate("""Main.messageTray.getSources().flatMap(source => source.notifications).map(one => one.title)
        .concat((function texts(actor) {
            return actor.visible
                ? [actor.text ?? ''].concat(actor.get_children().flatMap(texts)) : [];
        })(Main.screenShield._dialog._notificationsBox)).join(', ')""")


def check(good, fault):
    if not good:
        faults.add(fault)


for number in range(2):
    post(f"Seen {number}")
listen(1000)
if desktop == "gnome":
    evaluate("Main.messageTray.getSources().flatMap(source => source.notifications).forEach(one => one.acknowledged = true); 1")
began = posted = time.monotonic()
again = []
for flip in range(count):
    came = f"Came {flip}" if flip % to_a_post == 0 else None
    if came:
        listen(max(0, int((posted + seconds_to_a_post - time.monotonic()) * 1000)))
        posted = time.monotonic()
    heard.clear()
    lock()
    if came:
        # Bellhop hears of the lock on another bus.
        listen(20)
        post(came)
    listen(30)
    titles = list(heard)
    check(not came or came not in titles, "text that came while locked reached the server before the unlock")
    again += [f"{flip}, locked: {title}" for title in titles[bool(came):]]
    if desktop == "gnome":
        on_screen = shown()
        check(not came or came not in on_screen, "text that came while locked is in the shell")
    heard.clear()
    unlock()
    listen(30)
    for _ in range(100 if came else 0):
        if came not in heard:
            listen(30)
    titles = list(heard)
    check(not came or came in titles, "what came while locked did not get its text at the unlock")
    again += [f"{flip}, unlocked: {title}" for title in titles if title != came]
    if desktop == "gnome":
        anew = evaluate("globalThis.seen.filter(one => !one.acknowledged).map(one => one.title).join(', ')")
        check(anew == '""', "something seen was new after an unlock")
print(f"    {count} locks in {time.monotonic() - began:.0f} seconds")
check(not again, f"{len(again)} calls at locks and unlocks were about what was there: {'; '.join(again[:20])}")
for fault in sorted(faults):
    print("NO ", fault)
if not faults:
    print("yes  nothing private on a locked screen, nothing new on an unlocked one")
sys.exit(bool(faults))
