import Testing

@testable import Varlink

@Suite struct PlainRunTests {
  private func run(of bytes: [UInt8]) -> PlainRun { bytes.withUnsafeBufferPointer { PlainRun(of: $0) } }

  @Test(arguments: UInt8.min...UInt8.max)
  func `A run ends before each byte that does not stand for itself, wherever it is`(byte: UInt8) {
    for place in 0..<24 {
      var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 24)
      bytes[place] = byte
      let isSpecial = byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
      #expect(run(of: bytes).count == (isSpecial ? place : 24))
      #expect(run(of: bytes).isASCII == (isSpecial || byte < 0x80))
    }
  }

  @Test func `What stands behind a run says nothing about it`() {
    let bytes = Array("Caf".utf8) + [UInt8(ascii: "\"")] + Array("é, and more of it".utf8)
    #expect(run(of: bytes).count == 3)
    #expect(run(of: bytes).isASCII)
    #expect(run(of: []).count == 0)
  }
}
