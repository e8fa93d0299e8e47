package import NotificationModel

/// Words of `doctor` around its findings. The findings are in `Wording`.
package struct DoctorWording: Sendable {
  package let subject: @Sendable (DesktopFinding.Subject) -> String
  package let verdict: @Sendable (DesktopFinding.Verdict) -> String
  /// The label before a remedy, for output without a sign for it.
  package let remedyLabel: String
  package let missing: @Sendable (_ subjects: String) -> String
}

extension DoctorWording {
  package static let english = DoctorWording(
    subject: \.rawValue, verdict: \.rawValue, remedyLabel: "To do", missing: { "missing: \($0)" })

  package static let korean = DoctorWording(
    subject: {
      switch $0 {
      case .configuration: "구성"
      case .storage: "저장"
      case .server: "알림 서버"
      case .front: "front"
      case .focus: "맨 앞의 앱"
      case .lock: "화면 잠금"
      case .serverMute: "서버의 방해 금지 모드"
      case .badges: "배지"
      case .sound: "사운드"
      case .launching: "앱 시작"
      }
    },
    verdict: {
      switch $0 {
      case .works: "정상"
      case .limited: "제한"
      case .missing: "없음"
      }
    },
    remedyLabel: "할 일", missing: { "없음: \($0)" })
}
