import TestSupport
import Testing

@testable import Images

struct ImageFormatTests {
  private static let png = SampleImage.png("pixels")
  private static let jpeg = SampleImage.jpeg("pixels")

  @Test func `PNG and JPEG are told by their bytes, also with something after their end`() {
    #expect(ImageFormat(Self.png) == .png)
    #expect(ImageFormat(Self.jpeg) == .jpeg)
    #expect(ImageFormat(Self.png + [1, 2, 3]) == .png)
    #expect(ImageFormat(Self.jpeg + [1, 2, 3]) == .jpeg)
    #expect(ImageFormat([0xFF, 0xD8, 0xFF, 0xFF] + Self.jpeg.dropFirst(2)) == .jpeg)
  }

  @Test func `an image that was cut off anywhere is none`() {
    for whole in [Self.png, Self.jpeg] {
      for count in whole.indices {
        #expect(ImageFormat(Array(whole.prefix(count))) == nil, "\(count) of \(whole.count)")
      }
    }
  }

  private static let others: [[UInt8]] = [
    Array("GIF89a".utf8) + [8, 0, 8, 0, 0, 0, 0, 0x3B],
    Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8),
    Array("RIFF\u{4}\0\0\0WEBP".utf8), Array("BM".utf8) + zeros(64), Array("root:x:0:0".utf8),
    [0x89] + png.dropFirst(2), [], [0], [0xFF, 0xD8, 0xFF, 0xD9], [UInt8](repeating: 0xFF, count: 1_000),
    [0xFF, 0xD8] + [UInt8](repeating: 0xFF, count: 1_000), zeros(1_000),
  ]

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  @Test(arguments: others)
  func `what is neither is none`(bytes: [UInt8]) { #expect(ImageFormat(bytes) == nil) }

  @Test(arguments: [(8, 8, true), (8_192, 8_192, true), (8_193, 8_192, false), (0, 8, false), (8, 0, false)])
  func `a picture is as large as its reader can bear`(width: Int, height: Int, isTaken: Bool) {
    #expect((ImageFormat(SampleImage.png(width: width, height: height)) != nil) == isTaken)
    #expect((ImageFormat(SampleImage.jpeg(width: width, height: height)) != nil) == isTaken)
  }

  @Test func `a PNG that claims the largest numbers there are is none`() {
    #expect(ImageFormat(SampleImage.png(width: 0xFFFF_FFFF, height: 0xFFFF_FFFF)) == nil)
    var long = Self.png
    long.replaceSubrange(33..<37, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(ImageFormat(long) == nil)
  }

  @Test func `no bytes at all make the reader stumble`() {
    var random = SeededGenerator(seed: 7)
    for whole in [Self.png, Self.jpeg] {
      for _ in 0..<5_000 {
        var bytes = whole
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
            in: .min ... .max, using: &random)
        }
        bytes.removeLast(Int.random(in: 0...8, using: &random))
        _ = ImageFormat(bytes)
      }
    }
  }
}
