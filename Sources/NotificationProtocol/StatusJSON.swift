package import NotificationModel
package import Varlink

extension DaemonStatus: JSONRepresentable {
  private static let fields: [NamedField<DaemonStatus>] = [
    NamedField("version", \.version, .text), NamedField("sink", \.sink, .text),
    NamedField("server", \.server, .text), NamedField("serverAnswers", \.serverAnswers, .flag),
    NamedField("locked", \.locked, .flag), NamedField("foreground", \.foreground, .apps),
    NamedField("present", \.present, .flag),
    NamedField("doNotDisturb", \.doNotDisturb, .flag),
    NamedField("doNotDisturbUntil", \.doNotDisturbUntil, .time),
    NamedField("quietHoursUntil", \.quietHoursUntil, .time),
    NamedField("nextSummary", \.nextSummary, .time), NamedField("silent", \.silent, .flag),
    NamedField("unread", \.unread, .count), NamedField("held", \.held, .count),
    NamedField("scheduled", \.scheduled, .count), NamedField("posted", \.posted, .count),
    NamedField("refused", \.refused, .count), NamedField("ratingPrompts", \.ratingPrompts, .flag),
    NamedField("lockedBy", \.lockedBy, .texts), NamedField("serverMuted", \.serverMuted, .flag),
    NamedField("inhibitedBy", \.inhibitedBy, .texts), NamedField("storageFault", \.storageFault, .text),
    NamedField("configurationFault", \.configurationFault, .text),
    NamedField("quietHours", \.quietHours, .text), NamedField("quietHoursFrom", \.quietHoursFrom, .text),
  ]

  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init()
    for field in Self.fields { try field.read(&fields, &self) }
  }

  package var json: JSON { .object(Self.fields.compactMap { $0.written(self) }) }
}
