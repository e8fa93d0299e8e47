# steps.sh: what the scripts beside it share. They set $work, a directory for the time of the script, first.
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
