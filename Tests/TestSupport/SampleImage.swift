/// An image with valid headers, by which its kind and size are told, around meaningless pixels.
package enum SampleImage {
  /// `mark`: distinguishes images of one size.
  package static func png(_ mark: String = "", width: Int = 8, height: Int = 8) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", big(width, 4) + big(height, 4) + [8, 2, 0, 0, 0]) + chunk("IDAT", Array(mark.utf8))
      + chunk("IEND", [])
  }

  package static func jpeg(_ mark: String = "", width: Int = 8, height: Int = 8) -> [UInt8] {
    let frame = [8] + big(height, 2) + big(width, 2) + [1, 1, 0x11, 0]
    return [0xFF, 0xD8] + segment(0xE0, Array("JFIF".utf8)) + segment(0xC0, frame)
      + segment(0xDA, [1, 1, 0, 0, 63, 0])
      + Array(mark.utf8) + [0xFF, 0xD9]
  }

  static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    big(data.count, 4) + Array(name.utf8) + data + [0, 0, 0, 0]
  }

  private static func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
    [0xFF, marker] + big(data.count + 2, 2) + data
  }

  private static func big(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}
