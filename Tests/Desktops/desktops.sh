#!/bin/sh
# desktops.sh: tries the release build (`swift build -c release`) with GNOME Shell, Plasma on X11 and on Wayland, Cinnamon
# and (on bookworm) LXQt, in a Debian that has booted: runs session.sh with either side started first, and lock.sh. Run it
# as root, with the packages mmdebstrap and systemd-container, and a mirror of Debian's.
#
#   desktops.sh [bookworm|trixie|forky [dbus-daemon|dbus-broker [PICTURES]]]
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
work=$(mktemp -d)
root=$work/root
. "$here/Tests/Package/steps.sh"
. "$here/Tests/Package/machine.sh"
pictures=${3:-.}
finish() {
  end_machine
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 1' INT TERM

step "$suite, booted, with $bus"
chmod 755 "$work"
desktops='gnome plasma plasma-wayland cinnamon'
packages=cinnamon,cinnamon-screensaver,dbus,gjs,gnome-shell,imagemagick,kwin-wayland,kwin-x11,libglib2.0-bin,libnotify-bin,libsqlite3-0,plasma-desktop
packages=$packages,plasma-workspace,python3-dbusmock,xdotool,xvfb
# Later ones end where they do not get the notification name.
if [ "$suite" = bookworm ]; then desktops="$desktops lxqt" packages=$packages,lxqt-notificationd,openbox,qtwayland5; fi
make_machine "$packages" ada
# The machine does not have the capability that Debian 12 gives KWin, and without it the kernel starts no such program.
[ "$suite" != bookworm ] || chroot "$root" setcap -r /usr/bin/kwin_wayland
mkdir "$root/opt/bellhop"
cp "$here/.build/release/bellhop" "$here/.build/release/bellhopd" "$here/Tests/Desktops/"*.sh \
  "$here/Tests/Desktops/flips.py" "$root/opt/bellhop/"
boot

faults=0
for desktop in $desktops; do
  for first in daemon server; do
    as ada 1000 mkdir -p "/home/ada/$first"
    as ada 1000 env -u DISPLAY BELLHOP_PROGRAMS=/opt/bellhop timeout 600 /opt/bellhop/session.sh "$desktop" "$first" \
      "/home/ada/$first" unix:path=/run/user/1000/bus || faults=$((faults + 1))
    for picture in "$root/home/ada/$first/"*.png; do
      [ ! -e "$picture" ] || cp "$picture" "$pictures/$first-$(basename "$picture")"
    done
  done
done
as ada 1000 mkdir -p /home/ada/lock
for run in gnome plasma plasma-wayland cinnamon "gnome flips" "plasma flips"; do
  # cinnamon-screensaver 5.6 has no way to unlock where AccountsService does not know the person.
  [ "$suite $run" != "bookworm cinnamon" ] || continue
  # shellcheck disable=SC2086
  set -- $run
  as ada 1000 env -u DISPLAY BELLHOP_PROGRAMS=/opt/bellhop timeout 900 /opt/bellhop/lock.sh "$1" /home/ada/lock "" \
    ${2+"$2"} || faults=$((faults + 1))
done
for picture in "$root/home/ada/lock/"*.png; do
  [ ! -e "$picture" ] || cp "$picture" "$pictures/lock-$(basename "$picture")"
done
exit $((faults > 0))
