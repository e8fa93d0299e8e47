/// What a key does in the notification centre of a terminal, in the order of its help.
package enum CenterCommand: String, CaseIterable, Sendable {
  case up, down, pageUp, pageDown, first, last
  case open, fold, press, choose, reply, read, dismiss, undo, snooze, clear, clearApp, erase
  case search, filter, doNotDisturb, explain, settings
  case help, back, redraw, leave
}
