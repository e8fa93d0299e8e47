import Glibc
import NotificationModel

/// A file that names the transient banners on screen, for the next process: they are in no database, and this one may be
/// killed. It lies in the session's own directory, is written without a sync, and is as lost as the banners themselves
/// when the machine goes down.
struct TransientBannerFile {
  private static let mostBytes = 65_536
  private static let flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK

  /// `nil` where the session has no directory.
  private let path: String?
  /// The content of the file; `nil` if unknown.
  private var written: [BannerHandle]? = []

  init(_ places: DaemonPlaces) { path = places.runtime.map(RuntimeFile.passing.path) }

  /// Reads the handles that an earlier process wrote, and remembers them as the file's content.
  mutating func read() -> [BannerHandle] {
    guard let path else { return [] }
    let file = open(path, O_RDONLY | Self.flags)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: Self.mostBytes)
    let count = Glibc.read(file, &bytes, bytes.count)
    let handles = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
      .compactMap(Self.handle)
    written = handles
    return handles
  }

  /// Replaces the file's content as a whole. If that fails, only these names are lost when the process ends.
  mutating func write(_ handles: [BannerHandle]) {
    guard handles != written, let path else { return }
    written = handles
    guard !handles.isEmpty else { return _ = unlink(path) }
    let draft = "\(path).new"
    let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | Self.flags, 0o600)
    guard file >= 0 else { return _ = unlink(path) }
    let bytes = Array(handles.map { "\($0.id) \($0.server)\n" }.joined().utf8)
    let count = Glibc.write(file, bytes, bytes.count)
    close(file)
    if count == bytes.count, rename(draft, path) == 0 { return }
    unlink(draft)
    unlink(path)
  }

  /// The directory was made anew, with or without the file: the next `write` writes it again.
  mutating func placeIsNew() { written = nil }

  private static func handle(_ line: Substring) -> BannerHandle? {
    let parts = line.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let id = UInt32(parts[0]) else { return nil }
    return BannerHandle(server: String(parts[1]), id: id)
  }
}
