# lockers.sh: what lock.sh has to know of each desktop's locker: how it locks and unlocks, and what it shows. Plasma tells
# of its list only in pictures.

# GNOME Shell locks the screen only where GDM, or a stand-in, has said its version.
stand_in_for_gdm() {
  [ "$desktop" = gnome ] || return 0
  begin python3 -c '
import dbus.mainloop.glib, dbus.service
from gi.repository import GLib
dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
class Manager(dbus.service.Object):
    @dbus.service.method("org.freedesktop.DBus.Properties", in_signature="ss", out_signature="v")
    def Get(self, interface, name): return "48.0"
    @dbus.service.method("org.freedesktop.DBus.Properties", in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface): return {"Version": "48.0"}
name = dbus.service.BusName("org.gnome.DisplayManager", dbus.SystemBus())
Manager(name, "/org/gnome/DisplayManager/Manager")
GLib.MainLoop().run()' >"$home/gdm.log" 2>&1
  within 10 gdbus call --system -d org.freedesktop.DBus -o / -m org.freedesktop.DBus.GetNameOwner org.gnome.DisplayManager
}

# The program that locks, where that is not the shell or KWin.
locker() {
  case $desktop in
  plasma) begin ksmserver >"$home/locker.log" 2>&1 ;;
  cinnamon) begin cinnamon-screensaver >"$home/locker.log" 2>&1 ;;
  esac
  case $desktop in
  plasma*) within 20 test_owner org.freedesktop.ScreenSaver ;;
  cinnamon) within 20 test_owner org.cinnamon.ScreenSaver ;;
  esac
}

lock() {
  case $desktop in
  gnome) evaluate "Main.screenShield.lock(false); 1" ;;
  plasma*) call org.freedesktop.ScreenSaver /ScreenSaver org.freedesktop.ScreenSaver.Lock ;;
  cinnamon) call org.cinnamon.ScreenSaver /org/cinnamon/ScreenSaver org.cinnamon.ScreenSaver.Lock "" ;;
  esac >/dev/null
}

unlock() {
  case $desktop in
  gnome) evaluate "Main.screenShield.deactivate(false); 1" ;;
  plasma*) login /session/7 org.freedesktop.DBus.Mock.EmitSignal org.freedesktop.login1.Session Unlock "" "@av []" ;;
  cinnamon) call org.cinnamon.ScreenSaver /org/cinnamon/ScreenSaver org.cinnamon.ScreenSaver.SetActive false ;;
  esac >/dev/null
}

is_locked() {
  case $desktop in
  gnome) is_true "Main.screenShield.locked" ;;
  plasma*) call org.freedesktop.ScreenSaver /ScreenSaver org.freedesktop.ScreenSaver.GetActive | grep -q true ;;
  cinnamon) call org.cinnamon.ScreenSaver /org/cinnamon/ScreenSaver org.cinnamon.ScreenSaver.GetActive | grep -q true ;;
  esac
}
is_unlocked() { ! is_locked; }

# With the front so many calls at the unlock give back the text of what came. Cinnamon's two are a close and a new banner.
calls_that_give_back() {
  if [ "$side" = alone ]; then echo 0; elif changes_in_place; then echo 1; else echo 2; fi
}

# The text that a call of `evaluate` gives, without the marks around it.
text_of() { evaluate "$1" | sed "s/^(true, '\"\{0,1\}//; s/\"\{0,1\}')\$//"; }

# GNOME alone tells what is in its list, and which of it was seen.
see_all() {
  case $desktop in
  gnome)
    evaluate "Main.panel.statusArea.dateMenu.menu.open(); 1" >/dev/null
    rest 1
    evaluate "Main.panel.statusArea.dateMenu.menu.close(); 1" >/dev/null ;;
  esac
}

unseen() {
  case $desktop in
  gnome) text_of "Main.messageTray.getSources().reduce((sum, source) => sum + source.unseenCount, 0)" ;;
  esac
}

listed() {
  case $desktop in
  gnome) text_of "Main.messageTray.getSources().flatMap(s => s.notifications).map(n => n.title + (n.acknowledged ? ' (seen)' : '')).sort().join(', ') || 'none'" ;;
  esac
}
lists_no() { ! listed | grep -q "$1"; }

count_wakings() {
  [ "$desktop" != gnome ] || evaluate "globalThis.wakings = 0;
    Main.screenShield.connect('wake-up-screen', () => globalThis.wakings++); 1" >/dev/null
}
wakings() { [ "$desktop" != gnome ] || text_of "globalThis.wakings"; }

# What notifications have written on the lock screen.
on_lock_screen() {
  [ "$desktop" = gnome ] || return 0
  text_of "(() => {
    const texts = [];
    (function find(actor) {
      if (!actor.visible) return;
      if (actor instanceof imports.gi.St.Label) texts.push(actor.text);
      actor.get_children().forEach(find);
    })(Main.screenShield._dialog._notificationsBox);
    return texts.join(', ') || 'none';
  })()"
}

banner() {
  case $desktop in
  gnome) text_of "Main.messageTray._notification?.title ?? 'none'" ;;
  *) banners ;;
  esac
}

open_list() {
  case $desktop in
  gnome) evaluate "Main.panel.statusArea.dateMenu.menu.open(); 1" >/dev/null ;;
  esac
  rest 1
}
