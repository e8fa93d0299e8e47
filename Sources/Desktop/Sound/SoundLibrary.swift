/// What plays the sounds of the desktop's sound theme.
///
/// Invariant: used on one thread, where it may wait for a sound server as long as that takes.
protocol SoundLibrary {
  /// Begins to play, for an app of this name.
  func play(_ sound: String, app: String) throws(SoundFault)
  /// Lets the sound server go; what still plays ends.
  func rest()
}

/// Why nothing was to be heard, in the library's words.
struct SoundFault: Error {
  let reason: String
}
