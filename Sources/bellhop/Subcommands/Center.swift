import Glibc
import NotificationModel
import NotificationProtocol
import Varlink
import Wording

private let settings = Option("--settings", "APP", "open at once what this app may do")

extension Subcommand {
  static let center = Subcommand(
    name: "center", summary: "Read and answer notifications on a screen of the terminal.",
    options: [settings],
    notes: """
      What was missed comes first, then all else by app and thread, the newest first, as it changes. It needs a terminal, and the library libncursesw. While the \
      screen is locked, the text is shown as it may be seen then. A click selects a line, another opens it. \
      A screen cannot be plain: 'bellhop list --plain' says what is there in lines, 'bellhop watch --plain' what changes.
      Keys:
      \(keys)
      """
  ) { (arguments, session) throws(Failure) in
    guard !arguments.has(.plain) else {
      throw .usage(
        "a screen cannot be plain; 'bellhop list --plain' says what is there, 'bellhop watch --plain' what changes"
      )
    }
    guard isatty(STDOUT_FILENO) == 1 else {
      throw .failed("standard output is no terminal; 'bellhop list' prints what is there")
    }
    guard isatty(STDIN_FILENO) == 1 else {
      throw .failed("standard input is no terminal; 'bellhop list' prints what is there")
    }
    let app: AppID?
    do throws(FieldFault) { app = try arguments.text(settings).map(AppID.init(operand:)) } catch {
      throw .refused(error.callError)
    }
    try NotificationCenter(session, settings: app).run()
  }

  /// Set in, so that the lines stay as they are.
  private static var keys: String {
    let rows = KeyTable.lines(CenterWording(locale: "en")).map { ["  " + $0.keys, $0.meaning] }
    return String(Table(rows: rows).text(style: Style(isColoured: false)).dropLast())
  }
}
