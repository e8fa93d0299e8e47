import NotificationModel

/// The sentences about one kind of quiet: that it is on, that an urgent alert breaks through, that the person lets an
/// alert in, and that it is over; and the clause that says why something was missed.
typealias QuietWording = (
  isOn: String, letsThrough: String, letsIn: String, isOver: String, whileOn: String
)

extension Wording {
  /// `a`: the arguments in words; in `letsThrough` the urgent level or kind is the last, in `letsIn` the clause about
  /// what lets it in.
  static func english(_ kind: QuietKind, _ a: Arguments) -> QuietWording {
    switch kind {
    case .doNotDisturb:
      (
        isOn: "Do Not Disturb is on (bellhop dnd).",
        letsThrough: "Do Not Disturb is on (bellhop dnd), but \(a[0]) notifications may break through.",
        letsIn: "Do Not Disturb is on (bellhop dnd), but \(a[0]).",
        isOver: "Do Not Disturb is over.", whileOn: "while Do Not Disturb was on"
      )
    case .sharedScreen:
      (
        isOn: "Others see the screen: it is shared or recorded.",
        letsThrough: "Others see the screen, but \(a[0]) notifications may break through.",
        letsIn: "Others see the screen, but \(a[0]).",
        isOver: "The screen is not shared any more.", whileOn: "while the screen was shared"
      )
    case .fullScreen:
      (
        isOn: "\(a[0]) fills the screen.",
        letsThrough: "\(a[0]) fills the screen, but \(a[1]) notifications may break through.",
        letsIn: "\(a[0]) fills the screen, but \(a[1]).",
        isOver: "The full screen is over, or its app has paused.", whileOn: "while an app filled the screen"
      )
    case .inhibited:
      (
        isOn: "An app has asked for quiet.",
        letsThrough: "It is \(a[0]), and breaks through the quiet that an app has asked for.",
        letsIn: "An app has asked for quiet, but \(a[0]).",
        isOver: "The quiet that an app had asked for is over.", whileOn: "while an app asked for quiet"
      )
    case .quietHours:
      (
        isOn: "Quiet hours are on until \(a[0]) (\(a[1])).",
        letsThrough:
          "Quiet hours are on until \(a[0]) (\(a[1])), but \(a[2]) notifications may break through.",
        letsIn: "Quiet hours are on until \(a[0]) (\(a[1])), but \(a[2]).",
        isOver: "Quiet hours are over.", whileOn: "during quiet hours"
      )
    }
  }

  static func korean(_ kind: QuietKind, _ a: Arguments) -> QuietWording {
    switch kind {
    case .doNotDisturb:
      (
        isOn: "방해 금지 모드가 켜져 있습니다(bellhop dnd).",
        letsThrough: "방해 금지 모드가 켜져 있지만(bellhop dnd), \(a[0]) 알림은 바로 표시될 수 있습니다.",
        letsIn: "방해 금지 모드가 켜져 있지만(bellhop dnd), \(a[0]).",
        isOver: "방해 금지 모드가 끝났습니다.", whileOn: "방해 금지 모드가 켜진 동안"
      )
    case .sharedScreen:
      (
        isOn: "다른 사람이 화면을 보고 있습니다. 화면을 공유하거나 녹화하는 중입니다.",
        letsThrough: "다른 사람이 화면을 보고 있지만, \(a[0]) 알림은 바로 표시될 수 있습니다.",
        letsIn: "다른 사람이 화면을 보고 있지만, \(a[0]).",
        isOver: "화면 공유가 끝났습니다.", whileOn: "화면을 공유하는 동안"
      )
    case .fullScreen:
      (
        isOn: "앱이 전체 화면을 쓰고 있습니다(\(a[0])).",
        letsThrough: "앱이 전체 화면을 쓰고 있지만(\(a[0])), \(a[1]) 알림은 바로 표시될 수 있습니다.",
        letsIn: "앱이 전체 화면을 쓰고 있지만(\(a[0])), \(a[1]).",
        isOver: "전체 화면이 끝났거나 앱이 잠시 멈췄습니다.", whileOn: "앱이 전체 화면을 쓰는 동안"
      )
    case .inhibited:
      (
        isOn: "앱이 조용히 해 달라고 요청했습니다.",
        letsThrough: "\(a[0]) 알림이므로 앱이 요청한 조용한 시간에도 나타납니다.",
        letsIn: "앱이 조용히 해 달라고 요청했지만, \(a[0]).",
        isOver: "앱이 요청한 조용한 시간이 끝났습니다.", whileOn: "앱이 방해 금지를 요청한 동안"
      )
    case .quietHours:
      (
        isOn: "\(a[0])까지 조용한 시간입니다(\(a[1])).",
        letsThrough: "\(a[0])까지 조용한 시간이지만(\(a[1])), \(a[2]) 알림은 바로 표시될 수 있습니다.",
        letsIn: "\(a[0])까지 조용한 시간이지만(\(a[1])), \(a[2]).",
        isOver: "조용한 시간이 끝났습니다.", whileOn: "조용한 시간 동안"
      )
    }
  }
}
