import BellhopClient
import Configuration
import EventLoop
import Glibc
import NotificationModel
import NotificationProtocol

/// libnotify's notify-send, word for word, but that the daemon takes what it posts.
struct NotifySendCall {
  private let words: NotifySendWords
  private let session: Session

  /// The exit status.
  static func run(_ words: [String], _ session: Session) -> Int32 {
    do throws(NotifySendWords.Fault) {
      let send = NotifySendCall(words: try NotifySendWords(words), session: session)
      if let status = try send.answer() { return status }
      return try send.post()
    } catch {
      session.terminal.complain("\(visible(error.message))\n")
      return 1
    }
  }

  /// What is asked for instead of a notification.
  private func answer() throws(NotifySendWords.Fault) -> Int32? {
    switch words.question {
    case .help: session.terminal.writeUnchecked(NotifySendFlag.help)
    case .version: session.terminal.writeUnchecked("\(NotifySendFlag.imitated)\n")
    case nil: return nil
    }
    return 0
  }

  private func post() throws(NotifySendWords.Fault) -> Int32 {
    // Asked of the words as they came: ours are repaired.
    guard (try? CommandLine.words()) != nil else {
      throw NotifySendWords.Fault(message: "Invalid byte sequence in conversion input")
    }
    var post = try content()
    let unread: [String]
    do throws(NotifySendWords.Fault) { unread = try takeHints(into: &post) } catch {
      session.terminal.complain("\(visible(error.message))\n")
      return failed()
    }
    do throws(Failure) {
      if words.waits || !post.actions.isEmpty {
        try follow(post, unread)
      } else {
        tell(try session.control { try $0.notify(post) }, unread)
      }
      return 0
    } catch {
      session.terminal.complain("\(visible(error.message))\n")
      return failed()
    }
  }

  /// Nothing is shown: the number is what it was asked to replace.
  private func failed() -> Int32 {
    if words.printsID { session.terminal.writeUnchecked("\(words.replaceID)\n") }
    return 1
  }

  // MARK: What is posted

  /// More than the daemon shows, and less than there is room for in a message.
  private static let summaryBytes = 4_096
  private static let bodyBytes = 16_384

  private func content() throws(NotifySendWords.Fault) -> DesktopPost {
    guard let summary = words.operands.first, !summary.isEmpty else {
      throw NotifySendWords.Fault(message: "No summary specified.")
    }
    var post = DesktopPost(
      appName: cut(words.appName ?? "notify-send", toBytes: Self.summaryBytes),
      summary: cut(summary, toBytes: Self.summaryBytes))
    if words.operands.count > 1 { post.body = cut(try unescaped(words.operands[1]), toBytes: Self.bodyBytes) }
    guard words.operands.count <= 2 else {
      throw NotifySendWords.Fault(message: "Invalid number of options.")
    }
    post.replaces = UInt32(clamping: words.replaceID)
    post.icon = words.icon ?? ""
    post.expireTimeout = words.expireTime
    post.hints["urgency"] = .integer(Int64(words.urgency))
    if let category = words.category, !category.isEmpty { post.hints["category"] = .string(category) }
    if words.isTransient { post.hints["transient"] = .flag(true) }
    for (place, text) in words.actions.enumerated() {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(trimmed)
      let (name, label) = parts.count == 1 ? ("\(place)", parts[0]) : (parts[0], parts[1])
      if !name.isEmpty, !label.isEmpty { post.actions.append(.init(key: name, label: label)) }
    }
    return post
  }

  /// Returns the names of those that cannot be handed on.
  private func takeHints(into post: inout DesktopPost) throws(NotifySendWords.Fault) -> [String] {
    var unread: [String] = []
    for text in words.hints {
      let hint = try NotifySendHint(text)
      if let value = hint.value { post.hints[hint.name] = value } else { unread.append(hint.name) }
    }
    return unread
  }

  // MARK: What becomes of it

  private func tell(_ news: PostedNews, _ unread: [String]) {
    let passedOver = unread + news.passedOver
    if !passedOver.isEmpty {
      session.terminal.complain(
        "notify-send: nothing becomes of: \(visible(passedOver.joined(separator: ", ")))\n")
    }
    // notify-send prints it as a signed number.
    if words.printsID { session.terminal.writeUnchecked("\(Int32(truncatingIfNeeded: news.number))\n") }
  }

  /// Until it is closed, its time is over, or somebody interrupts.
  private func follow(_ post: DesktopPost, _ unread: [String]) throws(Failure) {
    // For the thread that waits for it.
    var interrupt = sigset_t()
    sigemptyset(&interrupt)
    sigaddset(&interrupt, SIGINT)
    pthread_sigmask(SIG_BLOCK, &interrupt, nil)
    var isTold = false
    try session.control { client in
      try client.notify(post) { news in
        if !isTold {
          tell(news, unread)
          awaitEnd(of: news.number)
        }
        isTold = true
        guard let action = news.action else { return }
        session.terminal.writeUnchecked("\(visible(action))\n")
        try session.control { try $0.closeNotification(news.number) }
      }
    }
  }

  /// Ends the process where somebody interrupts it, which takes the notification back, or where its time is over.
  private func awaitEnd(of number: UInt32) {
    let (session, time) = (session, words.expireTime)
    _ = DetachedThread.start {
      var awaited = sigset_t()
      sigemptyset(&awaited)
      sigaddset(&awaited, SIGINT)
      var patience = timespec(tv_sec: Int(time / 1_000), tv_nsec: Int(time % 1_000) * 1_000_000)
      var found: Int32
      repeat {
        found = time > 0 ? sigtimedwait(&awaited, nil, &patience) : sigwaitinfo(&awaited, nil)
      } while found < 0 && errno == EINTR
      if found == SIGINT {
        session.terminal.complain("Wait cancelled, closing notification\n")
        _ = try? session.control { try $0.closeNotification(number) }
      } else {
        session.terminal.complain("Wait timeout expired\n")
      }
      exit(0)
    }
  }
}

/// In a message a byte can take six; of what does, less is kept.
private func cut(_ text: String, toBytes bound: Int) -> String {
  let kept = text.cut(toBytes: bound)
  return kept.json.text.utf8.count > 2 * bound ? kept.cut(toBytes: bound / 3) : kept
}

private func trimmed(_ text: Substring) -> String {
  let start = text.drop(while: \.isWhitespace)
  return String(start.reversed().drop(while: \.isWhitespace).reversed())
}

/// A text with C's escapes, as `g_strcompress` reads them.
func unescaped(_ text: String) throws(NotifySendWords.Fault) -> String {
  let letters: [UInt8: UInt8] = [
    UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13,
    UInt8(ascii: "t"): 9, UInt8(ascii: "v"): 11,
  ]
  let octal = UInt8(ascii: "0")...UInt8(ascii: "7")
  var bytes: [UInt8] = []
  var rest = Array(text.utf8)[...]
  while let byte = rest.popFirst() {
    guard byte == UInt8(ascii: "\\") else {
      bytes.append(byte)
      continue
    }
    guard let next = rest.first else { break }
    let digits = rest.prefix(3).prefix { octal.contains($0) }
    rest = rest.dropFirst(max(1, digits.count))
    bytes.append(
      digits.isEmpty ? letters[next] ?? next : digits.reduce(0) { $0 &* 8 &+ ($1 - octal.lowerBound) })
  }
  // C ends a text there.
  guard let text = String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self) else {
    throw NotifySendWords.Fault(message: "Invalid UTF-8 provided for parameter: Body")
  }
  return text
}
