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

  /// One pixel each.
  private static let gif: [UInt8] =
    Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF]
    + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
  private static let webp: [UInt8] =
    Array("RIFF".utf8) + [26, 0, 0, 0] + Array("WEBPVP8L".utf8) + [13, 0, 0, 0, 0x2F, 0, 0, 0, 0x10]
    + [7, 0x10, 0x11, 0x11, 0x88, 0x88, 0xFE, 7, 0]

  @Test func `GIF and WebP are told by their bytes, whole, and as large as all their frames`() {
    #expect(ImageFormat(Self.gif) == .gif && ImageFormat(Self.gif + [1, 2]) == .gif)
    #expect(ImageFormat(Self.webp) == .webp && ImageFormat(Self.webp + [1, 2]) == .webp)
    for whole in [Self.gif, Self.webp] {
      for count in whole.indices { #expect(ImageFormat(Array(whole.prefix(count))) == nil) }
    }
    var large = Self.gif
    large.replaceSubrange(6..<10, with: [0xFF, 0xFF, 0, 4])
    #expect(ImageFormat(large) == .gif)
    large.replaceSubrange(6..<10, with: [0xFF, 0xFF, 2, 4])
    #expect(ImageFormat(large) == nil)
    let image = Self.gif[19..<34]
    var frames = Self.gif
    frames.replaceSubrange(6..<10, with: [0, 0x10, 0, 0x10])
    #expect(ImageFormat(frames) == .gif)
    frames.replaceSubrange(34..<34, with: [image, image, image].joined())
    #expect(ImageFormat(frames) == .gif)
    frames.replaceSubrange(34..<34, with: image)
    #expect(ImageFormat(frames) == nil)
  }

  @Test func `a GIF is as large as its frames where they exceed its screen`() {
    func gif(_ width: UInt8, _ height: UInt8, _ frames: Int = 1) -> [UInt8] {
      var bytes = Self.gif
      bytes.replaceSubrange(24..<28, with: [0, width, 0, height])
      bytes.replaceSubrange(34..<34, with: Array(repeating: bytes[19..<34], count: frames - 1).joined())
      return bytes
    }
    #expect(ImageFormat(gif(0x20, 0x20)) == .gif)
    #expect(ImageFormat(gif(0x20, 0x21)) == nil)
    #expect(ImageFormat(gif(0x10, 0x10, 4)) == .gif)
    #expect(ImageFormat(gif(0x10, 0x10, 5)) == nil)
  }

  @Test func `a WebP says its size in its first chunk`() {
    let size: [UInt8] = Array("VP8X".utf8) + [10, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    func file(_ chunks: [UInt8]) -> [UInt8] {
      Array("RIFF".utf8) + [UInt8(chunks.count + 4), 0, 0, 0] + Array("WEBP".utf8) + chunks
    }
    let picture = Array(Self.webp[12...])
    #expect(ImageFormat(file(size + picture)) == .webp)
    #expect(ImageFormat(file(picture + size)) == nil)
    #expect(ImageFormat(file(size + size + picture)) == nil)
  }

  @Test(arguments: [
    "<svg width='1' height='1' xmlns='http://www.w3.org/2000/svg'/>",
    "<?xml version='1.0' encoding='UTF-8'?> <svg viewBox='0,0,1,1'></svg>\n",
    "<svg a='>' width=' 8192 ' height = \"8192px\"\r\n></svg\r\n>", "<svg width='1' viewBox='0 0 1 9'/>",
    "<svg width='1in' height='2pc'>\(String(repeating: "<use href='#a'/>", count: 24))</svg>",
    "<!-- Drawn by hand --><!DOCTYPE svg PUBLIC 'a' 'b'><svg width='10mm' height='5mm'><g/></svg>",
    "<svg viewBox='0 0 24 24'><use href='#a'/><path fill=\"url(#b)\"/></svg>",
    "<svg width='100%' height='100%' viewBox='0 0 8192 8192'></svg>",
  ])
  func `an SVG that names nothing outside of itself is taken`(text: String) {
    #expect(ImageFormat(Array(text.utf8)) == .svg)
  }

  @Test(arguments: [
    "<svg viewBox='0 0 1 1'><image href='file:///etc/passwd'/></svg>",
    "<svg viewBox='0 0 1 1'><image x='1'/></svg>",
    "<svg viewBox='0 0 1 1'><use href='other.svg#a'/></svg>",
    "<svg viewBox='0 0 1 1'><use xlink:href = \"https://example.org/a.svg\"/></svg>",
    "<svg viewBox='0 0 1 1'><SCRIPT>x</SCRIPT></svg>", "<svg viewBox='0 0 1 1'><s:image/></svg>",
    "<svg viewBox='0 0 1 1'><style>@import 'a'</style></svg>",
    "<svg viewBox='0 0 1 1'><path fill='url(https://example.org/)'/></svg>",
    "<svg viewBox='0 0 1 1'><path fill='u&#114;l(a)'/></svg>",
    "<svg viewBox='0 0 1 1'><style>a{fill:u\\72l(a)}</style></svg>",
    "<!DOCTYPE svg [<!ENTITY a 'b'>]><svg viewBox='0 0 1 1'>&a;</svg>",
    "<?xml-stylesheet href='#a'?><svg viewBox='0 0 1 1'></svg>",
    "<?xml version='1.0' encoding='UTF-16'?><svg viewBox='0 0 1 1'></svg>",
    "<svg viewBox='0 0 1 1' xml:base='https://example.org/'><use href='#a'/></svg>",
    "<svg viewBox='0 0 1 1'><foreignObject/></svg>",
    "<svg width='1000000' height='1000000'></svg>", "<svg viewBox='0 0 1e9 1e9'></svg>",
    "<svg width='9furlong' height='1'></svg>", "<svg width='-1' height='-1'></svg>", "<svg><g>",
    "<html></html>",
    // Its size.
    "<svg></svg>", "<svg/>", "<svg width='1'/>", "<svg width='100%' height='100%'/>",
    "<svg width='9em' height='1'/>", "<svg width='9ex' height='1'/>", "<svg width='9%' viewBox='0 0 1 1'/>",
    "<svg a='>' width='9000' height='9000'/>",
    "<svg a=' width=\"1\" height=\"1\"' width='9000' height='9000'/>",
    "<svg a=\" width='1' height='1'\"/>", "<svg width='1' height='1' width='9000'/>",
    "<svg Width='1' Height='1' viewbox='0 0 1 1'/>", "<svg viewBox='0 0 0x1 1'/>",
    "<svg width='9000' viewBox='0 0 1 9'/>", "<svg height='9000' viewBox='0 0 9 1'/>",
    "<svg viewBox='0 0 1'/>", "<svg:svg width='1' height='1'/>", "<svg width=1 height=1/>",
    "<!DOCTYPE svg [<!ATTLIST svg width CDATA '9000'>]><svg viewBox='0 0 1 1'/>",
    "<svg width='1' height='1'>\(String(repeating: "<a:use href='#a'/>", count: 25))</svg>",
    // Characters that join marks to what stands before them.
    "<svg viewBox='0 0 1 1'><image\u{301} href='#a'/><image\r\nx=''/></svg>",
    "<svg viewBox='0 0 1 1'><use href=\u{600}'a'/></svg>",
    "<svg viewBox='0 0 1 1'><path fill='url(\u{301}a)'/></svg>",
    "<svg", "<!-- <svg></svg>", "text <svg></svg>", "<svg>\0</svg>",
  ])
  func `an SVG that could fetch or run something, or be without end, is none`(text: String) {
    #expect(ImageFormat(Array(text.utf8)) == nil)
  }

  private static let others: [[UInt8]] = [
    Array("GIF89a".utf8) + [8, 0, 8, 0, 0, 0, 0, 0x3B],
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
