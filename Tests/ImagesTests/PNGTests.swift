import TestSupport
import Testing

@testable import Images

struct PNGTests {
  @Test(arguments: [(3, 2, 3), (3, 2, 4), (1, 1, 4), (200, 150, 4), (512, 512, 4)])
  func `a picture's file has its pixels, and can be kept`(_ width: Int, _ height: Int, _ channels: Int) throws
  {
    let length = width * channels
    let bytes = (0..<(length * height)).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ ($0 >> 5)) }
    let file = PNG.file(width: width, height: height, hasAlpha: channels == 4) {
      bytes[($0 * length)...].prefix(length)
    }
    let written = try WrittenPicture(file)
    #expect(
      written.header.prefix(8) == [
        0, 0, UInt8(width >> 8), UInt8(width & 255), 0, 0, UInt8(height >> 8), UInt8(height & 255),
      ])
    #expect(written.header.dropFirst(8) == [8, channels == 4 ? 6 : 2, 0, 0, 0])
    #expect(written.samples == (0..<height).flatMap { [0] + bytes[($0 * length)...].prefix(length) })
    #expect(try ImageFile(bytes: file).format == .png)
  }

  @Test func `noise is a file of a little more than its bytes, and one colour of far fewer`() throws {
    var random = SeededGenerator(seed: 1)
    let noise = (0..<300_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let plain = [UInt8](repeating: 7, count: 300_000)
    func size(_ bytes: [UInt8]) -> Int {
      PNG.file(width: 100, height: 1_000, hasAlpha: false) { bytes[($0 * 300)...].prefix(300) }.count
    }
    #expect(size(noise) < 302_000 && size(plain) < 6_000)
  }
}
