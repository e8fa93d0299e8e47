import Delivery
import NotificationModel

/// Choices of the person until a moment of the wall clock, as most tests make them.
extension DeliveryEngine {
  func setDoNotDisturb(_ on: Bool, until time: Timestamp, now: Moment) throws(Refusal) {
    try setDoNotDisturb(on, until: .moment(time), now: now)
  }

  func snooze(_ id: NotificationID, until time: Timestamp, now: Moment) throws(Refusal) {
    try snooze(id, until: .moment(time), now: now)
  }

  func setAuthorization(
    _ authorization: Authorization, of app: AppID, until time: Timestamp, now: Moment
  ) throws(Refusal) {
    try setAuthorization(authorization, of: app, until: .moment(time), now: now)
  }

  func change(_ app: AppID, by changes: AppSettings, until time: Timestamp, now: Moment) throws(Refusal) {
    try change(app, by: changes, until: .moment(time), now: now)
  }

  func setFrontMode(_ mode: FrontMode, until time: Timestamp, now: Moment) throws(Refusal) {
    try setFrontMode(mode, until: .moment(time), now: now)
  }
}
