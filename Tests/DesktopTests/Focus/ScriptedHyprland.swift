import Glibc
import TestSupport

/// The two sockets of an instance of Hyprland, without the rest of it: Debian 12 has no Hyprland.
final class ScriptedHyprland: Sendable {
  let signature: String
  let runtime: String
  private let process: ChildProcess
  private var directory: String { "\(runtime)/hypr/\(signature)" }

  /// `answer`: its answer about the active window; nil for no answer, with the connection left open.
  init(_ signature: String, in runtime: String, answer: String?) async throws {
    self.signature = signature
    self.runtime = runtime
    process = try ChildProcess(
      ["/usr/bin/python3", "-u", "-c", Self.script, "\(runtime)/hypr/\(signature)"]
        + (answer.map { [$0] } ?? []))
    try await eventually("Hyprland's sockets", holds: { process.output().contains("ready") })
  }

  /// Writes bytes, given as Python's escapes, to the followers of its events.
  func send(_ bytes: String) { process.send(bytes) }

  func waitsForFollower() async throws {
    try await eventually("a follower of the events", holds: { process.output().contains("follower") })
  }

  /// The requests, and whether the client hung up.
  var requests: String { process.output() }

  func kill() { process.kill() }

  private static let script = #"""
    import os, socket, sys, threading
    directory, answer = sys.argv[1], sys.argv[2:]
    os.makedirs(directory, exist_ok=True)
    def listen(name):
        path = os.path.join(directory, name)
        if os.path.exists(path): os.unlink(path)
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(path)
        listener.listen()
        return listener
    followers = []
    def follow(listener):
        while True:
            followers.append(listener.accept()[0])
            print("follower")
    def answers(listener):
        while True:
            connection = listener.accept()[0]
            print("asked " + connection.recv(1024).decode())
            if answer:
                connection.sendall(answer[0].encode())
                connection.shutdown(socket.SHUT_WR)
            print("hung up" if connection.recv(1) == b"" else "more")
            connection.close()
    # The socket of requests first: whoever finds the other one finds both.
    for work, name in (answers, ".socket.sock"), (follow, ".socket2.sock"):
        threading.Thread(target=work, args=(listen(name),), daemon=True).start()
    print("ready")
    for line in sys.stdin:
        for follower in followers:
            follower.sendall(line[:-1].encode().decode("unicode_escape").encode("latin-1"))
    """#
}
