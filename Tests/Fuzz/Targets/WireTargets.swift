import TestSupport
import Varlink

let wireTargets: [FuzzTarget] = [
  FuzzTarget(name: "json", parsers: ["Varlink/JSONReader.swift", "Varlink/JSON.swift"], check: checkJSON)
]

/// JSON that was read is written, read again, and the same.
@Sendable private func checkJSON(_ bytes: [UInt8]) throws {
  guard let value = try? JSON(parsing: bytes) else { return }
  var written: [UInt8] = []
  value.append(to: &written)
  try require(!written.contains(0), "a NUL is written")
  let again = try? JSON(parsing: written)
  try require(again == value, "another value is read from what was written")
}
