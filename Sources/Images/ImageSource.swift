/// Where the bytes of an image come from.
package enum ImageSource: Sendable {
  /// The file at this path.
  case file(String)
  /// The theme icon of this name, which is not read.
  case icon(String)
  /// Whatever this makes, on a thread of the copies, under a name that stands for it in its request.
  case made(name: String, @Sendable () -> [UInt8])

  var name: String {
    switch self {
    case .file(let path): path
    case .icon(let name): name
    case .made(let name, _): name
    }
  }
}
