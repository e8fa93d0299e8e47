import NotificationModel

/// The subject of a guideline: the first part of its name, up to the period.
package enum GuidelineSubject: String, CaseIterable, Sendable {
  case consent, ratings, alerts, duplicates, foreground, front, badge, urgency, previews, images, actions,
    text,
    sound, delivery, calls, server, focus, schedule, list

  /// `nil` for a guideline that occurs in no decision.
  package init?(of guideline: String) { self.init(rawValue: String(guideline.prefix { $0 != "." })) }

  var english: String {
    switch self {
    case .consent: "Permission"
    case .ratings: "Ratings"
    case .alerts: "Number of alerts"
    case .duplicates: "The same thing"
    case .foreground: "App in front"
    case .front: "As its app sent it"
    case .badge: "Unread"
    case .urgency: "Urgency"
    case .previews: "Previews"
    case .images: "Pictures"
    case .actions: "Actions"
    case .text: "Text"
    case .sound: "Sound"
    case .delivery: "Delivery"
    case .calls: "Calls"
    case .server: "Notification server"
    case .focus: "Focus"
    case .schedule: "Time"
    case .list: "List"
    }
  }

  var korean: String {
    switch self {
    case .consent: "알림 허용"
    case .ratings: "평가 요청"
    case .alerts: "알림 빈도"
    case .duplicates: "같은 알림"
    case .foreground: "맨 앞의 앱"
    case .front: "앱이 보낸 그대로"
    case .badge: "읽지 않은 알림"
    case .urgency: "중요도"
    case .previews: "미리보기"
    case .images: "이미지"
    case .actions: "동작"
    case .text: "텍스트"
    case .sound: "사운드"
    case .delivery: "전달"
    case .calls: "전화"
    case .server: "알림 서버"
    case .focus: "집중 모드"
    case .schedule: "예약"
    case .list: "목록"
    }
  }
}

extension Effect {
  var english: String {
    switch self {
    case .presented: "may alert"
    case .first: "comes first"
    case .held: "held back"
    case .released: "held back no longer"
    case .quiet: "no banner"
    case .suppressed: "no alert"
    case .overruled: "not believed"
    case .active: "not urgent"
    case .timeSensitive: "Time Sensitive"
    case .awaitingConsent: "waits to be allowed"
    case .coalesced: "counted with the earlier one"
    case .replaced: "took the earlier one's place"
    case .joined: "joined another"
    case .read: "read"
    case .dismissed: "dismissed"
    case .withdrawn: "withdrawn"
    case .expired: "expired"
    case .restored: "brought back"
    case .scheduled: "scheduled"
    case .rescheduled: "scheduled anew"
    case .waiting: "waits"
    case .late: "late"
    case .fired: "due"
    case .dropped: "left out"
    case .shown: "shown"
    case .hidden: "text hidden"
    case .leftOut: "something left out"
    case .notShown: "taken away"
    case .summarised: "counted in one banner"
    case .retried: "tried again"
    case .failed: "could not be shown"
    case .silent: "no sound"
    case .played: "sound played"
    case .unstored: "not stored yet"
    case .refused: "not done"
    case .earlier: "earlier text"
    case .started: "app started"
    case .waits: "waits for the app"
    case .notStarted: "app not started"
    }
  }

  var korean: String {
    switch self {
    case .presented: "표시 가능"
    case .first: "먼저 표시"
    case .held: "보류"
    case .released: "보류 끝"
    case .quiet: "조용히"
    case .suppressed: "알리지 않음"
    case .overruled: "인정하지 않음"
    case .active: "급하지 않음"
    case .timeSensitive: "시간에 민감함"
    case .awaitingConsent: "앱 허용 대기"
    case .coalesced: "이전 알림과 합쳐짐"
    case .replaced: "이전 알림을 대치함"
    case .joined: "다른 알림과 합쳐짐"
    case .read: "읽음"
    case .dismissed: "지움"
    case .withdrawn: "철회됨"
    case .expired: "만료됨"
    case .restored: "되돌림"
    case .scheduled: "예약됨"
    case .rescheduled: "다시 예약됨"
    case .waiting: "대기"
    case .late: "늦음"
    case .fired: "예약된 시각"
    case .dropped: "생략"
    case .shown: "표시됨"
    case .hidden: "텍스트 가림"
    case .leftOut: "일부 생략"
    case .notShown: "배너를 닫음"
    case .summarised: "배너 하나로 표시"
    case .retried: "다시 시도"
    case .failed: "표시하지 못함"
    case .silent: "사운드 없음"
    case .played: "사운드 재생"
    case .unstored: "아직 저장 안 됨"
    case .refused: "실행하지 않음"
    case .earlier: "이전 내용"
    case .started: "앱 시작"
    case .waits: "앱 대기"
    case .notStarted: "앱을 시작하지 못함"
    }
  }
}
