/// Why a stream is none of D-Bus's. Its connection is closed; no case holds what the stream held.
package enum WireFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// A line of the greeting that has no end within the bound, or messages before they were begun.
  case greeting
  /// The first sixteen bytes: byte order, type, version, serial, lengths.
  case prefix
  /// The fields behind them.
  case fields
  /// A signature that names no types.
  case signature
  /// Arguments that are not what the signature says.
  case arguments
  /// More than this program takes.
  case tooLong
  /// Descriptors that a message speaks of and that did not come with it, or more than it speaks of.
  case descriptors

  package var description: String {
    switch self {
    case .greeting: "a greeting that cannot be read"
    case .prefix: "a message whose first bytes cannot be read"
    case .fields: "a message whose fields cannot be read"
    case .signature: "a signature that names no types"
    case .arguments: "arguments that are not what their signature says"
    case .tooLong: "a message that is too long"
    case .descriptors: "descriptors that do not belong to their message"
    }
  }
}
