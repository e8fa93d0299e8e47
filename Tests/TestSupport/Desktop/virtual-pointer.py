#!/usr/bin/python3
"""A pointer that presses once, on a compositor with zwlr_virtual_pointer_manager_v1, a screen of 1280x720.

Usage: virtual-pointer.py SOCKET X Y
"""
import socket
import struct
import sys

MANAGER = b"zwlr_virtual_pointer_manager_v1"
DISPLAY = 1
LEFT_BUTTON = 0x110

connection = socket.socket(socket.AF_UNIX)
connection.connect(sys.argv[1])
received = b""
last_id = DISPLAY


def new_id():
    """Compositors demand that ids come in order."""
    global last_id
    last_id += 1
    return last_id


def request(object, opcode, body=b""):
    connection.sendall(struct.pack("<II", object, (8 + len(body)) << 16 | opcode) + body)


def text(value):
    value += b"\0"
    return struct.pack("<I", len(value)) + value + b"\0" * (-len(value) % 4)


def events_until_done():
    """All events until the compositor has taken up everything that was asked."""
    global received
    callback = new_id()
    request(DISPLAY, 0, struct.pack("<I", callback))  # wl_display.sync
    while True:
        while len(received) < 8 or len(received) < struct.unpack("<II", received[:8])[1] >> 16:
            more = connection.recv(65536)
            if not more:
                sys.exit("the compositor has hung up")
            received += more
        object, header = struct.unpack("<II", received[:8])
        body, received = received[8:header >> 16], received[header >> 16:]
        yield object, header & 0xFFFF, body
        if object == callback:
            return


def done():
    for _ in events_until_done():
        pass


def move(x, y):
    request(pointer, 1, struct.pack("<IIIII", 0, x, y, 1280, 720))  # motion_absolute
    request(pointer, 4)  # frame
    done()


registry = new_id()
request(DISPLAY, 1, struct.pack("<I", registry))  # wl_display.get_registry
number = None
for object, opcode, body in events_until_done():
    if object == registry and body[8:8 + len(MANAGER)] == MANAGER:
        number = struct.unpack("<I", body[:4])[0]
if number is None:
    sys.exit("the compositor lets nobody make a pointer")
manager, pointer = new_id(), new_id()
request(registry, 0, struct.pack("<I", number) + text(MANAGER) + struct.pack("<II", 1, manager))  # bind
request(manager, 0, struct.pack("<II", 0, pointer))  # create_virtual_pointer
x, y = int(sys.argv[2]), int(sys.argv[3])
move(x, y - 1)
move(x, y)
for pressed in (1, 0):
    request(pointer, 2, struct.pack("<III", 1, LEFT_BUTTON, pressed))
    request(pointer, 4)  # frame
done()
