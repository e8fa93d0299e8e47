#!/bin/sh
# Makes a Debian package of the release build (`swift build -c release`). The toolchain is the one on the PATH, so there is
# no source package; all else follows debhelper.
set -eu

usage() {
  cat <<'TEXT'
usage: debian-package.sh [--revision N] [DIRECTORY]

Writes bellhop_VERSION-N_ARCHITECTURE.deb into DIRECTORY (.build where none is given), and prints its path; beside it
bellhop-dbgsym_VERSION-N_ARCHITECTURE.deb, the symbols for a debugger. Needs the packages binutils, dpkg-dev and fakeroot
beside what the build needs. A higher revision upgrades a lower one; where none is given, N is how
many commits there are, and 1 in what is no clone.
TEXT
}

fail() {
  echo "debian-package.sh: $1" >&2
  exit "${2:-1}"
}

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
revision=1
# A clone of something else, in which this lies, does not count.
if [ -e "$root/.git" ]; then revision=$(git -C "$root" rev-list --count HEAD 2>/dev/null || echo 1); fi
while [ $# -gt 0 ]; do
  case $1 in
    --revision)
      [ $# -ge 2 ] || fail '--revision needs a number' 2
      revision=$2
      shift
      ;;
    -h | --help)
      usage
      exit 0
      ;;
    -*)
      usage >&2
      exit 2
      ;;
    *) break ;;
  esac
  shift
done
[ $# -le 1 ] || fail 'only one DIRECTORY can be given' 2
case $revision in *[!0-9]* | '') fail 'a revision is a number' 2 ;; esac
to=${1:-$root/.build}
for tool in dpkg-deb dpkg-shlibdeps dpkg-architecture fakeroot objcopy readelf strip; do
  command -v "$tool" >/dev/null || fail "there is no $tool here (packages binutils, dpkg-dev and fakeroot)"
done
umask 022

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
package=$work/package
version=$("$root/.build/release/bellhop" --version | cut -d' ' -f2)-$revision
architecture=$(dpkg-architecture -qDEB_HOST_ARCH)
# Reproducible: the time of the last commit, not of the packaging.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct 2>/dev/null || date +%s)}
export SOURCE_DATE_EPOCH
maintainer='The Bellhop maintainers <maintainers@bellhop.invalid>'

# The installed files.

"$root/systemd/install.sh" --system --prefix /usr "$package" >/dev/null
install -D -m 644 "$root/config/bellhop.conf" "$package/etc/bellhop/bellhop.conf"
for file in "$root"/config/bellhop.conf.d/*.conf; do
  [ ! -e "$file" ] || install -D -m 644 -t "$package/etc/bellhop/bellhop.conf.d" "$file"
done
strip --remove-section=.comment --remove-section=.note "$package/usr/bin/bellhop" "$package/usr/bin/bellhopd"
gzip -9n "$package"/usr/share/man/man*/*

documentation=$package/usr/share/doc/bellhop
# All pages in one directory with the pictures and interfaces that they link to, where a link to a file is its name.
for page in "$root"/Sources/*/*.docc/*.md; do
  sed 's#](\.\./\([^)]*/\)*\([A-Za-z.-]*\.\(md\|png\|varlink\)\))#](\2)#g; s#](\(\.\./\)*config/#](#g' \
    "$page" >"$documentation/${page##*/}"
done
install -m 644 -t "$documentation" "$root"/Sources/*/*.docc/*.png "$root"/Sources/NotificationProtocol/*.varlink
cat >"$documentation/copyright" <<TEXT
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Bellhop
Comment: No licence has been granted yet. Until one is, nobody but the authors may copy, change or distribute this
 beyond what the law allows without one.
 .
 The programs carry the Swift runtime and standard library with them, Copyright 2014-2026 Apple Inc. and the Swift
 project authors, under the Apache License 2.0 with the Runtime Library Exception: https://swift.org/LICENSE.txt
 .
 They also carry parts of libstdc++ and libgcc_eh, Copyright the Free Software Foundation, Inc., under the GNU General
 Public License, version 3 or later (on Debian in /usr/share/common-licenses/GPL-3), with the GCC Runtime Library
 Exception 3.1: https://www.gnu.org/licenses/gcc-exception-3.1.html

Files: *
Copyright: $(date -u -d "@$SOURCE_DATE_EPOCH" +%Y) the Bellhop maintainers
License: none-yet
 All rights reserved; no licence has been granted yet.
TEXT
gzip -9n >"$documentation/changelog.Debian.gz" <<TEXT
bellhop ($version) unstable; urgency=medium

  * As built from its repository.

 -- $maintainer  $(date -u -R -d "@$SOURCE_DATE_EPOCH")
TEXT

# Each tag that is passed over, with its reason. Of this one lintian speaks for a first revision alone.
if [ "$revision" -eq 1 ]; then
  install -d "$package/usr/share/lintian/overrides"
  cat >"$package/usr/share/lintian/overrides/bellhop" <<'TEXT'
# It is not uploaded to Debian, where an upload closes the bug that asks for the package.
bellhop: initial-upload-closes-no-bugs [usr/share/doc/bellhop/changelog.Debian.gz:1]
TEXT
fi

# The package's control files.

control=$package/DEBIAN
install -d "$control"
mkdir "$work/debian"
printf 'Source: bellhop\n\nPackage: bellhop\nArchitecture: any\nDescription: x\n' >"$work/debian/control"
depends=$(cd "$work" && dpkg-shlibdeps -O --ignore-missing-info package/usr/bin/bellhop package/usr/bin/bellhopd \
  2>/dev/null | sed -n 's/^shlibs:Depends=//p')
[ -n "$depends" ] || fail 'dpkg-shlibdeps does not say what the programs depend on'
# Addresses are packed (Package.swift) in a way that glibc reads since 2.36, which no symbol tells.
glibc=$(printf '%s' "$depends" | sed -n 's/.*libc6 (>= \([^)]*\)).*/\1/p')
dpkg --compare-versions "$glibc" ge 2.36 || depends=$(printf '%s' "$depends" | sed 's/libc6 (>= [^)]*)/libc6 (>= 2.36)/')
# Recommended libraries are opened only at their first use. Without one, only its feature is missing: sounds, shared
# screens, 'bellhop center'.
cat >"$control/control" <<TEXT
Package: bellhop
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -k -s --apparent-size "$package" | cut -f1)
Depends: $depends, init-system-helpers (>= 1.61~)
Recommends: default-dbus-session-bus | dbus-session-bus, libcanberra0, libncursesw6, libpipewire-0.3-0
Suggests: notification-daemon, bash-completion
Section: x11
Priority: optional
Description: notification delivery daemon for desktops
 Bellhop stands before the notification server of a desktop, whichever it is. It
 judges each notification by what the person allows and by guidelines, stores
 it, and has shown what should be seen, hidden while the screen is locked. The
 rest waits, is listed quietly, or is folded into what is already there.
 .
 Apps post to its Unix socket, or, once the person has switched that on, by the
 desktop's own interface as before. History and presses outlive a restart, and
 every decision can be looked up.
TEXT
(cd "$package" && find etc -type f -printf '/%p\n' | LC_ALL=C sort) >"$control/conffiles"
(cd "$package" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) >"$control/md5sums"

# Maintainer scripts, as dh_installsystemduser writes them. The bus is left out where units are started and stopped: the
# notification server would go with it.

enabled='bellhop.service bellhop.socket bellhop-control.socket'
# Each running manager is reloaded by itself: 'systemctl --global' does not reach them.
reload='systemctl --system daemon-reload >/dev/null || true
  people=$(systemctl --no-legend --quiet --plain list-units "user@*.service" | sed -n "s/^user@\([0-9]*\)\..*/\1/p")
  for person in $people; do
    systemctl --user --machine "$person@" daemon-reload >/dev/null || true
  done'
cat >"$control/postinst" <<TEXT
#!/bin/sh
set -e
case \$1 in configure | abort-upgrade | abort-deconfigure | abort-remove) ;; *) exit 0 ;; esac
[ -z "\${DPKG_ROOT:-}" ] || exit 0
for unit in $enabled; do
  deb-systemd-helper --user unmask "\$unit" >/dev/null || true
  # True for a first installation, too.
  if deb-systemd-helper --quiet --user was-enabled "\$unit"; then
    deb-systemd-helper --user enable "\$unit" >/dev/null || true
  else
    deb-systemd-helper --user update-state "\$unit" >/dev/null || true
  fi
done
if command -v systemd-tmpfiles >/dev/null; then systemd-tmpfiles --create bellhop.conf >/dev/null || true; fi
if [ -d /run/systemd/system ]; then
  $reload
  deb-systemd-invoke --user restart $enabled >/dev/null || true
fi
TEXT
cat >"$control/prerm" <<TEXT
#!/bin/sh
set -e
if [ -z "\${DPKG_ROOT:-}" ] && [ "\$1" = remove ] && [ -d /run/systemd/system ]; then
  deb-systemd-invoke --user stop $enabled >/dev/null || true
fi
TEXT
# Until it is purged the units are masked: the links that enable them stay, and lead nowhere.
cat >"$control/postrm" <<TEXT
#!/bin/sh
set -e
if [ -z "\${DPKG_ROOT:-}" ] && [ "\$1" = remove ] && command -v deb-systemd-helper >/dev/null; then
  deb-systemd-helper --user mask $enabled >/dev/null || true
fi
if [ "\$1" = purge ]; then
  if [ -z "\${DPKG_ROOT:-}" ] && command -v deb-systemd-helper >/dev/null; then
    deb-systemd-helper --user purge $enabled >/dev/null || true
    deb-systemd-helper --user unmask $enabled >/dev/null || true
  fi
  rm -rf "\${DPKG_ROOT:-}/var/spool/bellhop"
  # Files in people's homes stay.
fi
if [ -z "\${DPKG_ROOT:-}" ] && [ "\$1" = remove ] && [ -d /run/systemd/system ]; then
  $reload
fi
TEXT
chmod 755 "$control/postinst" "$control/prerm" "$control/postrm"

# The symbols, where gdb and lldb look for those of a stripped program: by its build id.

symbols=$work/symbols
for program in bellhop bellhopd; do
  built=$root/.build/release/$program
  id=$(readelf --notes "$built" | sed -n 's/.*Build ID: //p')
  [ -n "$id" ] || fail "$program has no build id"
  rest=${id#??}
  file=$symbols/usr/lib/debug/.build-id/${id%"$rest"}/$rest.debug
  install -D -m 644 /dev/null "$file"
  objcopy --only-keep-debug --compress-debug-sections "$built" "$file"
  # objcopy gives it the program's mode.
  chmod 644 "$file"
done
install -d "$symbols/usr/share/doc" "$symbols/DEBIAN"
ln -s bellhop "$symbols/usr/share/doc/bellhop-dbgsym"
cat >"$symbols/DEBIAN/control" <<TEXT
Package: bellhop-dbgsym
Source: bellhop
Version: $version
Auto-Built-Package: debug-symbols
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -k -s --apparent-size "$symbols" | cut -f1)
Depends: bellhop (= $version)
Section: debug
Priority: optional
Description: debug symbols for bellhop
TEXT

mkdir -p "$to"
for name in bellhop-dbgsym bellhop; do
  file=$to/${name}_${version}_$architecture.deb
  case $name in bellhop) from=$package ;; *) from=$symbols ;; esac
  fakeroot dpkg-deb --build "$from" "$file" >/dev/null
done
echo "$file"
