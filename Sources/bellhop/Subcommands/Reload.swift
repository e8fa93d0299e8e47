import NotificationModel

extension Subcommand {
  static let reload = Subcommand(
    name: "reload", summary: "Let the daemon read its configuration again.", options: [.json],
    notes: """
      With a fault in it the old configuration stays, and the fault is told. Where a file denies an app from now on, what is
      unread or still to come of it is in no list until the app is allowed again, and comes back then; private ones are gone.
      Root has another person's daemon read it again with 'systemctl --user --machine USER@ reload bellhop.service'. The
      daemon's log and 'bellhop doctor' say what became of that. 'bellhop check-config' checks files before they are used.
      """
  ) { (arguments, session) throws(Failure) in
    let effect = try session.control(arguments) { try $0.reload() }
    if !arguments.has(.json) { session.terminal.write(reloadText(effect)) }
  }
}

/// The changes of the lists; empty if there are none.
func reloadText(_ effect: ReloadEffect) -> String {
  let (withheld, restored) = (effect.withheld, effect.restored)
  return
    (withheld.notifications == 0
    ? "" : "off the lists, until their apps are allowed again, but for private ones: \(withheld)\n")
    + (restored.notifications == 0 ? "" : "back in the lists: \(restored)\n")
}
