import BusWire
import Glibc
import SessionBus

/// The arguments of `Notify` where libnotify does not make them.
enum ServerCall {
  /// Who is said to have sent it: GNOME Shell never answers a call without (43: `sender-pid`; later ones: the two others).
  struct Sender: Hashable, Sendable {
    /// The unique name.
    var name: String
    var process = UInt32(bitPattern: getpid())
  }

  static func arguments(
    _ banner: RenderedBanner, replacing: UInt32, from sender: Sender
  ) -> [BusValue] {
    var hints = banner.hints
    hints["sender-pid"] = .uint32(sender.process)
    hints["x-shell-sender-pid"] = .uint32(sender.process)
    hints["x-shell-sender"] = .string(sender.name)
    return [
      .string(banner.appName), .uint32(replacing), .string(banner.icon ?? ""), .string(banner.title),
      .string(banner.body), .strings(banner.buttons.flatMap { [$0.key, $0.label] }), .dictionary(hints),
      .int32(banner.timeout),
    ]
  }
}
