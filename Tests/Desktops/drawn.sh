# drawn.sh: what session.sh has to know of each desktop: how it is started, which banners are up, and where a pointer
# presses them. `plasma-wayland` is Plasma under kwin_wayland, which has no pointer there, and gives no picture.

evaluate() {
  case $desktop in
  cinnamon) call org.Cinnamon /org/Cinnamon org.Cinnamon.Eval "$1" ;;
  *) call org.gnome.Shell /org/gnome/Shell org.gnome.Shell.Eval "$1" ;;
  esac
}

# Whether a banner changes in its place when the screen locks; else it is closed, and comes back at the unlock.
changes_in_place() { [ "$desktop" != cinnamon ]; }
has_pointer() { [ "$desktop" != plasma-wayland ]; }
has_pictures() { [ "$desktop" != plasma-wayland ]; }

# What the shell draws in, beside the server.
window_manager() {
  case $desktop in
  plasma) begin kwin_x11 ;;
  plasma-wayland)
    QT_LOGGING_RULES='js=true' begin kwin_wayland --virtual --width 1280 --height 720 --socket "$home/run/wayland"
    within 20 test_owner org.kde.KWin
    export WAYLAND_DISPLAY=$home/run/wayland QT_QPA_PLATFORM=wayland
    ;;
  lxqt) begin openbox ;;
  esac >"$home/windows.log" 2>&1
}

screen() {
  export DISPLAY=:$((90 + RANDOM % 900))
  begin Xvfb "$DISPLAY" -screen 0 1280x720x24 -nolisten tcp >"$home/screen.log" 2>&1
  within 10 xdotool getmouselocation
}

# The words that start the server behind bellhop-bus, if it is to be there.
before_server=()
server() {
  case $desktop in
  gnome)
    begin gnome-shell --headless --virtual-monitor 1280x720 --wayland --no-x11 --unsafe-mode >"$home/server.log" 2>&1
    server=$begun
    within 30 test_owner org.gnome.Shell
    within 30 is_true "Main.layoutManager.startingUp === false"
    evaluate "Main.overview.hide()" >/dev/null
    # That it cannot lock the screen without its display manager, it says in a banner of its own.
    within 10 is_true "Main.overview.visible === false"
    evaluate "Main.messageTray.getSources().forEach(source => source.destroy())" >/dev/null
    ;;
  plasma | plasma-wayland)
    begin "${before_server[@]}" plasmashell --no-respawn >"$home/server.log" 2>&1
    server=$begun
    within 60 test_owner org.kde.plasmashell
    ;;
  cinnamon)
    begin cinnamon >"$home/server.log" 2>&1
    server=$begun
    within 60 test_owner org.Cinnamon
    within 30 is_true "Main.messageTray !== null"
    ;;
  lxqt)
    begin lxqt-notificationd >"$home/server.log" 2>&1
    server=$begun
    ;;
  esac
}

test_owner() { [ -n "$(owner "$1")" ]; }
is_true() { [ "$(evaluate "$1")" = "(true, 'true')" ]; }

# The windows that banners are drawn in: ID WIDTH HEIGHT, a line each.
windows() {
  local class id
  case $desktop in plasma) class=plasmashell ;; lxqt) class=lxqt-notificationd ;; esac
  for id in $(xdotool search --onlyvisible --class "$class" 2>/dev/null); do
    eval "$(xdotool getwindowgeometry --shell "$id" 2>/dev/null)" || continue
    # Panel and desktop are wider, and hidden windows are smaller.
    if [ "$WIDTH" -gt 100 ] && [ "$WIDTH" -lt 700 ] && [ "$HEIGHT" -gt 30 ]; then echo "$id $WIDTH $HEIGHT"; fi
  done
}

# The banners that KWin has on the screen: it prints them where a script asks.
kwin_banners() {
  local asked=$RANDOM$RANDOM
  local script=$home/banners-$asked.js
  cat >"$script" <<END
const windows = workspace.windowList ? workspace.windowList() : workspace.clientList();
const banners = windows.filter(window => window.notification || window.criticalNotification);
print("banners", $asked, banners.length);
END
  {
    call org.kde.KWin /Scripting org.kde.kwin.Scripting.loadScript "$script" "$script"
    call org.kde.KWin /Scripting org.kde.kwin.Scripting.start
  } >/dev/null
  within 2 false || sed -n "s/.*banners $asked //p" "$home/windows.log" | tail -1
}

# How many banners are up.
banners() {
  case $desktop in
  gnome) evaluate "Main.messageTray.getSources().map(s => s.notifications.length).reduce((a, b) => a + b, 0)" |
    tr -dc '0-9' ;;
  # It shows one at a time.
  cinnamon) evaluate "Main.messageTray._notification ? 1 : 0" | tr -dc '0-9' ;;
  plasma) windows | wc -l ;;
  plasma-wayland) kwin_banners ;;
  # All are in one window.
  lxqt) windows | while read -r _ _ height; do seq 1 $((1 + height / 160)); done | wc -l ;;
  esac
}
are_up() { [ "$(banners)" = "$1" ]; }
# Whether the banner with this title can be pressed. Cinnamon keeps one that has been closed until it has slid out, and
# shows the next after it.
shows() {
  case $desktop in
  cinnamon) is_true "((one) => one?.title === '$1' && !one._destroyed)(Main.messageTray._notification)" ;;
  *) are_up 1 ;;
  esac
}
# Where banners are closed for a lock, one more comes after it for all that came meanwhile.
are_gone() {
  are_up 0 && return
  changes_in_place && return 1
  within 3 is_true "Main.messageTray._notificationState === 2" && dismiss >/dev/null && are_up 0
}

picture() {
  has_pictures || return 0
  local file="$pictures/$desktop-$1.png"
  case $desktop in
  # A banner slides in.
  gnome) within 3 is_true "Main.messageTray._notificationState === 2"
    call org.gnome.Shell.Screenshot /org/gnome/Shell/Screenshot org.gnome.Shell.Screenshot.Screenshot \
      false false "$file" >/dev/null ;;
  cinnamon) within 2 false || call org.gnome.Shell.Screenshot /org/gnome/Shell/Screenshot \
    org.gnome.Shell.Screenshot.Screenshot false false "$file" >/dev/null ;;
  *) within 2 false || import -window root "$file" ;;
  esac
}

# press X Y of the first banner, from its left and its top; less than nothing: from its right.
press() {
  local id width height
  read -r id width height < <(windows)
  xdotool mousemove --window "$id" $(($1 < 0 ? width + $1 : $1)) $(($2 < 0 ? height + $2 : $2)) click 1
}

press_banner() {
  case $desktop in
  gnome) click "Main.messageTray._banner" ;;
  cinnamon) click "Main.messageTray._notification.actor" ;;
  *) press 60 $((-30)) ;;
  esac
}

press_button() {
  case $desktop in
  gnome)
    evaluate "Main.messageTray._banner.expand(false)" >/dev/null
    click "$(part notification-button)" ;;
  cinnamon) click "$(part notification-button)" ;;
  plasma) press -60 -20 ;;
  lxqt) press 88 -34 ;;
  esac
}

dismiss() {
  case $desktop in
  gnome)
    # It is there under a pointer alone.
    point "Main.messageTray._banner.titleLabel"
    within 3 is_true "$(part message-close-button).opacity === 255"
    click "$(part message-close-button)" ;;
  cinnamon) click "Main.messageTray._notification._table.get_children().find(one => one instanceof imports.gi.St.Button)" ;;
  plasma) press -15 15 ;;
  lxqt) press -24 24 ;;
  esac
}

# The first of the banner's actors that has the style class: their fields change from one version to another.
part() {
  echo "(function find(actor) {
    if (actor.has_style_class_name?.('$1')) return actor;
    for (const child of actor.get_children()) { const found = find(child); if (found) return found; }
  })($([ "$desktop" = gnome ] && echo Main.messageTray._banner || echo Main.messageTray._notification.actor))"
}

# A pointer to the middle of an actor.
point() {
  evaluate "(() => {
    const {Clutter, GLib} = imports.gi, [x, y] = $1.get_transformed_position();
    globalThis.pointer ??= Clutter.get_default_backend().get_default_seat()
      .create_virtual_device(Clutter.InputDeviceType.POINTER_DEVICE);
    pointer.notify_absolute_motion(GLib.get_monotonic_time(), x + $1.width / 2, y + $1.height / 2);
  })()"
}

click() {
  # On a screen in memory a pointer does not reach what Cinnamon draws: its buttons are told that they are pressed.
  if [ "$desktop" = cinnamon ]; then evaluate "$1.emit('clicked', 1)"; return; fi
  point "$1"
  evaluate "(() => {
    const {Clutter, GLib} = imports.gi;
    for (const state of [Clutter.ButtonState.PRESSED, Clutter.ButtonState.RELEASED])
      pointer.notify_button(GLib.get_monotonic_time(), Clutter.BUTTON_PRIMARY, state);
  })()"
}

