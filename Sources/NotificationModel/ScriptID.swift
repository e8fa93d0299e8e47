/// Which script, unit or program posts by the command line, or by the desktop's own interface: a fingerprint of its name
/// (FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv), since the name tells what somebody has on their computer. Stored,
/// hence never to be changed without a migration.
package struct ScriptID: Hashable, Sendable {
  package let number: Int64

  /// All together that cannot be told from each other, or for which there is no share of their own.
  package static let shared = ScriptID(number: 0)

  package init(number: Int64) { self.number = number }

  package init(named name: String) {
    let hash = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    number = Int64(bitPattern: hash)
  }
}

/// Whose share of rates, or of room, a notification takes: its app's, and of what the command line posts that of the
/// script that runs it.
package struct Payer: Hashable, Sendable {
  package let app: AppID
  /// `nil` for an app, which pays as a whole.
  package let script: ScriptID?

  package init(_ app: AppID, _ script: ScriptID? = nil) {
    self.app = app
    self.script = script
  }
}

extension NotificationRequest {
  /// Whose room it takes in the list.
  package var roomPayer: Payer { Payer(app, origin.script) }

  /// Whose rates it takes. By the desktop's own interface those of its poster: for an installed app, and for all names
  /// together that are none's. Anybody can claim a name, and invent one.
  package var payer: Payer {
    guard let desktop = origin.desktop, let poster = desktop.poster else { return roomPayer }
    return Payer(desktop.isVouchedFor ? app : .unknown, poster)
  }
}
