package import NotificationModel
package import Wording

/// The text of one banner about many notifications: a line for each thread of an app, the most relevant first.
package enum SummaryText {
  package static let name = "alerts.summary"

  /// A notification whose text may be seen.
  package struct Entry: Sendable {
    let request: NotificationRequest
    /// The `summaryFormat` of the notification's category, and its form for one.
    let format: String?
    let formatOne: String?
    /// The number of unread notifications in its thread; `nil` if it has no thread.
    let unread: Int?

    package init(_ request: NotificationRequest, _ category: Category?, unread: Int?) {
      self.request = request
      format = category?.summaryFormat
      formatOne = category?.summaryFormatOne
      self.unread = unread
    }
  }

  package static let ruling = Ruling(name, .summarised, .summarised)
  static let mostLines = 4

  /// More relevant first, then newer.
  package static func isMoreImportant(_ a: NotificationRecord, than b: NotificationRecord) -> Bool {
    (a.request.relevance ?? 0, a.id) > (b.request.relevance ?? 0, b.id)
  }

  /// Whether the text of a summary that names the notification changes from `a` to `b`.
  package static func changesSummary(_ a: NotificationRequest, from b: NotificationRequest) -> Bool {
    !Duplicates.hasSameContent(a, b) || a.isPrivate != b.isPrivate || a.category != b.category
      || a.thread != b.thread
  }

  /// The body of the summary; empty if only the number can be told. `entries`: in the order of importance. `hidden`:
  /// how many more notifications there are whose text may not be seen.
  package static func body(_ entries: [Entry], hidden: Int, wording: Wording) -> String {
    let groups = grouped(entries)
    guard !groups.isEmpty else { return "" }
    let named = groups.prefix(mostLines)
    var lines = lines(named, wording)
    let rest = groups.dropFirst(mostLines).reduce(hidden) { $0 + $1.count }
    if rest > 0 { lines.append(wording.andMore(rest)) }
    return lines.joined(separator: "\n")
  }

  private enum Group: Hashable {
    case thread(AppID, OpaqueName)
    /// A notification without a thread whose category has a summary format.
    case format(AppID, String)
    case alone(Int)
  }

  private static func grouped(_ entries: [Entry]) -> [[Entry]] {
    var groups: [[Entry]] = []
    var places: [Group: Int] = [:]
    for (index, entry) in entries.enumerated() {
      let app = entry.request.app
      let group: Group =
        entry.request.thread.map { .thread(app, $0) } ?? entry.format.map { .format(app, $0) }
        ?? .alone(index)
      if let place = places[group] {
        groups[place].append(entry)
      } else {
        places[group] = groups.count
        groups.append([entry])
      }
    }
    return groups
  }

  /// If several notifications have the same title, a part in which they differ tells them apart: below the title if all
  /// of them have it, else behind it.
  private static func lines(_ groups: some Collection<[Entry]>, _ wording: Wording) -> [String] {
    let alone = groups.compactMap { $0.count == 1 ? $0.first?.request : nil }
    var parts = Dictionary(grouping: alone, by: title).compactMapValues { differences($0)?[...] }
    if alone.count == groups.count, parts.count == 1, let (title, all) = parts.first, all.count == alone.count
    {
      return [title] + all
    }
    return groups.map { group in
      let line = line(group, wording)
      guard group.count == 1, let part = parts[line]?.popFirst() else { return line }
      return "\(line) — \(part)"
    }
  }

  /// The first part (title below a sender, first line of the body, subtitle) in which all requests have text and
  /// differ; `nil` if no part does.
  private static func differences(_ requests: [NotificationRequest]) -> [String]? {
    guard requests.count > 1 else { return nil }
    let parts: [(NotificationRequest) -> String?] = [
      { $0.sender == nil ? nil : $0.title }, { $0.body.map(firstLine) }, \.subtitle,
    ]
    let all = parts.map { part in requests.compactMap { part($0) }.filter { !$0.isEmpty } }
    return all.first { $0.count == requests.count && Set($0).count > 1 }
  }

  static func title(_ request: NotificationRequest) -> String {
    request.sender?.name ?? request.title ?? firstLine(request.body ?? "")
  }

  private static func line(_ group: [Entry], _ wording: Wording) -> String {
    guard let first = group.first else { return "" }
    if group.count > 1, let format = first.format {
      let count = first.unread ?? group.count
      return HiddenPreviews.filled(count == 1 ? first.formatOne ?? format : format, count: count)
    }
    let title = title(first.request)
    return group.count > 1 ? wording.titleAndMore(title, group.count - 1) : title
  }

  private static func firstLine(_ text: String) -> String {
    String(text.prefix { !$0.isNewline })
  }
}

/// While the one banner that speaks for several notifications is still to come, later alerts of the app join it,
/// because they would overtake it. Urgent alerts do not wait for it.
package enum SummaryToCome: HoldingGuideline, Sendable {
  /// A summary of notifications that came too fast.
  case ofTooFast
  /// A summary of notifications that were held.
  case ofReleased

  package static let name = SummaryText.name

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard let summary = situation.summaryToCome, judgement.alert == .now, !judgement.level.isUrgent,
      summary == .ofReleased || !situation.serverKeepsBack,
      AlertLane(of: request, level: judgement.level, in: situation) == .ordinary
    else { return }
    switch summary {
    case .ofTooFast:
      judgement.conclude(.quiet)
      guard !situation.hasBanner else {
        judgement.weaken(to: .inPlace)
        return judgement.record(
          name, .quiet, .updatedTooFast, .source(situation.settings.source(of: "AlertBurst", in: "Limits")))
      }
      judgement.joinsSummary = true
      judgement.weaken(to: .never)
      judgement.record(name, .quiet, .joinsThoseTooFast)
    case .ofReleased:
      judgement.joinsSummary = true
      judgement.hold(by: name, until: nil, Reason(.joinsReleased))
    }
  }

  package static func end(for record: NotificationRecord) -> Reason.Key { .fewEnough }
}
