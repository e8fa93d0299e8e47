import Delivery
import NotificationModel

/// What is told piece by piece, put together.
extension DeliveryEngine {
  func records(_ query: ListQuery, by client: Client) throws(Refusal) -> (
    records: [NotificationRecord], more: Bool
  ) {
    var reading = ListReading(query)
    var records: [NotificationRecord] = []
    while !reading.isOver { records += try self.records(&reading, by: client) }
    return (records, reading.isCut)
  }

  func entries(_ query: ListQuery, now: Moment) throws(Refusal) -> (
    entries: [ListedNotification], more: Bool
  ) {
    var reading = ListReading(query)
    var entries: [ListedNotification] = []
    while !reading.isOver { entries += try self.entries(&reading, now: now).elements }
    return (entries, reading.isCut)
  }

  func explain(_ id: NotificationID) throws(Refusal) -> [DatedDecision] {
    try explain(id, limit: .max).decisions
  }
}
