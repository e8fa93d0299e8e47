import CNotify
import Glibc
import NotificationModel
import TestSupport

@testable import Front
@testable import Images

/// Pictures in calls, and image files.
let pictureTargets: [FuzzTarget] = [
  FuzzTarget(name: "picture", parsers: ["Front/RequestPicture.swift"], check: checkPicture),
  FuzzTarget(name: "image-file", parsers: ["Images/ImageFile.swift"], check: checkImageFile),
]

/// The first byte chooses where in a call the picture is, and what names another. The rest is the picture's numbers, a
/// byte each, how many bytes of pixels there are, and some of these, which come again and again.
@Sendable private func checkPicture(_ bytes: [UInt8]) throws {
  var choice = FuzzBytes(bytes)
  let places = Int(choice.byte())
  let image = RawImage(chosenBy: &choice)
  let picture = try? PictureData(image)
  try require((picture != nil) == image.isWhole, "\(image.width) x \(image.height) is judged wrongly")
  try checkRequest(places, image, picture)
  if let picture { try checkFile(of: picture, image) }
}

/// A PNG file without filters, whose rows are those in the call without their padding.
private func checkFile(of picture: PictureData, _ image: RawImage) throws {
  let png = PNG.file(
    width: picture.width, height: picture.height, hasAlpha: picture.hasAlpha, row: picture.row)
  let file = try WrittenPicture(png)
  let (columns, length) = (picture.width, picture.width * Int(image.channels))
  let size = [columns, picture.height].flatMap { edge in [24, 16, 8, 0].map { UInt8(edge >> $0 & 0xFF) } }
  try require(file.header == size + [8, image.hasAlpha ? 6 : 2, 0, 0, 0], "the header says something else")
  var rest = file.samples[...]
  for row in 0..<picture.height {
    try require(rest.popFirst() == 0, "a row is filtered")
    let start = row * Int(image.rowStride)
    try require(
      rest.prefix(length).elementsEqual(image.bytes[start..<start + length]), "the pixels are others")
    rest = rest.dropFirst(length)
  }
  try require(rest.isEmpty, "there are more pixels")
}

/// By the specification's order: `image-data`, `image-path`, `icon_data`, `app_icon`. What was looked at and means nothing
/// is noted.
private func checkRequest(_ places: Int, _ image: RawImage, _ data: PictureData?) throws {
  let meanings = ["/a.png": "/a.png", "file:///b%20c": "/b c", "mail": "mail"]
  let names = ["", "/a.png", "file:///b%20c", "mail", "../a.png", "a\u{1b}b"]
  let (path, icon) = (names[places / 4 % 6], names[places / 24 % 6])
  var call = NotifyCall(appName: "Mail", icon: icon, summary: "Any")
  call.hints.imageData = places & 1 == 0 ? image : nil
  call.hints.iconData = places & 2 == 0 ? nil : image
  call.hints.imagePath = path

  var (expected, unusable): (Repair.Field?, Set<Repair.Field>) = (nil, [])
  func look(at field: Repair.Field, isGiven: Bool, isUsable: Bool) {
    guard isGiven, expected == nil else { return }
    if isUsable { expected = field } else { unusable.insert(field) }
  }
  look(at: .imageData, isGiven: places & 1 == 0, isUsable: data != nil)
  look(at: .imagePath, isGiven: !path.isEmpty, isUsable: meanings[path] != nil)
  look(at: .iconData, isGiven: places & 2 != 0, isUsable: data != nil)
  if !icon.isEmpty, meanings[icon] == nil { unusable.insert(.appIcon) }
  look(at: .appIcon, isGiven: !icon.isEmpty, isUsable: meanings[icon] != nil)

  var repairs = Repairs()
  let found = RequestPicture(call, &repairs)
  try require(
    found.picture?.field == expected,
    "\(String(describing: found.picture?.field)) is the picture, instead of \(String(describing: expected))")
  switch found.picture?.0 {
  case .data(let picture): try require(picture == data, "another picture than the call's")
  case .named(let name):
    let written = expected == .imagePath ? path : icon
    try require(
      name.written == written && name.meaning == meanings[written], "\(name.written) is no name of the call's"
    )
  case nil: break
  }
  let isBeside = expected != nil && expected != .appIcon
  let beside = isBeside && meanings[icon] != nil ? icon : nil
  try require(found.icon?.written == beside, "the icon is \(found.icon?.written ?? "none")")
  let noted = repairs.made.map { repair -> Repair.Field? in
    switch repair {
    case .passedOver(let field), .pictureRefused(let field, _): field
    default: nil
    }
  }
  try require(
    Set(noted) == Set(unusable.map(Optional.some)), "\(repairs.made) is noted, instead of \(unusable)")
}

extension RawImage {
  fileprivate init(chosenBy choice: inout FuzzBytes) {
    let edges: [Int32] = [
      .min, .max, -1, 2_047, 2_048, 2_049, 4_096, 65_536, 0x4000_0000, 700, 701, 300, 600, 900,
    ]
    let (width, height, rowStride) = (
      choice.number(or: edges), choice.number(or: edges), choice.number(or: edges)
    )
    let (hasAlpha, bits, channels) = (choice.chance(), choice.number(or: edges), choice.number(or: edges))
    let (count, isTooLong) = (choice.below(4_096), choice.byte() == 255)
    let sample = choice.rest()
    let pixels = (0..<(isTooLong ? 0 : count)).map { index in
      sample.isEmpty ? UInt8(truncatingIfNeeded: index) : sample[index % sample.count]
    }
    self.init(
      width: width, height: height, rowStride: rowStride, hasAlpha: hasAlpha, bitsPerSample: bits,
      channels: channels, bytes: pixels[...], byteCount: isTooLong ? PictureData.bytes + 1 : count)
  }

  /// Whether every row that the numbers speak of is among the bytes: looked at row by row.
  fileprivate var isWhole: Bool {
    guard (1...2_048).contains(width), (1...2_048).contains(height), bitsPerSample == 8,
      channels == (hasAlpha ? 4 : 3), byteCount <= PictureData.bytes
    else { return false }
    let length = Int(width) * Int(channels)
    return Int(rowStride) >= length
      && (0..<Int(height)).allSatisfy { $0 * Int(rowStride) + length <= bytes.count }
  }
}

extension FuzzBytes {
  /// A byte's own value, or one of the edges for the largest bytes.
  fileprivate mutating func number(or edges: [Int32]) -> Int32 {
    let byte = Int(byte())
    let large = byte - (256 - edges.count)
    return large >= 0 ? edges[large] : Int32(byte)
  }
}

/// The input is a file. One that is accepted stays an image of its kind with a comment in it or bytes behind it, and is
/// none without its end. A picture of the same bytes that GdkPixbuf has written is accepted.
@Sendable private func checkImageFile(_ bytes: [UInt8]) throws {
  try checkFile(bytes)
  var choice = FuzzBytes(bytes)
  let format = choice.one(of: [ImageFormat.png, .jpeg])
  let size = (width: 1 + choice.below(40), height: 1 + choice.below(40))
  let (hasAlpha, cut) = (choice.chance(), choice.below(65_536))
  let written = try WrittenFile(format, size, hasAlpha: hasAlpha, pixels: choice.rest()).bytes
  try require((try? ImageFile(bytes: written))?.format == format, "a \(format) file is refused")
  try checkFile(written)
  try require(ImageFormat(Array(written[..<(cut % written.count)])) == nil, "a part of a file is taken")
}

private func checkFile(_ bytes: [UInt8]) throws {
  let format = ImageFormat(bytes)
  try require(format.map { bytes.starts(with: signature(of: $0)) } ?? true, "another format")
  let file = try? ImageFile(bytes: bytes)
  try checkOnDisk(bytes, as: file)
  guard let file, let format else { return }
  try require(file.digest.utf8.count == 64, "a file has no digest")
  // An SVG is a text, and ends with its last tag.
  guard format != .svg else { return }
  try require(ImageFormat(bytes + [1, 2, 3]) == format, "bytes behind the end make a difference")
  switch format {
  case .png: try checkPNG(bytes)
  case .jpeg: try checkJPEG(bytes)
  case .gif, .webp, .svg: break
  }
}

private func signature(of format: ImageFormat) -> [UInt8] {
  switch format {
  case .png: pngSignature
  case .jpeg: [0xFF, 0xD8]
  case .gif: Array("GIF8".utf8)
  case .webp: Array("RIFF".utf8)
  case .svg: []
  }
}

private let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
/// The end of a PNG file: a chunk without data.
private let pngEnd = Array("IEND".utf8)

/// RFC 2083: the first chunk is IHDR with the size, and the last is IEND.
private func checkPNG(_ bytes: [UInt8]) throws {
  func number(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
  let (width, height) = (number(16), number(20))
  try require(
    width > 0 && height > 0 && width * height <= ImageFormat.pixels, "\(width) x \(height) is taken")
  let text: [UInt8] = [0, 0, 0, 1] + Array("tEXt".utf8) + [7, 0, 0, 0, 0]
  try require(ImageFormat(Array(bytes[..<33]) + text + bytes[33...]) == .png, "a comment makes a difference")
  guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: pngEnd) }) else {
    throw Violation("a file without an end is taken")
  }
  try require(ImageFormat(Array(bytes[..<end])) == nil, "a file without its end is taken")
}

/// ITU-T T.81, annex B: fill bytes and comments may stand before any marker, and EOI is the end.
private func checkJPEG(_ bytes: [UInt8]) throws {
  let comment: [UInt8] = [0xFF, 0xFF, 0xFE, 0, 4, 7, 7]
  try require(
    ImageFormat(Array(bytes[..<2]) + comment + bytes[2...]) == .jpeg, "a comment makes a difference")
  guard let end = bytes.indices.last(where: { bytes[$0...].starts(with: [0xFF, 0xD9]) }) else {
    throw Violation("a file without an end is taken")
  }
  let isCut = !bytes[2..<end].indices.dropLast().contains { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD9 }
  try require(!isCut || ImageFormat(Array(bytes[..<end])) == nil, "a file without its end is taken")
}

/// A file as GdkPixbuf's encoders write it.
private struct WrittenFile {
  let bytes: [UInt8]

  /// The pixels come again and again.
  init(_ format: ImageFormat, _ size: (width: Int, height: Int), hasAlpha: Bool, pixels: [UInt8]) throws {
    let rowBytes = size.width * (hasAlpha ? 4 : 3)
    let samples = (0..<rowBytes * size.height).map { pixels.isEmpty ? 0 : pixels[$0 % pixels.count] }
    let data = g_bytes_new(samples, gsize(samples.count))
    defer { g_bytes_unref(data) }
    let pixbuf = gdk_pixbuf_new_from_bytes(
      data, GDK_COLORSPACE_RGB, hasAlpha ? 1 : 0, 8, Int32(size.width), Int32(size.height), Int32(rowBytes))
    defer { g_object_unref(gpointer(pixbuf)) }
    var (buffer, count) = (UnsafeMutablePointer<CChar>?.none, gsize(0))
    gdk_pixbuf_save_to_bufferv(pixbuf, &buffer, &count, format.rawValue, nil, nil, nil)
    defer { g_free(buffer) }
    bytes = UnsafeBufferPointer(start: buffer, count: Int(count)).map { UInt8(bitPattern: $0) }
    try require(!bytes.isEmpty, "GdkPixbuf writes no \(format) file")
  }
}

/// Read from a disk a file is the same; a link to it, and a directory, are none.
private func checkOnDisk(_ bytes: [UInt8], as expected: ImageFile?) throws {
  // One for this process: the fuzzer runs one input after the other.
  enum Disk { static let directory = TemporaryDirectory(inMemory: true) }
  let path = "\(Disk.directory.path)/image"
  try writeFile(bytes, to: path)
  try require(
    (try? ImageFile.read(path, within: nil))?.bytes == expected?.bytes, "another file is read from the disk")
  symlink(path, "\(path)-link")
  for other in ["\(path)-link", Disk.directory.path, "\(path)-missing"] {
    try require((try? ImageFile.read(other, within: nil)) == nil, "\(other) is read")
  }
}
