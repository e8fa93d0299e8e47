#!/bin/sh
# Installs the release build (`swift build -c release`): the three programs, the units, the documented configuration,
# manual pages and completions.
set -eu

usage() {
  cat <<'TEXT'
usage: install.sh --user [--prefix DIR] [--uninstall]
       install.sh --system [--prefix DIR] [--uninstall] [DESTDIR]

--user      for yourself: programs below ~/.local, units in ~/.config/systemd/user
--system    for everybody: programs below /usr/local, units in /usr/lib/systemd/user for the prefix /usr, else in
            /etc/systemd/user; the unit that tells of failed ones beside them in system, what allows root to post in
            /etc/bellhop/bellhop.conf.d, and what keeps /var/spool/bellhop in order in tmpfiles.d; all of it below DESTDIR where one is given
--prefix    another place for the programs
--uninstall take away what was installed; configuration and notifications stay
TEXT
}

fail() {
  echo "install.sh: $1" >&2
  exit "${2:-1}"
}

mode='' prefix='' destdir='' action=install
while [ $# -gt 0 ]; do
  case $1 in
    --user | --system) mode=${1#--} ;;
    --prefix)
      [ $# -ge 2 ] || fail '--prefix needs a directory' 2
      prefix=$2
      shift
      ;;
    --prefix=*) prefix=${1#--prefix=} ;;
    --uninstall) action=uninstall ;;
    -h | --help)
      usage
      exit 0
      ;;
    -*)
      usage >&2
      exit 2
      ;;
    *)
      [ -z "$destdir" ] || fail 'only one DESTDIR can be given' 2
      destdir=$1
      ;;
  esac
  shift
done

while [ "$prefix" != / ] && [ "$prefix" != "${prefix%/}" ]; do prefix=${prefix%/}; done

case $mode in
  user)
    [ -z "$destdir" ] || fail 'DESTDIR goes with --system only' 2
    [ "$action" = uninstall ] || [ "$(id -u)" -ne 0 ] ||
      fail 'the units do not run for root; run this as the person whom the daemon is for, or with --system'
    prefix=${prefix:-${HOME:?}/.local}
    # A relative one counts as not set, as for the programs.
    case ${XDG_CONFIG_HOME-} in
      /*) units=$XDG_CONFIG_HOME/systemd/user ;;
      *) units=$HOME/.config/systemd/user ;;
    esac
    ;;
  system)
    # All users must be able to read the files, whatever root's own umask is.
    umask 022
    prefix=${prefix:-/usr/local}
    while [ "$destdir" != "${destdir%/}" ]; do destdir=${destdir%/}; done
    if [ "$prefix" = /usr ]; then units=/usr/lib/systemd/user; else units=/etc/systemd/user; fi
    system=${units%/user}/system
    if [ "$prefix" = /usr ]; then tmpfiles=/usr/lib/tmpfiles.d; else tmpfiles=/etc/tmpfiles.d; fi
    ;;
  *)
    usage >&2
    exit 2
    ;;
esac
case $prefix in
  *[!A-Za-z0-9/._+~-]*) fail 'a prefix is made of letters, digits and / . _ + ~ -, as a unit can name it' 2 ;;
  /?*) ;;
  *) fail 'a prefix is a directory below /' 2 ;;
esac

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
built=$root/.build/release
documentation=$prefix/share/doc/bellhop
pages=$prefix/share/man
# Debian's zsh has one directory for completions of packages, and another for an administrator's.
if [ "$prefix" = /usr ]; then zsh=vendor-completions; else zsh=site-functions; fi
bash_completion=$prefix/share/bash-completion/completions/bellhop
zsh_completion=$prefix/share/zsh/$zsh/_bellhop
fish_completion=$prefix/share/fish/vendor_completions.d/bellhop.fish
activation=$prefix/share/dbus-1/services
icons=$prefix/share/icons/hicolor

# Whether the person's own service manager can be asked; never for files that go into a package.
manager() {
  [ -z "$destdir" ] && [ "$(id -u)" -ne 0 ] && systemctl --user show-environment >/dev/null 2>&1
}

put() { # MODE FILE DIRECTORY
  mkdir -p "$destdir$3"
  install -m "$1" "$2" "$destdir$3/"
  echo "installed $destdir$3/$(basename "$2")"
}

# Strips the debugging information, two thirds of the program, which stays in the build.
put_program() { # PROGRAM
  put 755 "$built/$1" "$prefix/bin"
  installed=$destdir$prefix/bin/$1
  if ! command -v strip >/dev/null; then
    echo "not stripped: $installed; there is no strip here (package binutils)"
  elif strip "$installed"; then
    echo "stripped $installed"
  else
    echo "not stripped: $installed"
  fi
}

# Writes the program's output for these arguments into a file.
print_into() { # FILE ARGUMENT…
  file=$destdir$1
  shift
  mkdir -p "$(dirname "$file")"
  "$built/bellhop" "$@" >"$file"
  chmod 644 "$file"
  echo "installed $file"
}

# With the two interfaces, as lines of roff, where the page says that they stand.
put_protocol_page() {
  put 644 "$root/systemd/man/bellhop-protocol.7" "$pages/man7"
  page=$destdir$pages/man7/bellhop-protocol.7
  while IFS= read -r line; do
    case $line in
      '.\" io.bellhop.'*)
        interface=${line#????}
        sed "s/\\\\/\\\\e/g; s/-/\\\\-/g; s/^[.']/\\\\\&&/" \
          "$root/Sources/NotificationProtocol/${interface%% *}"
        ;;
      *) printf '%s\n' "$line" ;;
    esac
  done <"$root/systemd/man/bellhop-protocol.7" >"$page"
}

take() { # FILE
  if [ -e "$destdir$1" ] || [ -L "$destdir$1" ]; then
    rm -f "$destdir$1"
    echo "removed $destdir$1"
  fi
}

if [ "$action" = uninstall ]; then
  if manager; then
    systemctl --user disable --now bellhop.service bellhop.socket bellhop-control.socket || true
  elif [ "$mode" = system ] && [ -z "$destdir" ] && [ "$(id -u)" -eq 0 ]; then
    systemctl --global disable bellhop.service bellhop.socket bellhop-control.socket || true
  fi
  for program in bellhopd bellhop bellhop-bus; do take "$prefix/bin/$program"; done
  # A running bus goes on, since the notification server is on it.
  for unit in bellhop.socket bellhop-control.socket bellhop.service bellhop-bus.socket bellhop-bus.service; do
    take "$units/$unit"
  done
  take "$activation/io.bellhop.Daemon.service"
  for page in man1/bellhop.1 man5/bellhop.conf.5 man7/bellhop-protocol.7 man8/bellhopd.8 man8/bellhop-bus.8; do
    take "$pages/$page"
  done
  take "$icons/64x64/apps/io.bellhop.Shell.png"
  take "$icons/scalable/apps/io.bellhop.Shell.svg"
  for file in "$bash_completion" "$zsh_completion" "$fish_completion"; do take "$file"; done
  for snippet in "$root"/config/bars/*; do take "$documentation/bars/$(basename "$snippet")"; done
  if [ "$mode" = system ]; then
    take "$system/bellhop-failed@.service"
    take "$tmpfiles/bellhop.conf"
  fi
  take "$documentation/bellhop.conf"
  for directory in "$documentation/bars" "$documentation"; do
    if [ -d "$destdir$directory" ]; then rmdir "$destdir$directory" 2>/dev/null || true; fi
  done
  if manager; then systemctl --user daemon-reload; fi
  exit 0
fi

for program in bellhopd bellhop; do
  [ -x "$built/$program" ] || fail "$built/$program is missing; run 'swift build -c release' in $root first"
done

for program in bellhopd bellhop; do put_program "$program"; done
# Told apart by the name that it is called by.
ln -sf bellhop "$destdir$prefix/bin/bellhop-bus"
echo "linked $destdir$prefix/bin/bellhop-bus to bellhop"
put 644 "$root/config/bellhop.conf" "$documentation"
for snippet in "$root"/config/bars/*; do
  if [ -e "$snippet" ]; then put 644 "$snippet" "$documentation/bars"; fi
done
# The icon of Bellhop's own banners.
put 644 "$root/config/icons/io.bellhop.Shell.png" "$icons/64x64/apps"
put 644 "$root/config/icons/io.bellhop.Shell.svg" "$icons/scalable/apps"
put 644 "$root/systemd/bellhop.socket" "$units"
put 644 "$root/systemd/bellhop-control.socket" "$units"
put 644 "$root/systemd/bellhop.service" "$units"
put 644 "$root/systemd/bellhop-bus.socket" "$units"
put 644 "$root/systemd/bellhop-bus.service" "$units"
if [ "$mode" = system ]; then
  put 644 "$root/config/bellhop.conf.d/50-system.conf" /etc/bellhop/bellhop.conf.d
  put 644 "$root/systemd/bellhop-failed@.service" "$system"
  sed "s|/usr/bin/bellhop |$prefix/bin/bellhop |" "$root/systemd/bellhop-failed@.service" \
    >"$destdir$system/bellhop-failed@.service"
  mkdir -p "$destdir$tmpfiles"
  install -m 644 "$root/systemd/bellhop.tmpfiles" "$destdir$tmpfiles/bellhop.conf"
  echo "installed $destdir$tmpfiles/bellhop.conf"
fi
service=$destdir$units/bellhop.service
sed "s|/usr/bin/bellhopd|$prefix/bin/bellhopd|; s|/usr/share/doc/bellhop|$documentation|" \
  "$root/systemd/bellhop.service" >"$service"
# Started by its socket, for the units that need it. It is never restarted for a newer version: the notification server
# would end with it.
sed "s|/usr/bin/bellhop-bus|$prefix/bin/bellhop-bus|" "$root/systemd/bellhop-bus.service" \
  >"$destdir$units/bellhop-bus.service"

mkdir -p "$destdir$activation"
sed "s|/usr/bin/bellhopd|$prefix/bin/bellhopd|" "$root/systemd/bellhop.dbus" \
  >"$destdir$activation/io.bellhop.Daemon.service"
chmod 644 "$destdir$activation/io.bellhop.Daemon.service"
echo "installed $destdir$activation/io.bellhop.Daemon.service"

print_into "$pages/man1/bellhop.1" help --man bellhop
print_into "$pages/man5/bellhop.conf.5" help --man bellhop.conf
put_protocol_page
put 644 "$root/systemd/man/bellhopd.8" "$pages/man8"
put 644 "$root/systemd/man/bellhop-bus.8" "$pages/man8"
print_into "$bash_completion" completion bash
print_into "$zsh_completion" completion zsh
print_into "$fish_completion" completion fish

if manager; then
  systemctl --user daemon-reload
  # The running daemon is of the version before. The sockets stay open, so that no client is refused.
  systemctl --user enable bellhop.service bellhop.socket bellhop-control.socket
  { systemctl --user try-restart bellhop.service &&
    systemctl --user start bellhop.service bellhop.socket bellhop-control.socket; } ||
    fail 'the daemon does not start; see systemctl --user status bellhop.service'
  echo 'the daemon runs, and starts with every session from now on'
elif [ "$mode" = system ]; then
  echo "each person turns it on with: systemctl --user enable --now bellhop.service bellhop.socket bellhop-control.socket"
  echo "or an administrator for all: systemctl --global enable bellhop.service bellhop.socket bellhop-control.socket"
else
  echo 'no user manager answers here; in a session run:'
  echo '  systemctl --user daemon-reload && systemctl --user enable --now bellhop.service bellhop.socket bellhop-control.socket'
fi
case :$PATH: in
  *:"$prefix/bin":*) ;;
  *) [ "$mode" = system ] || echo "$prefix/bin is not in PATH yet" ;;
esac
