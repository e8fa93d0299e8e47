"""deaf-display.py SOCKET: an X server with a window manager and no active window, that answers the first look at
it, tells of another active window, and then answers nothing any more."""
import socket, struct, sys

ROOT, MANAGER = 42, 50
atoms = {}
answers = 0
listener = socket.socket(socket.AF_UNIX)
listener.bind(sys.argv[1])
listener.listen()
client, _ = listener.accept()
requests = client.makefile("rb")


def padded(length):
    return (length + 3) // 4 * 4


proof, data = struct.unpack("<xxxxxxHHxx", requests.read(12))
requests.read(padded(proof) + padded(data))
about = struct.pack("<4I2H8B4x", 0, 0x200000, 0x1FFFFF, 0, 0, 65535, 1, 0, 0, 0, 32, 32, 8, 255)
screen = struct.pack("<5I6HI4B", ROOT, 1, 0, 0, 0, 640, 480, 100, 100, 1, 1, 7, 0, 0, 24, 0)
client.sendall(struct.pack("<BxHHH", 1, 11, 0, len(about + screen) // 4) + about + screen)

number = 0
while header := requests.read(4):
    number += 1
    kind, length = struct.unpack("<BxH", header)
    content = requests.read(length * 4 - 4)
    if kind == 16:  # InternAtom
        name = content[4:4 + struct.unpack("<H2x", content[:4])[0]].decode()
        atoms[name] = 100 + number
        client.sendall(struct.pack("<BxHII20x", 1, number, 0, atoms[name]))
    if kind == 98:  # QueryExtension: it has none
        client.sendall(struct.pack("<BxHI24x", 1, number, 0))
    if kind == 20 and answers < 3:  # GetProperty
        answers += 1
        atom, = struct.unpack("<4xI", content[:8])
        value = [MANAGER] if atom == atoms["_NET_SUPPORTING_WM_CHECK"] else []
        client.sendall(
            struct.pack("<BBHIIII12x", 1, 32 * len(value), number, len(value), 33 * len(value), 0, len(value))
            + struct.pack(f"<{len(value)}I", *value))
        if answers == 3:
            client.sendall(struct.pack("<BxHIIIB15x", 28, number, ROOT, atoms["_NET_ACTIVE_WINDOW"], 0, 0))
