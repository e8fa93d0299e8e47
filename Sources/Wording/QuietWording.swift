import NotificationModel

/// The sentences about one kind of quiet: that it is on, that an urgent alert breaks through, and that it is over; and
/// the clause that says why something was missed.
typealias QuietWording = (isOn: String, letsThrough: String, isOver: String, whileOn: String)

extension Wording {
  /// `a`: the arguments in words; in `letsThrough` the urgent level or kind is the last.
  static func english(_ kind: QuietKind, _ a: Arguments) -> QuietWording {
    switch kind {
    case .doNotDisturb:
      (
        isOn: "Do Not Disturb is on (bellhop dnd).",
        letsThrough: "Do Not Disturb is on (bellhop dnd), but \(a[0]) notifications may break through.",
        isOver: "Do Not Disturb is over.", whileOn: "while Do Not Disturb was on"
      )
    case .inhibited:
      (
        isOn: "An app has asked for quiet.",
        letsThrough: "It is \(a[0]), and breaks through the quiet that an app has asked for.",
        isOver: "The quiet that an app had asked for is over.", whileOn: "while an app asked for quiet"
      )
    case .quietHours:
      (
        isOn: "Quiet hours are on until \(a[0]) (\(a[1])).",
        letsThrough:
          "Quiet hours are on until \(a[0]) (\(a[1])), but \(a[2]) notifications may break through.",
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
        isOver: "방해 금지 모드가 끝났습니다.", whileOn: "방해 금지 모드가 켜진 동안"
      )
    case .inhibited:
      (
        isOn: "앱이 조용히 해 달라고 요청했습니다.",
        letsThrough: "\(a[0]) 알림이므로 앱이 요청한 조용한 시간에도 나타납니다.",
        isOver: "앱이 요청한 조용한 시간이 끝났습니다.", whileOn: "앱이 방해 금지를 요청한 동안"
      )
    case .quietHours:
      (
        isOn: "\(a[0])까지 조용한 시간입니다(\(a[1])).",
        letsThrough: "\(a[0])까지 조용한 시간이지만(\(a[1])), \(a[2]) 알림은 바로 표시될 수 있습니다.",
        isOver: "조용한 시간이 끝났습니다.", whileOn: "조용한 시간 동안"
      )
    }
  }
}
