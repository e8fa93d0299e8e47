# steps.sh: shared by the scripts beside it and Tests/Desktops/desktops.sh. Their first argument is the Debian to try, the
# second the message bus of its people. They set $work, a directory for the time of the script, and $root in it.
suite=${1:-bookworm}
bus=${2:-dbus-daemon}
case $suite in bookworm | trixie | forky) ;; *) echo "bookworm, trixie or forky, and not $suite" >&2; exit 2 ;; esac
case $bus in dbus-daemon | dbus-broker) ;; *) echo "dbus-daemon or dbus-broker, and not $bus" >&2; exit 2 ;; esac

step() { printf '\n== %s\n' "$1"; }
check() { # WHAT COMMAND…
  what=$1
  shift
  if "$@" >"$work/output" 2>&1; then echo "ok: $what"; else
    echo "NOT: $what"
    cat "$work/output"
    exit 1
  fi
}

make_root() { # PACKAGE,…
  # useradd is in passwd, which from trixie on is there where it is asked for alone.
  set -- --include="passwd,$1"
  # A list of forky's packages holds for a week alone, by the clock here.
  [ "$suite" != forky ] || set -- "$@" --aptopt='Acquire::Check-Valid-Until "false"'
  mmdebstrap --quiet --variant=apt "$@" "$suite" "$root"
  cp /etc/resolv.conf "$root/etc/resolv.conf"
}
