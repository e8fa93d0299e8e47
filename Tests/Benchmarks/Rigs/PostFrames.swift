/// Calls of Post as bytes, each with a text of its own, of a usual length.
struct PostFrames {
  private static let text = Array(
    #""thread":"inbox","title":"Ada Lovelace","body":"Shall we meet at the engine tomorrow at nine? Letter "#
      .utf8)
  private static let tail = Array(
    #"","sound":"default","actions":[{"id":"reply","title":"Reply"},{"id":"archive","title":"Archive"}]}}}"#
      .utf8)

  private let head: [UInt8]
  private var number = 0

  init(app: String) {
    head = Array(
      #"{"method":"io.bellhop.Notifications.Post","parameters":{"notification":{"app":"\#(app)","#.utf8)
  }

  mutating func append(_ count: Int, to bytes: inout [UInt8]) {
    for _ in 0..<count {
      number += 1
      bytes += head
      bytes += Self.text
      bytes += String(number).utf8
      bytes += Self.tail
      bytes.append(0)
    }
  }
}
