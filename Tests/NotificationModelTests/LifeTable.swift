extension LifeTests {
  /// Events, and the lives with the result of each.
  static let expected = """
    judged: scheduled:
      withheld | over | to come → scheduled at one
      unread → scheduled at one, badge
    judged: awaits consent:
      withheld | over | put off | scheduled | awaiting consent, due | awaiting consent, read → awaiting consent
      awaiting consent → as it was
      unread → awaiting consent, badge
    judged: held:
      withheld | over | to come → held at one by focus.quietHours, badge
      unread → held at one by focus.quietHours
    judged: listed:
      withheld | over | to come → delivered, badge
      held | held for a server | failed → delivered
      delivered → as it was
    judged: read:
      withheld | to come | dismissed | withdrawn | expired → read, erases
      unread → read, badge, erases
      read → as it was, erases
    judged: unchanged:
      withheld | over | to come → delivered, badge
      unread → as it was
    judged: stays:
      unread | to come → as it was
      withheld | over → as it was, erases
    judged: stays, changed:
      unread | undecided | scheduled | snoozed, changed → as it was
      snoozed → snoozed at noon, changed
      withheld | over → as it was, erases
    waits:
      unread → held at one by focus.quietHours, its alert waits
    joins:
      held → held by focus.doNotDisturb
      held for a server | delivered | failed → as it was
    released:
      held | held for a server → delivered, alerts, event released
      delivered → as it was, alerts
      failed → delivered, alerts
    told, had waited:
      held | held for a server → delivered, no alert, closed if bannerless, event released
      delivered | failed → as it was, no alert, closed if bannerless, event released
    told:
      unread → as it was
    untold:
      unread → as it was
    quieted:
      held | held for a server | failed → delivered, no banner, closed if bannerless
      delivered → as it was, no banner, closed if bannerless
    unallowed:
      unread → awaiting consent, no banner, badge
    shown:
      held | held for a server | failed → delivered
      delivered → as it was
    unseen:
      unread → as it was
    left to the list:
      unread → as it was
    failed:
      held | held for a server | delivered → failed
      failed → as it was
    banners ended:
      held | held for a server → delivered, closed if bannerless
      delivered | failed → as it was, closed if bannerless
    rescheduled:
      scheduled → scheduled at one
      snoozed → snoozed at one
      snoozed, changed → snoozed at one, changed
      awaiting consent, due → awaiting consent at one
      withheld scheduled → withheld scheduled at one
    allowed:
      undecided | scheduled → scheduled at one
    came unheard:
      put off | scheduled → delivered, badge
    looked:
      withheld | over | unread | to come → as it was
    snoozed:
      put off | read | dismissed → snoozed at one, no banner
      unread → snoozed at one, no banner, badge
    cleared:
      read → dismissed
    taken back:
      read → withdrawn, number gone as closed, event withdrawn
      dismissed → withdrawn, number gone as closed
    closed:
      read → as it was, number gone as closed
      dismissed → withdrawn, number gone as closed
    restored held:
      put off → delivered, badge
      read | dismissed | withdrawn → delivered, badge, event restored
    restored read:
      put off | dismissed | withdrawn → read
      read → as it was
    restored scheduled:
      put off → scheduled at one
      read | dismissed | withdrawn → scheduled at one, event restored
    restored snoozed:
      put off → snoozed at one
      read | dismissed | withdrawn → snoozed at one, event restored
    withheld:
      scheduled → withheld scheduled at noon, no banner, number gone as closed
      snoozed → withheld snoozed at noon, no banner, number gone as closed
      snoozed, changed → withheld snoozed at noon, changed, no banner, number gone as closed
      awaiting consent → withheld awaiting consent, no banner, number gone as closed
      awaiting consent, due → withheld awaiting consent at noon, no banner, number gone as closed
      awaiting consent, read → withheld awaiting consent, read, no banner, number gone as closed
      held → withheld held at noon by focus.doNotDisturb, no banner, number gone as closed, badge
      held for a server → withheld held, no banner, number gone as closed, badge
      delivered → withheld delivered, no banner, number gone as closed, badge
      failed → withheld failed, no banner, number gone as closed, badge
    read unseen:
      awaiting consent → awaiting consent, read
      awaiting consent, due → awaiting consent at noon, read
      withheld delivered | withheld held | withheld scheduled → withheld read
      withheld undecided → withheld awaiting consent, read
    returned:
      withheld delivered | withheld held → delivered, badge
      withheld scheduled → scheduled at noon
      withheld undecided → awaiting consent
    ended: pressed:
      unread | to come → read, no banner, number gone as dismissed, badge, erases
    ended: replied:
      unread | to come → read, no banner, number gone as dismissed, badge, erases
    ended: dismissed:
      unread | to come → dismissed, no banner, number gone as dismissed, badge, erases, event dismissed
    ended: readInApp:
      unread | to come → read, no banner, number gone as dismissed, badge, erases, event read
    ended: withdrawn:
      unread | to come → withdrawn, no banner, number gone as closed, badge, erases, event withdrawn
    ended: expired:
      unread | to come → expired, no banner, number gone as expired, badge, erases, event expired
    ended: takenBack:
      unread | to come → withdrawn, no banner, number gone as closed, badge, erases, event withdrawn
    ended: seen:
      unread | to come → read, no banner, closed as dismissed, badge, erases, event read
    ended: joined:
      to come → withdrawn, no banner, number gone as closed, erases
      unread → withdrawn, no banner, number gone as closed, badge, erases
    ended: passed:
      unread | to come → withdrawn, no banner, number gone as expired, badge, erases
    ended: erased:
      unread | to come → withdrawn, no banner, number gone as closed, badge, erases

    """
}
