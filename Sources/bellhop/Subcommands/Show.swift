import BellhopClient
import NotificationModel
import NotificationProtocol
import Varlink

extension Subcommand {
  static let show = Subcommand(
    name: "show", summary: "Show one notification whole.", operands: [Operand("ID")], options: [.json],
    notes: """
      ID can be last: the one that came last, whatever has become of it.
      On a terminal this counts as looking at it, so that it is not missed any more; with --json, or to a pipe, it does not.
      """
  ) { (arguments, session) throws(Failure) in
    let id = try session.id(arguments, lastOf: nil)
    // The list has no error for what is not in it.
    guard let entry = try session.entry(id) else {
      throw .refused(ControlError.notFound(what: "notification \(id)").callError)
    }
    let advice = try session.control { try $0.explain(id, language: session.language).advice }
    if arguments.has(.json) {
      session.print(entry.json.adding(advice.isEmpty ? [] : [JSON.Field("advice", advice.json)]))
    } else {
      session.terminal.write(
        EntryText(
          entry: entry, advice: advice, words: session.words, clock: session.clock, wording: session.wording
        ).text(style: session.terminal.style))
      try session.markLookedAt([entry])
    }
  }
}

extension Session {
  /// The entry of this id, read, ended or live; `nil` if the list has no such entry.
  func entry(_ id: NotificationID) throws(Failure) -> Entry? {
    try control { try $0.entry(id) }
  }
}
