/// Whether somebody uses the computer.
package enum Presence: Hashable, Sendable {
  case here
  /// No input for two minutes, or for as long as the source takes.
  case away

  /// Milliseconds without input after which the person counts as away, for sources that let Bellhop set the time.
  package static let milliseconds: UInt32 = 120_000
}

/// A source of presence.
package enum PresenceSource: Hashable, Sendable {
  /// The time since the last input to an X server (its counter IDLETIME).
  case x11
  /// A Wayland compositor's ext-idle-notify-v1, which heeds a window that plays a video.
  case wayland
  /// GNOME's compositor (org.gnome.Mutter.IdleMonitor).
  case mutter
  /// logind's IdleHint, which some desktops set, after a time of their own.
  case logind
  /// A program has asked logind that the session not count as idle: it plays a video.
  case logindInhibitor
  /// A program has asked GNOME's session manager for that.
  case gnomeInhibitor
}
