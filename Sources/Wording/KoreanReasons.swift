import NotificationModel

extension Wording {
  /// `a`: the arguments in words. The particle behind one is chosen by its last sound, which is not known here: what
  /// follows an argument is a noun, a bracket, or a particle that has one form.
  static func korean(_ key: Reason.Key, _ a: Arguments) -> String {
    switch key {
    case .several: a.all.joined(separator: " ")

    case .personsAnswer: "사용자의 결정, bellhop allow \(a[0]) 또는 bellhop deny \(a[0]) 명령으로 변경 가능"
    case .personsChoice: "사용자의 설정, bellhop set \(a[0]) 명령으로 변경 가능"
    case .settingInFile: "\(a[1]) 파일의 \(a[0])"
    case .settingBuiltIn: "\(a[0])의 기본값"
    case .assumed: "가정한 값"
    case .ratingsSwitch: "bellhop ratings"

    case .notKnownWhetherLocked: "화면이 잠겨 있는지 아직 알 수 없습니다"
    case .isLocked: "화면이 잠겨 있습니다"
    case .isShared: "화면이 공유되고 있습니다"
    case .isLockedBy: "화면이 잠겨 있습니다(\(a[0]))"
    case .isNotLocked: "화면이 잠겨 있지 않습니다"

    case .undecided:
      "이 앱의 알림을 허용할지 사용자가 아직 결정하지 않았습니다(\(a[0])). bellhop allow \(a[1]) 또는 bellhop deny \(a[1]) 명령으로 결정할 수 있습니다."
    case .allowed: "이 앱의 알림은 허용되어 있습니다(\(a[0]))."
    case .notAllowed: "이 앱의 알림은 허용되지 않습니다(\(a[0]))."
    case .marketingNotUrgent: "마케팅 알림은 급한 알림으로 취급되지 않습니다."
    case .marketingNotAllowed: "이 앱의 마케팅 알림은 허용되지 않습니다(\(a[0]))."
    case .ratingNotUrgent: "평가 요청은 급한 알림으로 취급되지 않습니다."
    case .ratingsOff: "평가 요청이 꺼져 있습니다(\(a[0]))."

    case .timeSensitiveOff: "이 앱의 시간에 민감한 알림이 꺼져 있습니다(\(a[0]))."
    case .noRelevantDate: "시간에 민감한 알림에는 relevantDate 값이 필요하지만 지정되어 있지 않습니다."
    case .relevantLater: "relevantDate까지 한 시간 넘게 남았습니다."
    case .relevantLaterThanFiring: "예약된 시각에도 relevantDate까지 한 시간 넘게 남아 있습니다."
    case .relevantBefore: "relevantDate에서 한 시간 넘게 지났습니다."
    case .relevantBeforeFiring: "예약된 시각에는 relevantDate에서 이미 한 시간 넘게 지나 있습니다."
    case .noCriticalGrant: "긴급 알림(critical)에는 관리자의 허가가 필요하지만 이 앱에는 허가가 없습니다(\(a[0]))."
    case .relevantSoon: "relevantDate까지 얼마 남지 않아 이제 바로 표시될 수 있습니다."
    case .relevantNow: "알람과 미리 알림은 예약된 시각이 되면 시간에 민감한 알림으로 취급됩니다."

    case .alarmsOff: "이 앱의 알람은 방해 금지 모드와 조용한 시간에 울릴 수 없습니다(\(a[0]))."
    case .alarmsTooMany:
      "앱이 한 시간 안에 알람을 \(a[0])개 보냈으므로, 이 알람은 일반 알림으로 취급됩니다."
    case .missedCall: "1분 넘게 보류되어, 버튼이 없는 부재중 전화로 표시됩니다."

    case .comesAgain: "알람, 미리 알림 또는 전화가 다시 왔으므로, 같은 항목으로 다시 알립니다."
    case .raised: "더 급해졌으므로, 같은 항목으로 다시 알립니다."
    case .isUnread: "같은 알림이 이미 읽지 않은 상태로 있습니다."
    case .isScheduled: "같은 알림이 이미 예약되어 있습니다. 나중에 보낸 알림의 시각이 적용됩니다."
    case .awaitsConsent: "같은 알림이 이미 사용자의 동의를 기다리고 있습니다."
    case .onlyProgress: "진행률만 변경되어, 표시된 배너를 업데이트합니다."
    case .replacedSilently: "요청에 따라 다시 알리지 않고 이전 텍스트를 새 텍스트로 대치합니다."
    case .replaced: "식별자가 같은 이전 알림이 있으며 텍스트가 변경되었습니다."
    case .joined: "같은 내용이 이미 알림 \(a[0])번으로 있습니다."
    case .justDismissed: "사용자가 조금 전에 같은 알림을 지웠으므로, 다시 알리지 않고 목록에만 표시합니다."

    case .upJustNow: "같은 알림이 1분 안에 화면에 있었으므로 알리지 않고 읽은 것으로 칩니다."
    case .comesAnew: "같은 알림이 한 시간 넘게 화면에 있었으므로 한 항목으로 다시 알립니다."

    case .notFired: "예약된 시각이 아직 되지 않았습니다."
    case .zoneUnknown:
      "예약에 사용된 시간대가 이 컴퓨터에 더 이상 없어, 매일 다시 찾아봅니다."
    case .wasLate:
      "예약된 시각(\(a[0]))에 컴퓨터나 데몬이 실행 중이 아니었거나, 시계가 그 시각을 건너뛰어 조정되었습니다."
    case .occurrenceExpired: "\(a[0])의 반복 알림이 표시되기 전에 만료되었습니다."
    case .occurrenceDropped: "이 앱의 읽지 않은 알림이 \(a[0])개에 이르렀습니다([Limits] UnreadPerApp)."
    case .isOccurrence: "반복되는 알림 \(a[0])번에서 생성되었습니다."
    case .occurred: "\(a[0])의 반복 알림이 알림 \(a[1])번으로 생성되었습니다."
    case .rescheduled: "시계가 조정되었거나 시간대가 변경되어, 이제 \(a[0])에 예약되어 있습니다."
    case .repeatsNoMore: "더 이상 반복할 시각이 없습니다."
    case .putOff: "사용자가 \(a[0])까지 미루었습니다."

    case .clearWay: "배너를 표시하지 않을 이유가 없습니다."
    case .passive: "passive 수준의 알림은 주의를 끌지 않고 목록에만 표시됩니다."
    case .onProbation: "이 앱은 시험적으로 허용되어 알림이 목록에만 표시됩니다(\(a[0]))."
    case .putOnProbation: "이제 앱이 시험적으로만 허용됩니다."
    case .isOnProbation: "앱이 시험적으로만 허용되어 있습니다."
    case .bannersOff: "이 앱의 배너가 꺼져 있습니다(\(a[0]))."
    case .bannersWereSwitchedOff: "이 앱의 배너가 꺼졌습니다."
    case .bannersAreSwitchedOff: "이 앱의 배너가 꺼져 있습니다."
    case .claimOverruled: "앱은 맨 앞에 있다고 알렸지만, 데스크탑에 따르면 그렇지 않습니다."
    case .saysInFront: "앱이 맨 앞에 있다고 알렸으며, 내용을 직접 보여 줍니다."
    case .saysThreadInFront: "사용자가 바로 이 스레드를 보고 있다고 앱이 알렸습니다."
    case .seenInFront: "데스크탑에 따르면 앱이 맨 앞에 있으며, 앱이 내용을 직접 보여 줍니다."
    case .seenWithThreadInFront:
      "데스크탑에 따르면 앱이 맨 앞에 있으며, 사용자가 바로 이 스레드를 보고 있다고 앱이 알렸습니다."
    case .assumedInFront: "앱이 맨 앞에 있으며, 내용을 직접 보여 줍니다."
    case .alertsTooFast: "앱이 너무 자주 알립니다(\(a[0])). 모두 몇 개인지 배너 하나로 표시합니다."
    case .exemptFromRate: "앱이 너무 자주 알리지만, 전화와 알람은 그렇지 않습니다."
    case .urgentExempt: "앱이 너무 자주 알리지만, 시간에 민감한 알림에는 별도의 한도가 적용됩니다."
    case .joinsThoseTooFast:
      "앱이 방금 너무 자주 알렸습니다. 모두 몇 개인지 표시할 배너에 이 알림도 포함됩니다."
    case .callFirst: "걸려 온 전화는 앞서 걸려 온 전화를 제외한 다른 모든 알림보다 먼저 표시됩니다."

    case .doNotDisturb: "방해 금지 모드가 켜져 있습니다(bellhop dnd)."
    case .throughDoNotDisturb:
      "방해 금지 모드가 켜져 있지만(bellhop dnd), \(a[0]) 알림은 바로 표시될 수 있습니다."
    case .doNotDisturbOver: "방해 금지 모드가 끝났습니다."
    case .quietHours: "\(a[0])까지 조용한 시간입니다(\(a[1]))."
    case .throughQuietHours:
      "\(a[0])까지 조용한 시간이지만(\(a[1])), \(a[2]) 알림은 바로 표시될 수 있습니다."
    case .quietHoursOver: "조용한 시간이 끝났습니다."
    case .awaitsSummary: "\(a[0])에 표시될 요약을 기다립니다(\(a[1]))."
    case .throughSummary: "이 앱의 알림은 요약에 포함되지만, \(a[0]) 알림은 바로 표시될 수 있습니다."
    case .callsAwaitNoSummary: "이 앱의 알림은 요약에 포함되지만, 전화는 요약을 기다리지 않습니다."
    case .noSummaryTime: "이 앱의 알림은 요약에 포함되지만, 요약 시각이 설정되어 있지 않습니다(\(a[0]))."
    case .summaryDue: "요약을 표시할 시각이 되었습니다."
    case .noSummaryAnyMore: "더 이상 요약을 기다리지 않습니다."
    case .awaitsUnlocking: "\(a[0]). 그동안 마케팅 알림과 평가 요청은 보류됩니다."
    case .unlocked: "화면의 잠금이 해제되었습니다."
    case .joinsReleased:
      "보류되었던 이 앱의 알림이 곧 표시되며, 이 알림도 함께 표시됩니다."
    case .fewEnough: "함께 표시하려던 알림이 적어 각각의 배너로 표시할 수 있습니다."
    case .noServer: "알림 서버가 없습니다. 서버가 생기면 바로 표시됩니다."
    case .serverNotAnswering: "알림 서버가 응답하지 않습니다. 서버가 응답하면 표시됩니다."
    case .nothingHolds: "더 이상 보류할 이유가 없습니다."

    case .isPrivate: "앱이 비공개로 지정하여 텍스트를 가립니다."
    case .previewsNever: "미리보기 설정(\(a[0]))에 따라 텍스트를 가립니다(\(a[1]))."
    case .textHidden: "\(a[0]). 미리보기 설정(\(a[1]))에 따라 텍스트를 가립니다(\(a[2]))."
    case .textShown: "\(a[0]). 미리보기 설정(\(a[1]))에 따라 텍스트를 표시합니다(\(a[2]))."
    case .iconsLeftOut: "버튼은 아이콘 없이 표시됩니다."
    case .soundOfRating: "평가 요청에는 사운드가 재생되지 않습니다."
    case .soundsOff: "이 앱의 사운드가 꺼져 있습니다(\(a[0]))."
    case .muteSwitch: "무음 모드가 켜져 있습니다(bellhop silent)."
    case .soundsTooFast: "바로 전에 다른 사운드가 재생되어 이 사운드는 생략되었습니다."

    case .showed: "\(a[0])에서 배너를 표시했습니다."
    case .changedInPlace: "\(a[0])에서 표시된 배너를 변경했습니다."
    case .keptBack: "\(a[0]): 서버가 알림을 받았지만 배너를 표시하지 않습니다."
    case .soundKeptBack: "\(a[0]): 배너와 함께 사운드도 보류됩니다."
    case .soundMissing: "‘\(a[0])’ 서버는 사운드를 재생하지 않으며, Bellhop에서도 이 사운드를 재생할 수 없습니다. \(a[1])"
    case .soundPlayed: "‘\(a[0])’ 서버는 사운드를 재생하지 않으므로, Bellhop에서 이 사운드를 재생합니다."
    case .serverDied: "알림을 표시하는 도중 서버가 종료되었습니다"
    case .serverRefused: "서버가 알림을 거부했습니다(\(a[0]))"
    case .serverFailed: "서버가 알림을 표시하지 못했습니다"
    case .triesAsText: "\(a[0]). 텍스트만으로 다시 시도했습니다."
    case .givenUp: "다시 시도했지만 이번에도 \(a[0]). 알림은 목록에 남아 있습니다."
    case .neverAnswered: "서버가 응답하지 않았습니다. 배너가 두 번 표시될 수 있습니다."
    case .neverAnsweredAgain: "서버가 끝내 응답하지 않아 배너를 닫습니다."
    case .stoppedMeanwhile: "서버에 표시를 요청한 동안 데몬이 중단되었습니다. 배너가 두 번 표시될 수 있습니다."
    case .summarised: "알림이 모두 몇 개인지 배너 하나로 표시했습니다."
    case .summaryFailed: "서버가 알림이 모두 몇 개인지 표시하지 못했습니다. 알림은 목록에 남아 있습니다."
    case .asTextOnly: "전체를 표시하는 도중 서버가 중단된 적이 있어 텍스트만 표시했습니다."
    case .noBody: "서버가 본문을 표시하지 않습니다."
    case .noButtons: "서버가 버튼을 표시하지 않습니다(생략: \(a[0]))."
    case .fewButtons: "서버가 버튼을 \(a[0])개까지만 표시합니다(생략: \(a[1]))."
    case .asksTextOnce:
      "서버가 배너마다 텍스트를 한 번만 입력받습니다. ‘\(a[0])’ 동작은 일반 버튼으로 표시되며, 누르면 앱이 열립니다."
    case .asksNoText:
      "서버가 텍스트를 입력받지 않습니다. ‘\(a[0])’ 동작은 일반 버튼으로 표시되며, 누르면 앱이 열립니다."

    case .pressed: "사용자가 “\(a[0])” 동작을 선택했습니다."
    case .dismissedOnScreen: "사용자가 배너를 닫았습니다."
    case .dismissedInList: "사용자가 목록에서 알림을 지웠습니다."
    case .takenBackByPerson: "사용자가 알림을 취소했습니다."
    case .countsAsSeen: "앱이 앞에 있고 무엇을 읽었는지 알려 줄 수 없으므로 읽은 것으로 칩니다."
    case .appCameToFront: "사용자가 앱을 열었고 앱은 무엇을 읽었는지 알려 줄 수 없으므로 읽은 것으로 칩니다."
    case .bannerGone: "알림 서버가 배너를 닫았고 목록을 남기지 않으므로 읽은 것으로 칩니다."
    case .tooManyUnread: "이 앱의 읽지 않은 알림이 너무 많고 앱은 읽음으로 표시할 수 없으므로 가장 오래된 것을 읽은 것으로 칩니다."
    case .takenBackByApp: "앱이 알림을 취소했습니다."
    case .readInApp: "사용자가 알림을 읽었다고 앱이 알렸습니다."
    case .markedRead: "사용자가 알림을 읽음으로 표시했습니다."
    case .expiredUnread: "읽지 않은 채 만료되었습니다(expiresAfter)."
    case .dismissalTakenBack: "사용자가 지운 알림을 복원했습니다."

    case .undoSuperseded:
      "이제 이 스레드의 더 새로운 알림을 실행 취소할 수 있으며, 이 알림은 더 이상 실행 취소할 수 없습니다."
    case .needsUnlocking: "\(a[1]). “\(a[0])” 동작에는 사용자의 인증이 필요합니다(authenticationRequired)."
    case .askedToOpen: "앱이 연결되어 있지 않아, D-Bus를 통해 열도록 요청했습니다."
    case .startedByBus: "앱이 연결되어 있지 않아, D-Bus를 통해 시작했습니다."
    case .startedByServiceManager: "앱이 연결되어 있지 않아, 서비스 관리자를 통해 시작했습니다."
    case .startUnderWay: "앱이 조금 전에 시작되었으며, 누른 동작은 앱이 준비되면 전달됩니다."
    case .notStarted: "앱이 실행 중이 아니며 시작하지 못했습니다. \(a[0])."
    case .noBus: "세션 버스가 없습니다"
    case .noServiceManager: "세션 버스에 서비스 관리자(systemd --user)가 없습니다"
    case .noDesktopEntry: "앱의 데스크탑 항목이 없습니다"
    case .noCommand: "앱의 데스크탑 항목에 실행할 수 있는 명령이 없습니다(Exec)"
    case .needsTerminal: "앱의 데스크탑 항목에 따르면 터미널이 필요합니다(Terminal)"
    case .notInstalled: "앱의 데스크탑 항목에 지정된 프로그램이 설치되어 있지 않습니다(TryExec)"
    case .idTooLong: "앱의 ID가 너무 길어 유닛 이름으로 사용할 수 없습니다"
    case .notRun: "앱의 데스크탑 항목에 지정된 프로그램을 실행하지 못했습니다(Exec)"
    case .unanswered: "제시간에 응답이 오지 않았습니다"
    case .refusedByBus: "D-Bus에서 오류로 응답했습니다(\(a[0]))"
    case .refusedByServiceManager: "서비스 관리자가 오류로 응답했습니다(\(a[0]))"
    }
  }
}
