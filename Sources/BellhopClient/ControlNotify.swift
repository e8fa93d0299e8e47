internal import NotificationModel
package import NotificationProtocol
internal import Varlink

/// What is told of a notification that was posted as by the desktop's own interface.
package struct PostedNews: Hashable, Sendable {
  package let number: UInt32
  /// What of it means nothing here.
  package let passedOver: [String]
  /// As the poster calls what was pressed.
  package let action: String?
  /// Why it is closed, as `NotificationClosed` has it; the last.
  package let closed: UInt32?

  fileprivate init(fields: inout ShapeReader) throws(FieldFault) {
    let numbers = 0...Int(UInt32.max)
    number = UInt32(clamping: try fields.required("number", try fields.int("number", in: numbers)))
    passedOver = try fields.strings("passedOver") ?? []
    action = try fields.text("action", limit: .max)
    closed = try fields.int("closed", in: numbers).map { UInt32(clamping: $0) }
  }
}

extension ControlClient {
  /// Posts as by `org.freedesktop.Notifications`.
  package func notify(_ post: DesktopPost) throws(ClientError) -> PostedNews {
    try VarlinkConnection.read(
      try connection.call(Self.method("Notify"), post.json), PostedNews.init(fields:))
  }

  /// The same, and follows what becomes of it until it is closed. Throws what `heard` throws, too.
  package func notify(_ post: DesktopPost, heard: (PostedNews) throws -> Void) throws {
    try connection.callMore(Self.method("Notify"), post.json) { reply in
      let news = try VarlinkConnection.read(reply, PostedNews.init(fields:))
      try heard(news)
      return news.closed == nil
    }
  }

  /// Takes back what has this number.
  package func closeNotification(_ number: UInt32) throws(ClientError) {
    try connection.call(Self.method("CloseNotification"), ["number": Int(number).json])
  }
}
