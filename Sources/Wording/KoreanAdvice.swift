import NotificationModel

extension Wording {
  /// `part`: the word or the part of the text that it is about. A particle goes by the word before the bracket.
  static func korean(_ message: Remark.Message, _ part: String?) -> String {
    let quoted = part.map { "(‘\($0)’)" } ?? ""
    return switch message {
    case .titleTooLong: "제목이 너무 길어 한눈에 읽을 수 없습니다."
    case .titleFitsAny: "어느 알림에나 쓸 수 있는 제목입니다. 제목을 생략하면 그 자리에 앱 이름이 표시됩니다."
    case .titleSaysTheSame: "제목과 본문의 내용이 같습니다. 제목으로 맥락을 알리거나 제목을 생략하십시오."
    case .titleNotInTitleStyle: "제목이 제목 스타일의 대문자 표기를 따르지 않습니다\(quoted)."
    case .titlePunctuated: "제목이 문장 부호로 끝납니다."
    case .titleSaysOnlyWrong: "제목이 문제가 있다고만 하고 무엇이 문제인지는 알리지 않습니다."
    case .titleReveals: "제목에 다른 사람이 읽어서는 안 되는 내용이 드러나 있습니다."
    case .bodyTooLong: "본문이 알림으로는 너무 깁니다. 나머지는 앱에서 보여 주십시오."
    case .bodyWithoutCapital: "본문이 대문자로 시작하지 않습니다\(quoted)."
    case .bodyWithoutEnd: "본문이 문장처럼 끝나지 않습니다."
    case .bodyMarksRepeated: "문장 끝의 문장 부호는 하나면 충분합니다."
    case .bodyShouts: "본문에 대문자로만 쓴 단어\(quoted)가 있어 외치는 것처럼 보입니다. 대문자로만 쓴 단어는 읽기 어렵습니다."
    case .bodyNotInSentenceCase: "본문이 문장 스타일의 대문자 표기를 따르지 않습니다."
    case .textCutOff: "텍스트가 잘려 있습니다\(quoted). 꼭 필요한 경우에는 데스크탑에서 텍스트를 자릅니다."
    case .textNamesApp: "텍스트에 앱 이름이 있습니다\(quoted). 앱 이름은 데스크탑에서 이미 표시합니다."
    case .textInstructs:
      "텍스트가 앱에서 할 일을 지시합니다\(quoted). 그 일을 대신 해 주는 동작을 제공하십시오."
    case .errorBelongsInApp:
      "오류 메시지처럼 읽힙니다\(quoted). 사용자가 조치를 취할 수 있는 앱 안에서 보여 주십시오."
    case .textReveals:
      "텍스트에 다른 사람이 읽어서는 안 되는 내용이 드러나 있습니다. 무엇에 관한 것인지만 알리십시오."
    case .codeRevealed:
      "텍스트에 다른 사람이 읽어서는 안 되는 코드가 있습니다. 알림을 비공개로 지정하거나 코드는 앱에서 보여 주십시오."
    case .textHoldsMarkup:
      "텍스트에 마크업이 있습니다\(quoted). 모든 텍스트는 일반 텍스트이므로 마크업이 쓰인 그대로 보입니다."
    case .textSaysTag:
      "텍스트가 스캔을 기술적인 용어로 설명합니다\(quoted). ‘스캔’이라고 쓰고, ‘탭’이나 ‘태그’보다는 ‘가까이 대십시오’라고 쓰십시오."
    case .imageIsAppIcon: "이미지가 앱의 아이콘입니다. 앱 아이콘은 데스크탑에서 이미 표시합니다."
    case .textHoldsJargon:
      "텍스트에 기술 용어나 프로그래밍에서 남은 흔적이 있습니다\(quoted). 일상적인 말로 쓰십시오."
    case .textAdvertises:
      "텍스트가 광고입니다. 이런 알림은 사용자의 동의가 필요한 marketing 종류의 알림입니다."
    case .textAsksForRating:
      "텍스트가 평가를 요청합니다\(quoted). 이런 알림은 1년에 몇 번만 표시되는 rating 종류의 알림입니다."
    case .looksLikeBadge: "숫자가 배지처럼 보입니다. 사용자가 배지를 껐을 수도 있습니다."
    case .looksLikeQuestion:
      "시스템의 권한 요청처럼 보입니다. 시스템의 권한 요청을 사용하십시오."
    case .urgentTooOften:
      "지난 7일 동안 앱이 보낸 알림 중 5분의 1이 넘는 알림이 시간에 민감한 알림으로 요청되었습니다."
    case .previewMissing:
      "미리보기가 가려진 동안에는 무엇에 관한 것인지 알 수 없습니다. 내용의 종류를 알려 주는 텍스트를 지정하십시오."
    case .previewTooLong:
      "미리보기가 가려질 때 표시할 텍스트가 깁니다. 내용의 종류를 몇 단어로 나타내십시오."
    case .previewSaysNothing: "미리보기가 가려질 때 표시할 텍스트가 아무것도 알리지 않습니다. 내용의 종류를 나타내십시오."
    case .previewReveals: "미리보기가 가려질 때 표시할 텍스트에 세부 사항이 드러나 있습니다. 내용의 종류만 나타내십시오."
    case .previewNotInSentenceStyle:
      "미리보기가 가려질 때 표시할 텍스트는 문장 스타일의 대문자 표기를 따르고 마침표가 없어야 합니다."
    case .labelTooLong: "레이블이 깁니다\(quoted). 짧은 용어나 어구를 사용하십시오."
    case .labelPunctuated: "레이블이 문장 부호로 끝납니다."
    case .labelNotInTitleStyle: "레이블이 제목 스타일의 대문자 표기를 따르지 않습니다."
    case .labelHoldsMore: "레이블에 동작이 하는 일 외에 이름, 숫자, 그림과 같은 다른 내용이 있습니다."
    case .undoUnclear: "레이블이 무엇을 되돌리는지 간결하고 정확하게 알리지 않습니다."
    case .oneUndoIsEnough: "되돌리기 동작은 하나면 충분합니다."
    case .actionsAllOpenApp: "모든 동작이 앱을 엽니다. 앱을 열지 않아도 되는 동작을 제공하십시오."
    case .actionOnlyOpensApp:
      "알림 자체를 누르면 앱이 열리므로 이 동작\(quoted)은 필요하지 않습니다."
    case .actionOnlyDismisses:
      "데스크탑에 닫기 버튼이 있으므로 이 동작\(quoted)은 필요하지 않습니다."
    case .actionDestroysUnsaid:
      "이 동작\(quoted)은 무언가를 삭제하거나 종료하지만 destructive로 지정되어 있지 않습니다."
    case .actionWithoutContext: "본문이 없으면 이 동작이 무엇을 삭제하는지 알 수 없습니다."
    case .purposeTooLong: "용도 설명이 깁니다. 짧은 한 문장이어야 읽힙니다."
    case .purposeIncomplete: "용도 설명이 완전한 문장이 아닙니다."
    case .purposeIncompleteOrWithoutStop: "용도 설명이 마침표로 끝나는 완전한 문장이 아닙니다."
    case .purposeWithoutStop: "용도 설명이 마침표로 끝나지 않습니다."
    case .purposeWithoutCapital: "용도 설명이 대문자로 시작하지 않습니다."
    case .purposeNotInSentenceStyle: "용도 설명이 문장 스타일의 대문자 표기를 따르지 않습니다."
    case .purposePassive: "용도 설명이 피동문입니다. 누가 무엇을 하는지 쓰십시오."
    case .purposeTooShort: "용도 설명이 너무 짧아 무엇에 관한 알림인지 알 수 없습니다."
    case .purposeVague: "용도 설명에 무엇에 관한 알림인지 나타나 있지 않습니다."
    case .purposeWithoutDeed: "용도 설명에 앱이 무엇을 하는지 나타나 있지 않습니다."
    case .purposeBargains: "용도 설명에서 무언가를 제공하거나 제한하고 있습니다. 허용 여부는 사용자가 조건 없이 결정합니다."
    case .saysAlmostTheSame:
      "앱이 조금 전에 거의 같은 알림을 보냈습니다. 두 알림에 같은 identifier를 쓰면 배너의 내용만 바뀝니다."
    case .textBargains: "텍스트에서 허용의 대가로 무언가를 제공하고 있습니다. 허용 여부는 사용자가 조건 없이 결정합니다."
    case .askedTooEarly:
      "앱이 실행되자마자 권한을 요청합니다. 알림의 대상이 되는 기능을 사용자가 사용할 때까지 기다리십시오."
    }
  }
}
