/// Statistics of each app: its posts, and their outcomes.
package struct StatisticsWording: Sendable {
  package let nothing: @Sendable (_ days: Int) -> String
  package let heading: @Sendable (_ days: Int) -> String
  /// The heading if read notifications were kept for fewer days.
  package let headingBeyond: @Sendable (_ days: Int, _ keptDays: Int) -> String
  package let posts: String
  package let coalesced: String
  package let replaced: String
  package let held: String
  package let suppressed: String
  package let pressed: String
  package let dismissedUnread: String
  /// The count of one of these measures, in a sentence.
  package let count: @Sendable (_ count: Int, _ name: String) -> String
  package let postCount: @Sendable (_ count: Int) -> String
  package let more: @Sendable (_ apps: Int, _ posts: Int) -> String

  // Hints at a setting that would help.
  package let keepInList: @Sendable (_ command: String) -> String
  package let putTogether: @Sendable (_ command: String) -> String
  package let letThrough: @Sendable (_ command: String) -> String
}

extension StatisticsWording {
  package static let english = StatisticsWording(
    nothing: { "Nothing was posted in these \($0) days." },
    heading: { "The last \($0) day\($0 == 1 ? "" : "s")." },
    headingBeyond: { "The last \($0) day\($0 == 1 ? "" : "s"); what was read is kept for \($1)." },
    posts: "posts",
    coalesced: "coalesced",
    replaced: "replaced",
    held: "held",
    suppressed: "suppressed",
    pressed: "pressed",
    dismissedUnread: "dismissed unread",
    count: { "\($0) \($1)" },
    postCount: englishPosts,
    more: { "And \($0) more app\($0 == 1 ? "" : "s") with \(englishPosts($1))." },
    keepInList: { "Most are dismissed unread: '\($0)' keeps them in the list, without banners." },
    putTogether: { "Many, of which few are pressed: with '\($0)' they come together, at set times." },
    letThrough: { "Many are held back and pressed later: '\($0)' lets through what is urgent." })

  @Sendable
  private static func englishPosts(_ count: Int) -> String { "\(count) post\(count == 1 ? "" : "s")" }

  package static let korean = StatisticsWording(
    nothing: { "지난 \($0)일 동안 온 알림이 없습니다." },
    heading: { "지난 \($0)일" },
    headingBeyond: { "지난 \($0)일(읽은 알림은 \($1)일 동안 보관)" },
    posts: "보냄",
    coalesced: "합쳐짐",
    replaced: "대치됨",
    held: "보류",
    suppressed: "알리지 않음",
    pressed: "누름",
    dismissedUnread: "읽지 않고 지움",
    count: { "\($1) \($0)개" },
    postCount: { "보냄 \($0)개" },
    more: { "그 외 앱 \($0)개가 알림 \($1)개를 보냈습니다." },
    keepInList: {
      "대부분 읽지 않고 지웠습니다. ‘\($0)’ 명령을 사용하면 배너 없이 목록에만 표시됩니다."
    },
    putTogether: { "많이 오지만 거의 누르지 않았습니다. ‘\($0)’ 명령을 사용하면 정해진 시각에 함께 표시됩니다." },
    letThrough: { "보류되었다가 나중에 누른 알림이 많습니다. ‘\($0)’ 명령을 사용하면 급한 알림이 바로 표시됩니다." })
}
