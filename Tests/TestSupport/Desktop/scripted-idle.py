"""scripted-idle.py SOCKET: a Wayland compositor without windows that speaks ext-idle-notify (the compositors that the tests start do not, in Debian 12).
It tells that there is no input once the time has passed that it was asked for, and with each line on standard input that
there is some again. It takes one client."""
import os, select, socket, struct, sys

GLOBALS = [b"wl_seat", b"ext_idle_notifier_v1"]
listener = socket.socket(socket.AF_UNIX)
listener.bind(sys.argv[1])
listener.listen()
client, _ = listener.accept()
received = b""
interfaces = {1: b"wl_display"}
notification, seconds, is_idle = None, None, False


def event(object, opcode, body=b""):
    client.sendall(struct.pack("<II", object, (8 + len(body)) << 16 | opcode) + body)


def string(text):
    return struct.pack("<I", len(text) + 1) + text + b"\0" * (4 - len(text) % 4)


def request(object, opcode, body):
    global notification, seconds
    words = struct.unpack("<%dI" % (len(body) // 4), body)
    if (interfaces[object], opcode) == (b"wl_display", 0):
        event(words[0], 0, struct.pack("<I", 1))
        event(1, 1, struct.pack("<I", words[0]))
    elif (interfaces[object], opcode) == (b"wl_display", 1):
        interfaces[words[0]] = b"wl_registry"
        for name, interface in enumerate(GLOBALS, 1):
            event(words[0], 0, struct.pack("<I", name) + string(interface) + struct.pack("<I", 1))
    elif interfaces[object] == b"wl_registry":
        interfaces[words[-1]] = GLOBALS[words[0] - 1]
    elif (interfaces[object], opcode) == (b"ext_idle_notifier_v1", 1):
        notification, seconds = words[0], words[1] / 1000


while True:
    timeout = seconds if notification and not is_idle else None
    ready, _, _ = select.select([client, 0], [], [], timeout)
    if not ready:
        is_idle = True
        event(notification, 0)
    if 0 in ready:
        if not os.read(0, 4096):
            break
        if is_idle:
            event(notification, 1)
        is_idle = False
    if client in ready:
        more = client.recv(4096)
        if not more:
            break
        received += more
        while len(received) >= 8:
            object, size = struct.unpack("<II", received[:8])
            if len(received) < size >> 16:
                break
            request(object, size & 0xFFFF, received[8:size >> 16])
            received = received[size >> 16:]
