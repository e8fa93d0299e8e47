extension LifeTests {
  /// Events, and the lives with the result of each.
  static let expected = """
    judged: scheduled:
      withheld | over | to come → scheduled at one, in no notice to come
      unread → scheduled at one, in no joint banner, badge
    judged: awaits consent:
      withheld | over | scheduled | snoozed | awaiting consent, due → awaiting consent, in no notice to come
      awaiting consent → as it was, in no notice to come
      unread → awaiting consent, in no joint banner, badge
    judged: held:
      withheld | over | to come → held at one by focus.quietHours, in no notice to come, badge
      unread → held at one by focus.quietHours, in no notice to come
    judged: listed:
      withheld | over | to come → delivered, in no notice to come, badge
      held | held for a server | failed → delivered, in no notice to come
      delivered → as it was, in no notice to come
    judged: read:
      withheld | to come | dismissed | withdrawn | expired → read, in no notice to come, erases
      unread → read, in no joint banner, badge, erases
      read → as it was, in no notice to come, erases
    judged: unchanged:
      withheld | over | to come → delivered, badge
      unread → as it was
    waits:
      unread → held at one by focus.quietHours, its alert waits, in no joint banner to come
    joins:
      held → held by focus.doNotDisturb
    released:
      held | held for a server → delivered, alerts, in no joint banner to come, event released
      delivered → as it was, alerts, in no joint banner to come
      failed → delivered, alerts, in no joint banner to come
    announced, had waited:
      held | held for a server → delivered, no alert, closed if bannerless, event released
      delivered | failed → as it was, no alert, closed if bannerless, event released
    announced:
      unread → as it was
    quieted:
      held | held for a server | failed → delivered, no banner, in no joint banner to come, closed if bannerless
      delivered → as it was, no banner, in no joint banner to come, closed if bannerless
    unallowed:
      unread → awaiting consent, no banner, in no joint banner, badge
    shown:
      held | held for a server | failed → delivered
      delivered → as it was
    failed:
      held | held for a server | delivered → failed
      failed → as it was
    banners ended:
      held | held for a server → delivered, closed if bannerless
      delivered | failed → as it was, closed if bannerless
    rescheduled:
      scheduled → scheduled at one
      snoozed → snoozed at one
    allowed:
      scheduled | awaiting consent | awaiting consent, due → scheduled at one
    came unheard:
      scheduled | snoozed → delivered, badge
    looked:
      withheld | over | unread | to come → as it was, in no notice
    snoozed:
      snoozed | read | dismissed → snoozed at one, no banner, in no joint banner
      unread → snoozed at one, no banner, in no joint banner, badge
    cleared:
      read → dismissed
    closed:
      read | dismissed → withdrawn, number gone as closed
    restored held:
      snoozed | read | dismissed | withdrawn → delivered, badge, event restored
    restored read:
      snoozed | dismissed | withdrawn → read
      read → as it was
    restored scheduled:
      snoozed | read | dismissed | withdrawn → scheduled at one, event restored
    restored snoozed:
      snoozed | read | dismissed | withdrawn → snoozed at one, event restored
    withheld:
      scheduled → withheld scheduled at noon, no banner, in no joint banner, number gone as closed
      snoozed → withheld snoozed at noon, no banner, in no joint banner, number gone as closed
      awaiting consent → withheld awaiting consent, no banner, in no joint banner, number gone as closed
      awaiting consent, due → withheld awaiting consent at noon, no banner, in no joint banner, number gone as closed
      held → withheld held at noon by focus.doNotDisturb, no banner, in no joint banner, number gone as closed, badge
      held for a server → withheld held, no banner, in no joint banner, number gone as closed, badge
      delivered → withheld delivered, no banner, in no joint banner, number gone as closed, badge
      failed → withheld failed, no banner, in no joint banner, number gone as closed, badge
    read unseen:
      withheld → withheld read
    returned:
      withheld delivered | withheld held → delivered, badge
      withheld scheduled → scheduled at noon
    ended: pressed:
      unread | to come → read, no banner, in no joint banner, number gone as dismissed, badge, erases
    ended: replied:
      unread | to come → read, no banner, in no joint banner, number gone as dismissed, badge, erases
    ended: dismissed:
      unread | to come → dismissed, no banner, in no joint banner, number gone as dismissed, badge, erases, event dismissed
    ended: readInApp:
      unread | to come → read, no banner, in no joint banner, number gone as dismissed, badge, erases, event read
    ended: withdrawn:
      unread | to come → withdrawn, no banner, in no joint banner, number gone as closed, badge, erases, event withdrawn
    ended: expired:
      unread | to come → expired, no banner, in no joint banner, number gone as expired, badge, erases, event expired
    ended: takenBack:
      unread | to come → withdrawn, no banner, in no joint banner, number gone as closed, badge, erases, event withdrawn
    ended: seen:
      unread | to come → read, no banner, in no joint banner, closed as dismissed, badge, erases, event read
    ended: joined:
      to come → withdrawn, no banner, in no joint banner, number gone as closed, erases
      unread → withdrawn, no banner, in no joint banner, number gone as closed, badge, erases
    ended: erased:
      unread | to come → withdrawn, no banner, in no joint banner, number gone as closed, badge, erases

    """
}
