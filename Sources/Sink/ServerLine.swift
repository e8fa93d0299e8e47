import SessionBus

/// Where the server is called: on a connection of this thread, by this name.
struct ServerLine {
  let connection: GLibConnection
  let name: String
  /// Whether it is where libnotify calls, too. Otherwise nothing is asked of libnotify.
  let isLibnotifys: Bool
}
