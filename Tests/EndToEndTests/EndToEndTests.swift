import Testing

/// The built programs as processes, on a bus of their own. One after the other: each has several processes, and
/// some measure time.
@Suite(.serialized) enum EndToEndTests {}
