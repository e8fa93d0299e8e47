import Front
import TestSupport
import Testing

@Suite("Pictures in calls")
struct PictureDataTests {
  private static func image(
    _ width: Int32, _ height: Int32, stride: Int32? = nil, alpha: Bool = false, bits: Int32 = 8,
    channels: Int32? = nil,
    count: Int? = nil
  ) -> RawImage {
    let channels = channels ?? (alpha ? 4 : 3)
    let stride = stride ?? width.multipliedReportingOverflow(by: channels).partialValue
    let whole = min(max(Int(stride) * Int(height), 0), 5_000_000)
    return RawImage(
      width: width, height: height, rowStride: stride, hasAlpha: alpha, bitsPerSample: bits,
      channels: channels,
      bytes: [UInt8](repeating: 0, count: count ?? whole))
  }

  @Test(
    "What agrees with itself is taken",
    arguments: [
      image(1, 1), image(64, 64, alpha: true), image(700, 700, alpha: true), image(1_024, 1),
      image(3, 2, stride: 12),
      // The last row needs no padding, and bytes after it mean nothing.
      image(3, 2, stride: 12, count: 21), image(3, 2, count: 100),
    ])
  func taken(_ image: RawImage) throws {
    let picture = try PictureData(image)
    #expect(picture.width == Int(image.width) && picture.height == Int(image.height))
  }

  @Test(
    "What contradicts itself is refused",
    arguments: [
      image(0, 1, stride: 3), image(1, 0, count: 3), image(-1, 1, stride: 3, count: 3),
      image(1, -1, count: 3),
      image(1, 1, bits: 16), image(1, 1, bits: 0), image(1, 1, channels: 4),
      image(1, 1, alpha: true, channels: 3),
      image(1, 1, channels: 0), image(1, 1, channels: -3), image(2, 1, stride: 5),
      image(2, 1, stride: -6, count: 12),
      image(2, 2, count: 11), image(3, 2, stride: 12, count: 20), image(1, 2, stride: .max, count: 8),
      image(1, 1, count: 0), image(.max, 1, stride: .max, count: 8),
      image(.min, .min, stride: .min, count: 0),
      image(0x4000_0000, 1, alpha: true, count: 8), image(512, 512, stride: .max, count: 8),
    ])
  func malformed(_ image: RawImage) {
    #expect(throws: PictureFault.malformed) { try PictureData(image) }
  }

  @Test(
    "What is too large is refused by its edge, whatever else is true of it, and by its bytes",
    arguments: [
      (image(1_025, 1), PictureFault.edge(limit: 1_024, given: 1_025)),
      (image(1, 1_025), .edge(limit: 1_024, given: 1_025)),
      (image(1, .max, count: 3), .edge(limit: 1_024, given: Int(Int32.max))),
      (image(1, 1_000, stride: 2_001), .bytes(limit: 2_000_000, given: 2_001_000)),
      (image(1, 1, count: 2_000_001), .bytes(limit: 2_000_000, given: 2_000_001)),
    ])
  func tooLarge(_ image: RawImage, _ fault: PictureFault) {
    #expect(throws: fault) { try PictureData(image) }
  }

  @Test(
    "A picture's file has its pixels and none of the padding",
    arguments: [(3, 2, 3), (3, 2, 4), (1, 1, 4), (200, 150, 4), (512, 512, 4)])
  func file(_ width: Int, _ height: Int, _ channels: Int) throws {
    let stride = width * channels + 5
    let bytes = (0..<(stride * height)).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ ($0 >> 5)) }
    try check(width, height, channels, stride: stride, bytes)
  }

  private func check(_ width: Int, _ height: Int, _ channels: Int, stride: Int, _ bytes: [UInt8]) throws {
    let image = RawImage(
      width: Int32(width), height: Int32(height), rowStride: Int32(stride), hasAlpha: channels == 4,
      bitsPerSample: 8,
      channels: Int32(channels), bytes: bytes)
    let file = try WrittenPicture(PictureData(image).png)
    #expect(
      file.header.prefix(8) == [
        0, 0, UInt8(width >> 8), UInt8(width & 255), 0, 0, UInt8(height >> 8), UInt8(height & 255),
      ])
    #expect(file.header.dropFirst(8) == [8, channels == 4 ? 6 : 2, 0, 0, 0])
    let pixels = (0..<height).flatMap { row in [0] + bytes[(row * stride)...].prefix(width * channels) }
    #expect(file.samples == pixels)
  }
}
