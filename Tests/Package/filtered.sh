#!/bin/sh
# filtered.sh: runs the end-to-end tests with the daemon and the bus under the filters of their unit: those that the
# service manager of a Debian that has booted loads for the installed unit, read back from the daemon that it runs. The
# tests run in there, too, with its notification servers. Run it as root, with the packages mmdebstrap and
# systemd-container, a mirror of Debian's, and what was built by `swift build -c release` and `swift build --build-tests`.
#
#   filtered.sh [bookworm|trixie|forky [dbus-daemon|dbus-broker [FILTER]]]
#
# FILTER is a regular expression, as `swift test --filter` has it.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
tests=${3:-^EndToEndTests\\.}
work=$(mktemp -d)
root=$work/root
. "$here/Tests/Package/steps.sh"
. "$here/Tests/Package/machine.sh"
finish() {
  end_machine
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 1' INT TERM

step 'the package, in a Debian that has booted, with the packages of the tests'
package=$("$here/systemd/debian-package.sh" "$work")
chmod 755 "$work"
packages=$(sed -n '/apt-get install/,/&&$/s/^  \(.*[a-z0-9]\) *[\\&]*$/\1/p' "$here/.ci/run")
# shellcheck disable=SC2086
make_machine "mount,$(echo $packages | tr ' ' ,)" ada
cp "$package" "$root/root/"
# What was built names the checkout and the toolchain by their paths.
toolchain=$(dirname "$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")")
products=$(readlink -f "$here/.build/debug")
binds="--bind=$here --bind-ro=$toolchain"
boot
inside apt-get -qq update
inside apt-get -qq install --no-install-recommends "/root/$(basename "$package")" >"$work/said" 2>&1
runs() { as ada 1000 bellhop status; }
check 'the daemon runs as a unit' until_true runs

step 'its filters'
own=$root/opt/bellhop
mkdir -p "$own/filtered"
cp "$here/Tests/Package/filters.py" "$own/"
process=$(as ada 1000 systemctl --user show --property=MainPID --value bellhop.service)
inside python3 /opt/bellhop/filters.py save "$process" /opt/bellhop/filters
under() { inside python3 /opt/bellhop/filters.py run /opt/bellhop/filters "$@"; }
check 'a program runs under them' under /bin/true
refuses() { ! under /bin/chown nobody /opt/bellhop; }
check 'and is refused what they refuse' refuses
# The tool is moved with them, since the daemon knows it by its place beside its own.
for program in bellhopd bellhop-bus bellhop; do
  cp "$products/$program" "$own/"
  case $program in bellhop) under= ;; *) under='/usr/bin/python3 /opt/bellhop/filters.py run /opt/bellhop/filters' ;; esac
  printf '#!/bin/sh\nexec %s /opt/bellhop/%s "$@"\n' "$under" "$program" >"$own/filtered/$program"
  chmod 755 "$own/filtered/$program"
  inside mount --bind "/opt/bellhop/filtered/$program" "$products/$program"
done

step "$tests"
inside env -C "$here" BELLHOP_FILTERS=1 "$products/bellhopPackageTests.xctest" --testing-library swift-testing --no-parallel \
  --filter "$tests"
echo
echo 'all is well'
