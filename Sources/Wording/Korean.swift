import NotificationModel

extension Wording {
  package static let korean = Wording(
    notification: "알림",
    open: "열기",
    message: "메시지",
    call: "전화",
    reminder: "미리 알림",
    alarm: "알람",
    missedCall: "부재중 전화",
    mayNotify: { "‘\($0)’에서 알림을 보내고자 합니다" },
    isItsOwnClaim: { "‘\($0)’(확인되지 않음)" },
    quotation: { "“\($0)”" },
    wantsToShow: { kinds in
      let words = kinds.map { kind in
        switch kind {
        case .message: "메시지"
        case .call: "전화"
        case .reminder: "미리 알림"
        case .alarm: "알람"
        case .rating, .marketing, nil: kinds.count > 1 ? "그 밖의 알림" : "알림"
        }
      }
      return "표시하려는 항목: \(words.joined(separator: ", "))"
    },
    allow: "허용",
    dontAllow: "허용 안 함",
    deliverQuietly: "조용히 전달",
    allowForAnHour: "1시간 동안 허용",
    askInAnHour: "1시간 뒤 다시 묻기",
    comesThroughQuiet: "허용하면 방해 금지 모드에서도 표시됩니다.",
    howToAnswer: { "답하려면: \($0.joined(separator: " 또는 "))" },
    howToTurnOff: { "끄려면: \($0.joined(separator: " 또는 "))" },
    couldNotBeOpened: { "‘\($0)’을(를) 열 수 없습니다" },
    pressHadNoEffect: "버튼을 눌렀지만 실행되지 않았습니다",
    couldNotStart: { "‘\($0)’을(를) 시작할 수 없습니다" },
    mayMarket: { "‘\($0)’에서 혜택과 소식을 보내고자 합니다" },
    timeSensitiveFrom: { "‘\($0)’의 시간에 민감한 알림" },
    timeSensitiveMeans: "다른 알림이 보류되는 동안에도 항상 즉시 표시됩니다.",
    leaveOn: "켜 두기",
    keep: "유지",
    turnOff: "끄기",
    muteForAnHour: "1시간 동안 배너 끄기",
    snooze: "미루기",
    anApp: "앱",
    process: { number, name in "프로세스 \(number)" + (name.map { ", \($0)" } ?? "") },
    notifications: { "\($1) 알림 \($0)개" },
    moreNotifications: { "\($1) 알림 \($0)개 더 있음" },
    missed: { count, apps, clause in
      (clause ?? "확인하지 못한") + " "
        + (apps > 1 ? "앱 \(apps)개의 알림 \(count)개" : "알림 \(count)개")
    },
    appAndCount: { "\($0) \($1)개" },
    missedWhile: { cause in
      switch cause {
      case .quiet(let kind): korean(kind, Arguments(all: [])).whileOn
      case .locked: "화면이 잠긴 동안"
      case .hidden: "내용이 가려진 동안"
      case .away: "자리를 비운 동안"
      }
    },
    titleAndMore: { "\($0) 외 \($1)개" },
    andMore: { "외 \($0)개" }
  ).saying(korean, korean, korean, korean, korean)
}

extension Wording {
  /// `part`: the word or the part of the text that the advice is about. The form of a particle depends on the word
  /// before the bracket.
  static func korean(_ message: Remark.Message, _ part: String?) -> String {
    let quoted = part.map { "(‘\($0)’)" } ?? ""
    return switch message {
    case .titleTooLong: "제목이 너무 길어 한눈에 읽을 수 없습니다."
    case .titleFitsAny: "어느 알림에나 쓸 수 있는 제목입니다. 제목을 생략하면 그 자리에 앱 이름이 표시됩니다."
    case .titleSaysTheSame: "제목의 내용이 모두 본문에 있습니다. 제목으로 맥락을 알리거나 제목을 생략하십시오."
    case .titleNotInTitleStyle: "제목이 제목 스타일의 대문자 표기를 따르지 않습니다\(quoted)."
    case .titlePunctuated: "제목이 문장 부호로 끝납니다."
    case .titleSaysOnlyWrong: "제목이 문제가 있다고만 하고 무엇이 문제인지는 알리지 않습니다."
    case .titleReveals: "제목에 다른 사람이 읽어서는 안 되는 내용이 드러나 있습니다. 그 내용은 앱에서 보여 주십시오."
    case .bodyTooLong: "본문이 알림으로는 너무 깁니다. 나머지는 앱에서 보여 주십시오."
    case .bodyWithoutCapital: "본문이 대문자로 시작하지 않습니다\(quoted)."
    case .bodyWithoutEnd: "본문이 마침표 없이 끝납니다."
    case .bodyMarksRepeated: "문장 끝의 문장 부호는 하나면 충분합니다."
    case .bodyShouts: "본문에 대문자로만 쓴 단어\(quoted)가 있어 외치는 것처럼 보입니다. 대문자로만 쓴 단어는 읽기 어렵습니다."
    case .bodyNotInSentenceCase: "본문이 문장 스타일의 대문자 표기를 따르지 않습니다."
    case .textNamesApp: "텍스트에 앱 이름이 있습니다\(quoted). 앱 이름은 데스크탑에서 이미 표시합니다."
    case .textInstructs: "텍스트가 할 일을 지시합니다\(quoted). 할 일은 버튼으로 제공하거나, 일어난 일만 알리십시오."
    case .errorBelongsInApp: "오류 메시지처럼 읽힙니다\(quoted). 사용자가 조치를 취할 수 있는 앱 안에서 보여 주십시오."
    case .textReveals: "텍스트에 다른 사람이 읽어서는 안 되는 내용이 드러나 있습니다. 무엇에 관한 것인지만 알리십시오."
    case .codeRevealed: "텍스트에 다른 사람이 읽어서는 안 되는 인증번호가 있습니다. 알림을 비공개로 지정하십시오."
    case .imageIsAppIcon: "이미지가 앱의 아이콘입니다. 앱 아이콘은 데스크탑에서 이미 표시합니다."
    case .fileTooLarge: "파일이 4194304바이트보다 커서 이미지가 표시되지 않습니다."
    case .fileIsNoPicture: "파일이 온전한 PNG, JPEG, GIF, WebP, SVG가 아니거나, 픽셀이 너무 많거나, 다른 파일을 가리킵니다."
    case .fileNotTaken: "파일을 읽을 수 없어서 이미지가 표시되지 않습니다."
    case .imageMissing: "이미지가 파일도 테마의 아이콘도 아니어서 아무 이미지도 표시되지 않습니다."
    case .textAdvertises: "텍스트가 광고입니다\(quoted). 종류를 ‘marketing’으로 지정하십시오. 광고에 동의한 사용자에게만 표시됩니다."
    case .textAsksForRating: "텍스트가 평가를 요청합니다\(quoted). 종류를 1년에 몇 번만 표시되는 ‘rating’으로 지정하십시오."
    case .textIsCut: "텍스트가 잘려 있습니다\(quoted). 전체를 보내십시오. 자리가 모자라면 데스크탑에서 줄여 표시합니다."
    case .textHasGap: "텍스트에 앱이 채우지 않은 자리가 있습니다\(quoted)."
    case .textIsTechnical: "텍스트에 프로그램의 용어가 있습니다\(quoted). 사용자가 쓰는 말로 알리십시오."
    case .scanInOtherWords: "스캔에 관한 텍스트에 NFC, 태그 또는 터치라는 말이 있습니다\(quoted). ‘스캔’, ‘가까이 대기’라고 쓰십시오."
    case .looksLikeBadge: "숫자가 배지처럼 보입니다. 읽지 않은 알림의 수는 데스크탑에서 표시하므로 숫자를 빼십시오."
    case .looksLikeQuestion: "시스템의 권한 요청처럼 보입니다\(quoted). 시스템의 권한 요청을 사용하십시오."
    case .leadsToQuestion: "시스템의 권한 요청으로 이어지는 알림입니다. 버튼은 하나만 두고, ‘허용’이라고 부르지 마십시오."
    case .urgentTooOften: "일주일 동안의 알림 중 5분의 1이 넘는 알림이 시간에 민감한 알림으로 요청되었습니다. 미룰 수 없는 알림에만 요청하십시오."
    case .saysAlmostTheSame: "앱이 조금 전에 거의 같은 알림을 보냈습니다. 두 알림에 같은 ‘identifier’를 쓰면 배너의 내용만 바뀝니다."
    case .previewTooLong: "미리보기가 가려질 때 표시할 텍스트가 깁니다. 내용의 종류를 몇 단어로 나타내십시오."
    case .previewSaysNothing: "미리보기가 가려질 때 표시할 텍스트가 아무것도 알리지 않습니다. 내용의 종류를 나타내십시오."
    case .previewReveals: "미리보기가 가려질 때 표시할 텍스트에 세부 사항이 드러나 있습니다. 내용의 종류만 나타내십시오."
    case .previewNotInSentenceStyle: "미리보기가 가려질 때 표시할 텍스트는 문장 스타일로 쓰고 마침표는 빼십시오."
    case .labelTooLong: "레이블이 깁니다\(quoted). 짧은 용어나 어구를 사용하십시오."
    case .labelPunctuated: "레이블이 문장 부호로 끝납니다."
    case .labelNotInTitleStyle: "레이블이 제목 스타일의 대문자 표기를 따르지 않습니다."
    case .labelHoldsMore: "레이블에 이름, 숫자 또는 이모티콘이 있습니다. 누르면 일어나는 일만 나타내십시오."
    case .undoUnclear: "레이블이 무엇을 되돌리는지 간결하고 정확하게 알리지 않습니다."
    case .oneUndoIsEnough: "되돌리기 동작은 하나면 충분합니다."
    case .actionsAllOpenApp: "모든 동작이 앱을 엽니다. 앱을 열지 않아도 되는 동작을 제공하십시오."
    case .actionOnlyOpensApp: "알림 자체를 누르면 앱이 열리므로 이 동작\(quoted)은 필요하지 않습니다."
    case .actionOnlyDismisses: "데스크탑에 닫기 버튼이 있으므로 이 동작\(quoted)은 필요하지 않습니다."
    case .actionDestroysUnsaid: "이 동작\(quoted)은 무언가를 삭제하거나 종료하지만 destructive로 지정되어 있지 않습니다."
    case .actionWithoutContext: "본문이 없으면 이 동작이 무엇을 삭제하는지 알 수 없습니다."
    case .purposeTooLong: "용도 설명이 깁니다. 짧은 한 문장이어야 읽힙니다."
    case .purposeNoSentence: "용도 설명이 문장 스타일로 쓰고 마침표로 끝낸 완전한 문장이 아닙니다."
    case .purposePassive: "용도 설명이 피동문입니다. 누가 무엇을 하는지 쓰십시오."
    case .purposeVague: "용도 설명에 무엇에 관한 알림인지 나타나 있지 않습니다."
    case .purposeBargains: "용도 설명에서 무언가를 제공하거나 제한하고 있습니다. 허용 여부는 사용자가 조건 없이 결정합니다."
    case .textBargains: "텍스트에서 허용의 대가로 무언가를 제공하고 있습니다. 허용 여부는 사용자가 조건 없이 결정합니다."
    case .askedTooEarly: "앱이 실행되자마자 권한을 요청합니다. 알림이 필요한 기능을 사용자가 사용할 때까지 기다리십시오."
    }
  }
}
