import Glibc

extension Subcommand {
  /// The name by which it is libnotify's program to whoever calls it.
  static let notifySendName = "notify-send"

  static let notifySend = Subcommand(
    name: notifySendName, summary: "Post as libnotify's notify-send does, with its options.",
    operands: [Operand("SUMMARY"), Operand("BODY", isOptional: true)],
    options: NotifySendFlag.allCases.map(\.form).map { form in
      Option("--\(form.long)", form.value, "-\(form.short): \(form.brief)", short: form.short)
    }, wordOrder: .untouched,
    notes: """
      Called by the name \(notifySendName), this program is nothing else. Options, outputs and exit status are those of
      \(NotifySendFlag.imitated): scripts run unchanged. What is posted is repaired rather than refused, and judged as what
      comes by the desktop's own notification name, whether or not 'bellhop front' is on; IDs are of one kind for both.
      Of a hint of the type variant the text is a number, a truth value or a string; of others standard error tells.
      What each option becomes:
        -u low        no sound, and the server is told so
        -u critical   Time Sensitive; stays until it is seen, but for -t
        -t            how long its banner stays; 0 for ever. With -w, how long is waited
        -a            the app: an installed one of this id or name, else a claimed name of its own
        -i            the image: a name of the icon theme, or the whole path of a file
        -c            the kind of notification, where it says one (im.received, call.incoming, …), and the server's
        -e            neither listed nor counted
        -h            urgency, category, transient, resident, value (progress), image-path, sound-name, sound-file,
                      suppress-sound, desktop-entry and what one desktop alone knows; of others, and of what an option
                      above could not become, standard error tells
        -p, -r        a number of Bellhop's own, or any other that somebody invents
        -w            ends when it is closed: pressed, dismissed, expired, read or taken back
        -A            buttons, at most four; the name of the pressed one is printed
        -v            prints \(NotifySendFlag.imitated), whose place this takes
      Without a daemon it fails with status 1.
      """
  ) { (arguments, session) throws(Failure) in
    exit(NotifySendCall.run(arguments.operands, session))
  }
}
