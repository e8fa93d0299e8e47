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
    let whole = min(max(Int(stride) * Int(height), 0), 20_000_000)
    return RawImage(
      width: width, height: height, rowStride: stride, hasAlpha: alpha, bitsPerSample: bits,
      channels: channels,
      bytes: ArraySlice(repeating: 0, count: count ?? whole))
  }

  @Test(
    "What agrees with itself is taken",
    arguments: [
      image(1, 1), image(64, 64, alpha: true), image(2_048, 2_048, alpha: true), image(2_048, 1),
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
      (image(2_049, 1), PictureFault.edge(limit: 2_048, given: 2_049)),
      (image(1, 2_049), .edge(limit: 2_048, given: 2_049)),
      (image(1, .max, count: 3), .edge(limit: 2_048, given: Int(Int32.max))),
      (
        image(2_048, 2_048, stride: 8_257, alpha: true),
        .bytes(limit: PictureData.bytes, given: PictureData.bytes + 2_048)
      ),
      (
        image(1, 1, count: PictureData.bytes + 1),
        .bytes(limit: PictureData.bytes, given: PictureData.bytes + 1)
      ),
    ])
  func tooLarge(_ image: RawImage, _ fault: PictureFault) {
    #expect(throws: fault) { try PictureData(image) }
  }

  @Test("Its rows are its pixels, and none of the padding")
  func rows() throws {
    let picture = try PictureData(
      RawImage(
        width: 1, height: 2, rowStride: 5, hasAlpha: false, bitsPerSample: 8, channels: 3,
        bytes: [9, 1, 2, 3, 0, 0, 4, 5, 6][1...]))
    #expect((0..<2).map { Array(picture.row($0)) } == [[1, 2, 3], [4, 5, 6]])
  }

  @Test("One that was left out of its call has had no room")
  func leftOut() {
    let image = RawImage(
      width: 1, height: 1, rowStride: 3, hasAlpha: false, bitsPerSample: 8, channels: 3, bytes: [],
      byteCount: 3)
    #expect(throws: PictureFault.noRoom) { try PictureData(image) }
  }
}
