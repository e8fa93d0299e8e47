#!/usr/bin/python3
"""Runs a program as the service manager runs it in a unit, under the same filters of system calls.

  filters.py save PID FILE                  reads the filters, umask and limits of a process that a unit has started
  filters.py run FILE PROGRAM ARGUMENT...   runs a program under them

`bellhop-bus exec` is passed through: a server's own unit runs it.
"""

import ctypes
import json
import os
import resource
import sys

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
libc.prctl.argtypes = [ctypes.c_int] + [ctypes.c_ulong] * 4

PTRACE_DETACH, PTRACE_SEIZE, PTRACE_INTERRUPT, PTRACE_SECCOMP_GET_FILTER = 17, 0x4206, 0x4207, 0x420C
PR_SET_SECCOMP, SECCOMP_MODE_FILTER, PR_SET_NO_NEW_PRIVS = 22, 2, 38
WALL = 0x40000000
# The size of a struct sock_filter.
INSTRUCTION = 8
LIMITS = {"Max open files": resource.RLIMIT_NOFILE, "Max core file size": resource.RLIMIT_CORE}


class Program(ctypes.Structure):
    """A struct sock_fprog."""

    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_char_p)]


def checked(result):
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def status(process, field):
    with open(f"/proc/{process}/status") as lines:
        return next(line.split()[1] for line in lines if line.startswith(field + ":"))


def limits(process):
    """Pairs of a kind and the most of it that the process may have, which is set to a number for each kind."""
    with open(f"/proc/{process}/limits") as lines:
        return [(kind, int(line[len(name):].split()[1])) for line in lines for name, kind in LIMITS.items()
                if line.startswith(name)]


def filters(process):
    """The oldest first, in which order they have to be loaded: a later one may forbid that."""
    checked(libc.ptrace(PTRACE_SEIZE, process, None, None))
    checked(libc.ptrace(PTRACE_INTERRUPT, process, None, None))
    os.waitpid(process, WALL)
    found = []
    for number in range(int(status(process, "Seccomp_filters"))):
        length = checked(libc.ptrace(PTRACE_SECCOMP_GET_FILTER, process, number, None))
        code = ctypes.create_string_buffer(length * INSTRUCTION)
        checked(libc.ptrace(PTRACE_SECCOMP_GET_FILTER, process, number, code))
        found.append(code.raw.hex())
    checked(libc.ptrace(PTRACE_DETACH, process, None, None))
    return found


def save(process, file):
    saved = {
        "filters": filters(process),
        "umask": int(status(process, "Umask"), 8),
        "limits": limits(process),
    }
    with open(file, "w") as to:
        json.dump(saved, to)
    sizes = [len(code) // 2 // INSTRUCTION for code in saved["filters"]]
    print(f"{len(sizes)} filters of {sum(sizes)} instructions")


def run(file, program, *arguments):
    if "exec" not in arguments:
        with open(file) as saved:
            unit = json.load(saved)
        os.umask(unit["umask"])
        for kind, most in unit["limits"]:
            resource.setrlimit(kind, (most, most))
        checked(libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        for code in map(bytes.fromhex, unit["filters"]):
            loaded = Program(len(code) // INSTRUCTION, code)
            checked(libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.addressof(loaded), 0, 0))
    os.execv(program, [program, *arguments])


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["save", process, file]:
            save(int(process), file)
        case ["run", file, program, *arguments]:
            run(file, program, *arguments)
        case _:
            sys.exit(__doc__)
