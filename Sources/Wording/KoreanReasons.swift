import NotificationModel

extension Wording {
  /// `a`: the arguments in words. The form of most particles depends on the last sound before them, which is not known
  /// for an argument, so each argument is followed by a noun, a bracket, or a particle with only one form.
  static func korean(_ key: Reason.Key, _ a: Arguments) -> String {
    switch key {
    case .several: a.all.joined(separator: " ")

    case .personsAnswer: "사용자의 결정, bellhop allow \(a[0]) 또는 bellhop deny \(a[0]) 명령으로 변경 가능"
    case .personsChoice: "사용자의 설정, bellhop set \(a[0]) \(a[1]) 명령으로 변경 가능"
    case .settingInFile: "\(a[1]) 파일의 \(a[0])"
    case .settingBuiltIn: "\(a[0])의 기본값"
    case .assumed: "가정한 값"
    case .ratingsSwitch: "bellhop ratings"
    case .quietHoursChosen: "사용자의 설정, bellhop quiet-hours 명령으로 변경 가능"
    case .previewsChosen: "사용자의 설정, bellhop previews 명령으로 변경 가능"

    case .notKnownWhetherLocked: "화면이 잠겨 있는지 아직 알 수 없습니다"
    case .isLocked: "화면이 잠겨 있습니다"
    case .isShared: "화면이 공유되고 있습니다"
    case .isLockedBy: "화면이 잠겨 있습니다(\(a[0]))"
    case .isNotLocked: "화면이 잠겨 있지 않습니다"

    case .undecided:
      "이 앱의 알림을 허용할지 사용자가 아직 결정하지 않았습니다(\(a[0])). bellhop allow \(a[1]) 또는 bellhop deny \(a[1]) 명령으로 결정할 수 있습니다."
    case .questionIsUp: "이 앱에 대한 질문이 화면에 있습니다."
    case .questionIsToCome:
      "이 앱에 대한 질문은 아직 표시되지 않았습니다. 화면이 잠금 해제되고 방해 금지 모드가 끝나고 다른 질문이 없으면 표시됩니다."
    case .questionIsPutOff: "사용자가 미루었으므로 이 앱에 대한 질문은 \(a[0])에 다시 표시됩니다."
    case .questionsTooMany: "오늘은 질문이 충분히 표시되었습니다. 이 앱에 대한 질문은 앱의 다음 알림과 함께 표시됩니다."
    case .questionUnanswered:
      "이 앱에 대한 질문이 \(a[0])에 화면에 표시되었지만 답을 받지 못했습니다. \(a[1]) 이후 앱의 다음 알림과 함께 다시 표시됩니다."
    case .questionIsOver:
      "이 앱에 대한 질문이 화면에 \(a[0])번, 마지막으로 \(a[1])에 표시되었지만 답을 받지 못했으며 더 이상 표시되지 않습니다."
    case .questionShown: "이 앱에 대한 질문이 화면에 표시되었습니다."
    case .questionPressed: "사용자가 질문을 눌렀지만 답은 하지 않았습니다."
    case .questionDismissed: "사용자가 답하지 않고 질문을 닫았습니다."
    case .questionRanOut: "질문이 답을 받지 못하고 화면에서 사라졌습니다."
    case .allowed: "이 앱의 알림은 허용되어 있습니다(\(a[0]))."
    case .notAllowed: "이 앱의 알림은 허용되지 않습니다(\(a[0]))."
    case .withheld: "이 앱의 알림은 허용되지 않습니다(\(a[0])). 다시 허용될 때까지 어떤 목록에도 나타나지 않습니다."
    case .deniedNoMore: "이 앱은 더 이상 거부되지 않습니다(\(a[0])). 이전 상태 그대로 다시 목록에 있습니다."
    case .marketingNotUrgent: "혜택과 소식은 급한 알림으로 취급되지 않습니다."
    case .marketingNotAllowed: "이 앱의 혜택과 소식은 허용되지 않습니다(\(a[0]))."
    case .ratingNotUrgent: "평가 요청은 급한 알림으로 취급되지 않습니다."
    case .ratingsOff: "평가 요청이 꺼져 있습니다(\(a[0]))."

    case .timeSensitiveOff: "이 앱의 시간에 민감한 알림이 꺼져 있습니다(\(a[0]))."
    case .noRelevantDate: "시간에 민감한 알림에는 relevantDate 값이 필요하지만 지정되어 있지 않습니다."
    case .relevantLater: "relevantDate까지 한 시간 넘게 남았습니다."
    case .relevantLaterThanFiring: "예약된 시각에도 relevantDate까지 한 시간 넘게 남아 있습니다."
    case .relevantBefore: "relevantDate에서 한 시간 넘게 지났습니다."
    case .relevantBeforeFiring: "예약된 시각에는 relevantDate에서 이미 한 시간 넘게 지나 있습니다."
    case .noCriticalGrant: "중요한 경고에는 관리자의 허가가 필요하지만 이 앱에는 허가가 없습니다(\(a[0]))."
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
    case .takesPlace: "아직 오지 않은 알림 \(a[0])번을 대신합니다."
    case .placeTaken: "같은 식별자로 나중에 보낸 알림 \(a[0])번이 이 알림을 대신합니다."
    case .joined: "같은 내용이 이미 알림 \(a[0])번으로 있습니다."
    case .justDismissed: "사용자가 조금 전에 같은 알림을 지웠으므로, 지운 상태로 둡니다."
    case .isLongAgo: "마지막으로 알린 지 오래되었으므로, 같은 항목으로 다시 알립니다."
    case .wasRead: "같은 알림을 이미 읽었으므로, 같은 항목으로 다시 알립니다."
    case .beginsAnew: "이전 작업이 끝난 뒤의 새 작업이므로, 같은 항목으로 다시 알립니다."
    case .goesOnAsRead: "사용자가 이미 보았거나 지운 알림이 계속됩니다. 상태는 그대로입니다."
    case .isPutOff: "사용자가 미룬 알림입니다. 그 시각에 최신 텍스트로 알립니다."
    case .endsSnooze: "사용자가 미룬 시각까지 기다릴 수 없는 알림입니다."
    case .comesAnew: "같은 알림이 한 시간 넘게 화면에 있었으므로 한 항목으로 다시 알립니다."

    case .notFired: "예약된 시각이 아직 되지 않았습니다."
    case .zoneUnknown:
      "예약에 사용된 시간대가 이 컴퓨터에 더 이상 없어, 매일 다시 찾아봅니다."
    case .wasLate:
      "예약된 시각(\(a[0]))에 컴퓨터나 데몬이 실행 중이 아니었거나, 시계가 그 시각을 건너뛰어 조정되었습니다."
    case .happenedEarlier: "앱에 따르면 \(a[0])에 일어난 일을 알립니다(occurred)."
    case .overAlready: "보냈을 때 이미 만료된 상태였습니다(expiresAt)."
    case .occurrenceExpired: "\(a[0])의 반복 알림이 표시되기 전에 만료되었습니다."
    case .overtaken:
      "\(a[0])에 예정된 알림은 표시하지 않았습니다. 그 뒤에 알림 \(a[1])번이 새로운 내용을 알렸습니다."
    case .occurrenceDropped: "이 앱의 읽지 않은 알림이 \(a[0])개에 이르렀습니다([Limits] UnreadPerApp)."
    case .isOccurrence: "반복되는 알림 \(a[0])번에서 생성되었습니다."
    case .occurred: "\(a[0])의 반복 알림이 알림 \(a[1])번으로 생성되었습니다."
    case .rescheduled: "시계가 조정되었거나 시간대가 변경되어, 이제 \(a[0])에 예약되어 있습니다."
    case .repeatsNoMore: "더 이상 반복할 시각이 없습니다."
    case .putOff: "사용자가 \(a[0])까지 미루었습니다."

    case .clearWay: "배너를 바로 표시할 수 있습니다."
    case .passive: "중요도가 낮은 알림은 주의를 끌지 않고 목록에만 표시됩니다."
    case .onProbation: "이 앱의 알림은 조용히 전달되어 목록에만 표시됩니다(\(a[0]))."
    case .putOnProbation: "이제 이 앱의 알림은 조용히 전달됩니다."
    case .isOnProbation: "이 앱의 알림은 조용히 전달됩니다."
    case .bannersOff: "이 앱의 배너가 꺼져 있습니다(\(a[0]))."
    case .bannersWereSwitchedOff: "이 앱의 배너가 꺼졌습니다."
    case .bannersAreSwitchedOff: "이 앱의 배너가 꺼져 있습니다."
    case .claimOverruled: "앱은 맨 앞에 있다고 알렸지만, 데스크탑에 따르면 그렇지 않습니다."
    case .saysInFront: "앱이 맨 앞에 있다고 알렸으며, 내용을 직접 보여 줍니다."
    case .saysThreadInFront: "사용자가 바로 이 스레드를 보고 있다고 앱이 알렸습니다."
    case .seenInFront: "데스크탑에 따르면 앱이 맨 앞에 있으며, 앱이 내용을 직접 보여 줍니다."
    case .seenWithThreadInFront:
      "데스크탑에 따르면 앱이 맨 앞에 있으며, 사용자가 바로 이 스레드를 보고 있다고 앱이 알렸습니다."
    case .inFrontUnread:
      "데스크탑에 따르면 앱이 맨 앞에 있으므로 배너 없이 읽지 않은 상태로 둡니다(\(a[0]))."
    case .inFrontShown:
      "앱이 맨 앞에 있는 동안 스스로 보낸 알림이므로 배너를 가리지 않습니다(\(a[1])). 그때 배너를 숨기려면 bellhop set \(a[0]) foreground=on 명령을 사용하십시오."
    case .inFrontUnheard:
      "앱이 맨 앞에 있지만 이벤트를 받지 않고 맨 앞에 있다고 알리지도 않았으므로, 뒤에 있을 때처럼 표시합니다."
    case .inFrontAsked: "앱이 맨 앞에 있으며, 그때도 배너를 표시해 달라고 했습니다."
    case .inFrontSilent: "앱이 맨 앞에 있으며, 그때는 소리 없이 배너를 표시해 달라고 했습니다."
    case .inFrontSounds: "알람과 전화는 앱이 맨 앞에 있어도 소리를 냅니다."
    case .assumedInFront: "앱이 맨 앞에 있으며, 내용을 직접 보여 줍니다."
    case .alertsTooFast: "앱이 알림을 너무 자주 보냅니다(\(a[0])). 모두 몇 개인지 배너 하나로 표시합니다."
    case .scriptTooFast: "이 알림을 보낸 스크립트나 프로그램이 알림을 너무 자주 보냅니다(\(a[0])). 모두 몇 개인지 배너 하나로 표시합니다."
    case .updatedTooFast:
      "앱이 알림을 너무 자주 보냅니다(\(a[0])). 다시 알리지 않고 배너의 텍스트만 바뀝니다."
    case .exemptFromRate: "앱이 알림을 너무 자주 보내지만, 전화와 알람에는 별도의 한도가 적용됩니다."
    case .urgentExempt: "앱이 알림을 너무 자주 보내지만, 시간에 민감한 알림에는 별도의 한도가 적용됩니다."
    case .joinsThoseTooFast:
      "앱이 방금 알림을 너무 자주 보냈습니다. 모두 몇 개인지 표시할 배너에 이 알림도 포함됩니다."
    case .callFirst: "걸려 온 전화는 앞서 걸려 온 전화를 제외한 다른 모든 알림보다 먼저 표시됩니다."

    case .appIsLetThrough: "이 앱의 알림은 모두 바로 표시됩니다(\(a[0]))"
    case .senderIsLetThrough: "사용자가 허용한 보낸 사람의 알림이므로 바로 표시됩니다(bellhop through list)"
    case .comesTwice: "같은 사람이 3분 안에 다시 연락했으므로 바로 표시됩니다(\(a[0]))"
    case .comesThroughNow: "이제 표시할 수 있습니다. \(a[0])."
    case .urgentComesThrough: "\(a[0]) 알림이므로 이제 바로 표시될 수 있습니다."
    case .keptBackBy: "\(a[0]) 알림이지만, 이 앱의 알림은 바로 표시되지 않습니다(\(a[1]))."
    case .someApp: "앱"

    case .awaitsSummary: "\(a[0])에 표시될 요약을 기다립니다(\(a[1]))."
    case .throughSummary: "이 앱의 알림은 요약에 포함되지만, \(a[0]) 알림은 바로 표시될 수 있습니다."
    case .callsAwaitNoSummary: "이 앱의 알림은 요약에 포함되지만, 전화는 요약을 기다리지 않습니다."
    case .noSummaryTime: "이 앱의 알림은 요약에 포함되지만, 요약 시각이 설정되어 있지 않습니다(\(a[0]))."
    case .summaryDue: "요약을 표시할 시각이 되었습니다."
    case .noSummaryAnyMore: "더 이상 요약을 기다리지 않습니다."
    case .awaitsUnlocking: "\(a[0]). 그동안 혜택과 소식, 평가 요청은 보류됩니다."
    case .unlocked: "화면의 잠금이 해제되었습니다."
    case .ratingAwaitsPause: "지금 알람, 전화 또는 미룰 수 없는 알림이 있어, 평가 요청은 여유가 있을 때까지 보류됩니다."
    case .ratingPause: "미룰 수 없는 알림이 끝났습니다."
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
    case .imagesLeftOut: "읽지 않은 알림의 이미지가 공간을 모두 차지하여 이미지 없이 표시됩니다."
    case .iconsLeftOut: "버튼은 아이콘 없이 표시됩니다."
    case .soundOfRating: "평가 요청에는 사운드가 재생되지 않습니다."
    case .soundsOff: "이 앱의 사운드가 꺼져 있습니다(\(a[0]))."
    case .muteSwitch: "무음 모드가 켜져 있습니다(bellhop silent)."
    case .soundsTooFast: "바로 전에 다른 사운드가 재생되어 이 사운드는 생략되었습니다."

    case .showed: "\(a[0])에서 배너를 표시했습니다."
    case .madeNoStep: "10분 동안 진행이 없어 배너를 닫았습니다. 알림은 목록에 남아 있습니다."
    case .changedInPlace: "\(a[0])에서 표시된 배너를 현재 내용과 미리보기 설정에 맞게 변경했습니다."
    case .takenAwayAtLock:
      "화면이 잠겨 배너를 닫았습니다. \(a[0])에서 내용을 바꾸면 다시 알릴 수 있기 때문입니다."
    case .notHidden: "화면이 잠겼는데 \(a[0])에서 내용을 가리지 않아 배너를 닫았습니다."
    case .takenOffList: "\(a[0])에서 보관하는 배너 목록에서도 지웠습니다."
    case .takenAwayForPreviews:
      "배너에 표시할 수 있는 내용이 달라져 배너를 닫았습니다. \(a[0])에서 내용을 바꾸면 다시 알릴 수 있기 때문입니다."
    case .takenAwayAtUnlock: "화면 잠금이 풀려 내용을 가린 배너를 닫았습니다."
    case .tookAway: "이전 내용의 배너를 닫았습니다. \(a[0])에서 내용을 바꾸면 다시 알릴 수 있기 때문입니다."
    case .closeIgnored: "\(a[0])에서 요청을 받고도 배너를 닫지 않아, 내용을 가린 배너로 바꾸었습니다."
    case .closeIgnoredStays: "\(a[0])에서 배너를 닫지도 바꾸지도 않았습니다. 내용이 화면에 남아 있을 수 있습니다."
    case .keptBack: "\(a[0]): 서버가 알림을 받았지만 배너를 표시하지 않습니다."
    case .soundKeptBack: "\(a[0]): 배너와 함께 사운드도 보류됩니다."
    case .soundMissing: "‘\(a[0])’ 서버는 사운드를 재생하지 않으며, Bellhop에서도 이 사운드를 재생할 수 없습니다. \(a[1])"
    case .noSoundLibrary: "libcanberra가 설치되어 있지 않습니다."
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
    case .missedInLine: "놓친 알림을 모두 한 줄로 알렸습니다."
    case .missedComesAgain: "볼 수 없었지만 미룰 수 없는 알림이어서 한 번 더 표시합니다."
    case .summaryFailed: "서버가 알림이 모두 몇 개인지 표시하지 못했습니다. 알림은 목록에 남아 있습니다."
    case .asTextOnly: "전체를 표시하는 도중 서버가 중단된 적이 있어 텍스트만 표시했습니다."
    case .noBody: "서버가 본문을 표시하지 않습니다."
    case .noButtons: "서버가 버튼을 표시하지 않습니다(생략: \(a[0]))."
    case .fewButtons: "서버가 버튼을 \(a[0])개까지만 표시합니다(생략: \(a[1]))."
    case .asksTextOnce:
      "서버가 배너마다 텍스트를 한 번만 입력받습니다. ‘\(a[0])’ 동작은 일반 버튼으로 표시되며, 누르면 앱이 열립니다."
    case .asksNoText:
      "서버가 텍스트를 입력받지 않습니다. ‘\(a[0])’ 동작은 일반 버튼으로 표시되며, 누르면 앱이 열립니다."

    case .cutBytes: "‘\(a[0])’ 값이 \(a[1])바이트라서 \(a[2])바이트까지만 남겼습니다."
    case .cutCharacters: "‘\(a[0])’ 값이 \(a[1])자라서 \(a[2])자까지만 남겼습니다."
    case .furtherInList: "‘\(a[0])’ 항목 중 배너에는 처음 \(a[1])개가 있고, 목록에는 \(a[2])개가 더 있습니다."
    case .furtherLeftOut: "‘\(a[0])’ 항목이 \(a[1])개라서 처음 \(a[2])개만 남기고 생략했습니다."
    case .tooLongLeftOut: "‘\(a[0])’ 값이 \(a[1])바이트라서 생략했습니다(최대 \(a[2])바이트)."
    case .charactersTakenOut: "서버에 전달하지 않는 문자를 ‘\(a[0])’ 값에서 뺐습니다."
    case .meansNothing: "‘\(a[0])’ 값이 아무 뜻도 없어 생략했습니다."
    case .pictureMalformed: "‘\(a[0])’ 이미지의 수치가 서로 맞지 않아 생략했습니다."
    case .pictureTooWide: "‘\(a[0])’ 이미지의 한 변이 \(a[1])픽셀이라서 생략했습니다(최대 \(a[2])픽셀)."
    case .pictureNoRoom: "큰 이미지가 한꺼번에 너무 많이 와서 ‘\(a[0])’ 이미지를 생략했습니다."
    case .pictureByName:
      "‘\(a[0])’ 이미지를 복사할 수 없어 서버에 이름만 전달했습니다. 목록에는 이미지가 표시되지 않습니다."
    case .pictureMissing: "‘\(a[0])’ 이미지를 복사할 수 없어 생략했습니다."
    case .bodyPicturesLeftOut:
      "본문 이미지를 생략했습니다. 서버는 이 컴퓨터의 파일만 열 수 있고, 샌드박스 앱의 이미지는 열 수 없습니다."
    case .directionClosed: "‘\(a[0])’ 값에서 쓰기 방향 지정이 끝나지 않아 끝에서 닫았습니다."
    case .anothersName: "‘\(a[0])’ 값이 설치된 다른 앱이나 Bellhop의 이름이어서 보낸 쪽의 이름을 대신 썼습니다."
    case .withoutText: "텍스트가 없어 목록에는 앱의 이름으로 표시됩니다."

    case .pressed:
      a.isPressOfNotification ? "사용자가 알림을 눌렀습니다." : "사용자가 ‘\(a[0])’ 동작을 선택했습니다."
    case .pressedEarlier:
      a.isPressOfNotification
        ? "사용자가 이전 내용의 알림을 눌렀습니다. 새 내용은 아직 읽지 않았습니다."
        : "사용자가 이전 내용의 ‘\(a[0])’ 동작을 선택했습니다. 새 내용은 아직 읽지 않았습니다."
    case .dismissedOnScreen: "사용자가 배너를 닫았습니다."
    case .dismissedInList: "사용자가 목록에서 알림을 지웠습니다."
    case .dismissedRead: "사용자가 읽은 알림을 목록에서 지웠습니다."
    case .takenBackByPerson: "사용자가 알림을 철회했습니다."
    case .passesBy: "앱이 일시적이라고 했으므로 나타나기만 하고 목록에 남지 않습니다."
    case .passesUnshown: "앱이 일시적이라고 한 알림이며 배너가 없으므로 나중에도 나타나지 않습니다."
    case .passesLater: "앱이 일시적이라고 했으므로 배너가 끝날 때까지만 보관하고 그 뒤에는 목록에 남지 않습니다."
    case .passesFromList: "앱이 일시적이라고 했지만 배너가 보이지 않았으므로, 사용자가 볼 때까지 최대 하루 동안 목록에 둡니다."
    case .appCameToFront: "배너가 보이는 동안 사용자가 앱을 열었으므로 읽음으로 간주합니다."
    case .bannerGone: "사용자가 있는 동안 배너가 보이다가 사라졌으므로 읽음으로 간주합니다."
    case .tooManyUnread: "이 앱의 읽지 않은 알림이 너무 많고 앱은 읽음으로 표시할 수 없으므로 가장 오래된 것을 읽음으로 간주합니다."
    case .keptInMemory: "디스크에 공간이 없어 메모리에만 있습니다. 공간이 생기면 저장되고, 그 전에 데몬이 끝나면 사라집니다."
    case .gaveWay: "이 알림을 보낸 스크립트의 읽지 않은 알림이 너무 많으므로 중요도가 낮은 알림 중 가장 오래된 것을 읽음으로 간주합니다."
    case .takenBackByApp: "앱이 알림을 철회했습니다."
    case .nextTimeLeftOut: "앱이 다음 차례(\(a[0]))는 처리되었다고 알려서, 그때는 알리지 않습니다."
    case .readInApp: "사용자가 알림을 읽었다고 앱이 알렸습니다."
    case .markedRead: "사용자가 알림을 읽음으로 표시했습니다."
    case .expiredUnread: "읽지 않은 채 만료되었습니다(expiresAfter, expiresAt)."
    case .dismissalTakenBack: "사용자가 이 알림을 바꾼 명령을 되돌렸습니다(bellhop undo)."

    case .refusedSince:
      "앱의 알림이 차단되어 있으며, 데몬이 시작된 뒤 알림 \(a[0])개가 거부되었습니다. ‘bellhop allow \(a[1])’ 명령으로 다시 허용할 수 있습니다."
    case .refusedByFile:
      "앱의 알림이 차단되어 있으며, 데몬이 시작된 뒤 알림 \(a[0])개가 거부되었습니다. 관리자가 \(a[1]) 파일에서 고정했으므로 관리자에게 문의하십시오."
    case .undoSuperseded:
      "이 스레드에 더 새로운 알림이 있으므로, 이 알림의 동작은 더 이상 되돌릴 수 없습니다."
    case .answerUnheard:
      "응답을 기다리던 명령이 이미 종료되어, 누른 동작이 전달되지 않았고 실행되지 않았습니다."
    case .answerUnfollowed:
      "명령줄에서 보낸 알림의 응답을 받는 프로그램이 없어, 누른 동작이 실행되지 않았습니다. 응답을 받는 다음 프로그램을 위해 보관됩니다."
    case .answerLeftOut:
      "응답을 기다리던 명령이 이미 종료되어 눌러도 아무 일도 일어나지 않습니다(생략: \(a[0]))."
    case .needsUnlocking:
      a.isPressOfNotification
        ? "\(a[1]). 이 알림을 여는 데는 사용자의 인증이 필요합니다(authenticationRequired)."
        : "\(a[1]). ‘\(a[0])’ 동작에는 사용자의 인증이 필요합니다(authenticationRequired)."
    case .askedToOpen: "앱이 연결되어 있지 않아, D-Bus를 통해 열도록 요청했습니다."
    case .unheard: "기다리던 앱이 이미 종료되어 이 동작을 전달하지 못했습니다."
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
    case .linkNeedsUnlocking: "\(a[0]). 주소는 화면이 잠겨 있지 않을 때만 열립니다."
    case .linkOpened: "주소를 열도록 데스크탑에 전달했습니다."
    case .linkNotOpened: "주소를 열지 못했습니다. \(a[0])."
    case .notOwnFile: "사용자가 소유한 파일이나 디렉터리가 없습니다"
    case .centerNotOpened:
      "알림 센터를 열지 못했습니다. \(a[0]). 터미널에서 bellhop center 명령으로 열 수 있습니다."
    case .noTerminal: "프로그램을 실행할 수 있는 것으로 알려진 터미널이 설치되어 있지 않습니다"
    case .cannotBeReached:
      "앱이 연결되어 있지 않고 실행할 데스크탑 항목도 없어 눌러도 아무 일도 일어나지 않습니다(생략: \(a[0]))."
    case .nothingOpens: "데스크탑 포털과 xdg-open이 모두 없습니다"
    }
  }
}
