/// What scalars are, as far as advice must know, and faster than Unicode's tables tell.
enum Letters {
  static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0..<0x80: false
    default: isLetter(scalar)
    }
  }

  /// Beyond ASCII: whatever is no punctuation, no symbol and no emoji.
  static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x80..<0xC0: scalar.value == 0xAA || scalar.value == 0xB5 || scalar.value == 0xBA
    case 0xD7, 0xF7: false
    case 0xC0..<0x2000: true
    case 0x2000..<0x2C00, 0x2E00..<0x3005, 0x3008..<0x3021, 0x30FB: false
    case 0xFE00..<0xFE70, 0xFF00..<0xFF10, 0xFF1A..<0xFF21, 0xFFE0..<0x10000: false
    default: !isEmoji(scalar) && !(0xE000..<0xF900).contains(scalar.value)
    }
  }

  static func isHangul(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xAC00...0xD7A3, 0x1100...0x11FF, 0x3130...0x318F: true
    default: false
    }
  }

  static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Arrows, technical signs, shapes, dingbats and the like, with the sign for "as an emoji".
    case 0x2190..<0x2000 + 0xC00, 0xFE0F, 0x20E3, 0x1F000..<0x1FB00: true
    default: false
    }
  }

  /// The columns of a terminal's font that it takes, near enough.
  static func columns(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0..<0x300: return 1
    case 0x1100..<0x1160, 0x2E80..<0xA4D0, 0xAC00..<0xD7A4, 0xF900..<0xFB00, 0xFE30..<0xFE50, 0xFF00..<0xFF61,
      0xFFE0..<0xFFE7, 0x1F000..<0x20000, 0x20000..<0x40000:
      return 2
    default:
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: return 0
      default: return 1
      }
    }
  }

  /// Capital among the letters beyond ASCII.
  static func isCapital(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xC0...0xDE: scalar.value != 0xD7
    case 0xDF...0xFF: false
    // Scripts without case.
    case 0x2E80...: false
    default: scalar.properties.isUppercase
    }
  }
}

extension UInt8 {
  @inline(__always) var isCapital: Bool { (0x41...0x5A).contains(self) }
  @inline(__always) var isSmall: Bool { (0x61...0x7A).contains(self) }
  @inline(__always) var isDigit: Bool { (0x30...0x39).contains(self) }
  @inline(__always) var isLetter: Bool { isCapital || isSmall }
  /// The small letter of a capital; everything else as it is.
  @inline(__always) var small: UInt8 { isCapital ? self | 0x20 : self }
  @inline(__always) var isBlank: Bool { self == 0x20 || self == 0x0A || self == 0x09 }
}
