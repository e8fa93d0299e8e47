extension FrontWording {
  /// Each particle follows a noun of the sentence, never an argument, since its form depends on the word before it.
  static func korean(_ told: FrontSentence) -> String {
    switch told {
    case .text(let text): text

    case .owner(_, let process, let program?, let executable):
      "\(program)(프로세스 \(process)\(executable.map { ", \($0)" } ?? ""))"
    case .owner(let uniqueName, 0, nil, _): "\(uniqueName)(프로세스는 알 수 없음)"
    case .owner(_, let process, nil, _): "프로세스 \(process)"
    case .nobody: "없음"
    case .startsBellhop(let path): "Bellhop(\(path))"
    case .startsUnit(let unit, let path): "\(unit) 유닛(\(path))"
    case .startsCommand(let command, let path): "\(command)(\(path))"
    case .startsNothing(let path): "없음(\(path))"
    case .theServer: "알림 서버"

    case .mode(let mode): "모드: \(mode)"
    case .fault(let fault): "오류: \(fault)"
    case .watched(let count): "지켜본 알림: \(count)"
    case .notLookedAt(let count): "확인하지 못한 알림: \(count)"
    case .name(let owner): "이름 소유자: \(korean(owner))"
    case .nameUnknown(let fault): "이름 소유자: 알 수 없음(\(korean(fault)))"
    case .serverBeside(let owner): "서버: \(korean(owner)), 이름 없이 서비스함"
    case .serverBehind(let owner): "서버: \(korean(owner)), bellhop-bus 뒤에 있음"
    case .noServerBehind: "서버: bellhop-bus 뒤에 없음"
    case .wouldBeStarted(let activation): "시작될 프로그램: \(korean(activation))"
    case .nothingWouldBeStarted: "시작될 프로그램: 없음"
    case .severalWouldBeStarted: "  (이 중 무엇인지는 버스가 알리지 않음)"
    case .isWritten(let path): "쓴 파일: \(path)"
    case .isNotAsWritten: "  (쓴 그대로가 아닌 파일이 있음. ‘bellhop front on’ 명령을 실행하면 다시 씀)"
    case .modeIsMissing(let owner):
      "빠진 것: \(korean(owner)): bellhop-bus 뒤에 있지만 모드가 켜져 있지 않습니다. ‘bellhop front on’ 명령으로 켤 수 있습니다"
    case .inTheWay(let path, let line, let text): "방해되는 줄: \(path) \(line)행: \(text)"

    case .isWatching: "지켜보는 중입니다. 그럴 수 없으면 ‘bellhop front status’ 명령에 표시됩니다."
    case .isKeptOfWatched:
      """
      각 알림에서 보관하는 내용: 앱, 시각, 제목, 텍스트, Bellhop이 했을 처리.
      ‘bellhop front report’로 요약하고, ‘bellhop front report --forget’으로 잊고, ‘bellhop front off’로 끝냅니다.
      """
    case .forgotten(let count): "\(count)개를 잊었습니다"
    case .moreNotLookedAt(let count): "그 외 \(count)개는 한꺼번에 너무 많이 왔거나 너무 커서 확인하지 못했습니다."
    case .areNewest(let count): "가장 최근의 \(count)개이며, 이전 알림이 더 있습니다."
    case .nothingWatched: "지켜본 알림이 없습니다."

    case .shownByUnit(let owner, let unit):
      "알림을 표시하는 프로그램: \(korean(owner)), 시작하는 유닛: \(unit). bellhop-bus 뒤에서 다시 시작됩니다."
    case .shownByShell(let shell, let unit):
      "알림을 표시하는 프로그램: \(shell). 앞으로도 그대로입니다." + (unit.map { " 다시 시작되는 유닛: \($0)." } ?? "")
    case .shownBehind(let owner): "알림을 표시하는 프로그램: \(korean(owner)). 이미 bellhop-bus 뒤에 있습니다."
    case .shownBy(let owner): "알림을 표시하는 프로그램: \(korean(owner))."
    case .kept(let kept, let days):
      "모든 앱의 각 알림에서 보관하는 내용: \(korean(kept)). 보관 기간: "
        + (days.map { "\($0)일" } ?? "알림과 같음")
        + "([Front] Store=\(kept), [Storage] KeepDays). 일시적인 알림은 보관하지 않습니다."
    case .willBeAnother:
      """
      앞으로 모든 앱에서: 화면이 잠겨 있는 동안 비공개 텍스트를 가리고, 방해 금지 모드와 조용한 시간에는 미룰 수 있는
      알림을 보류하며, 1분 안에 온 같은 알림은 한 번만 표시합니다. 표시되지 않은 이유는 ‘bellhop explain’에 표시됩니다.
      """

    case .isOnAlready(let outcome): "이미 켜져 있습니다. \(korean(outcome))"
    case .takesLeftOversAway: "이전 ‘bellhop front on’ 명령이 남긴 것을 먼저 제거합니다."
    case .written(let path): "쓴 파일: \(path)"
    case .isOn(let server):
      "켜졌습니다. 모든 앱의 알림이 Bellhop을 거쳐 표시됩니다(\(korean(server))). 방금 알림 하나가 그렇게 표시되었습니다."
    case .isOnAndWaits(let why):
      "켜졌습니다. 모든 앱의 알림이 Bellhop을 거칩니다. 방금 보낸 알림은 지금 표시되지 않습니다. \(why)"
    case .trialTitle: "알림이 Bellhop을 거칩니다"
    case .trialBody(let server, let time): "이전처럼 표시됩니다(\(korean(server))). 확인한 시각: \(time)."
    case .trialIsRefused(let app): "이름이 \(app)인 앱의 알림을 표시하지 않도록 설정되어 있습니다."

    case .modeIsFixed(let mode, let file):
      "관리자가 \(file) 파일에서 [Front] Mode=\(mode) 값을 고정했습니다. 관리자에게 문의하십시오"
    case .notSwitchedOn(let why): "켜지 않았으며 아무것도 변경하지 않았습니다: \(korean(why))"
    case .nobodyBehindBus:
      "Bellhop이 알림 이름을 가지고 있지만 알림 서버가 없습니다. 알림 서버를 bellhop-bus 뒤에서 시작하고"
        + "(‘bellhop-bus exec -- SERVER’) 다시 시도하십시오"
    case .nobodyHasName:
      "알림 이름을 가진 프로그램이 없어 어느 프로그램이 알림을 표시할지 알 수 없습니다. 알림 서버를 시작하거나 아무 앱에서나 "
        + "알림을 보낸 다음 다시 시도하십시오"
    case .nobodyHasNameFor(let rivals): "알림 이름을 가진 프로그램이 없습니다. \(korean(rivals))"
    case .rivals(let loaded, let refused):
      Self.joined(Wording.korean(.rivalUnits(loaded: loaded, refused: refused)))
    case .cannot(let step, let fault): "\(korean(step)) 실패: \(korean(fault))"
    case .everythingIsAsBefore: "모두 이전 상태 그대로입니다."
    case .couldNotBeTakenBack(let steps):
      "이전 상태로 되돌리지 못한 것:" + steps.map { "\n  \(korean($0.step)): \(korean($0.fault))" }.joined()
        + "\n‘bellhop front off’ 명령으로 다시 시도할 수 있습니다."
    case .managerDoesNotRead(let file):
      "서비스 관리자가 \(file) 파일을 읽지 않습니다. XDG_CONFIG_HOME 값이 다른지 확인하십시오"
    case .busDoesNotRead(let directory):
      "세션 버스가 \(directory) 디렉터리를 읽지 않습니다. XDG_DATA_HOME 값이 다른지 확인하십시오"
    case .unitHasFailed(let unit):
      "\(unit) 유닛이 실패했습니다. ‘systemctl --user status \(unit)’ 명령으로 확인하십시오"
    case .serverDidNotComeBack(let name): "Bellhop이 찾는 곳에 서버가 다시 나타나지 않았습니다(\(name ?? "아직 없음"))"
    case .nameIsNotTaken: "데몬이 알림 이름을 가지지 못합니다"
    case .nameIsKept(let owner): "다른 프로그램이 알림 이름을 계속 가지고 있습니다: \(korean(owner))"
    case .trialHasNoNumber: "확인용 알림의 응답에 번호가 없습니다"
    case .trialDidNotCome: "확인용 알림이 서버의 화면에 표시되지 않았습니다"
    case .ownPlaceUnknown: "이 프로그램이 설치된 곳을 알 수 없습니다"
    case .programIsMissing(let path): "\(path) 파일이 없습니다. 세 프로그램이 모두 같은 디렉터리에 있어야 합니다"
    case .unitCannotBeChanged(let unit): "\(unit) 유닛에는 파일을 쓸 수 없습니다"
    case .fileIsAnothers(let path): "\(path) 파일이 이미 있고 Bellhop의 파일이 아닙니다. 먼저 옮기십시오"
    case .fileCountsInstead(let path): "\(path) 파일이 Bellhop이 쓸 파일보다 우선합니다. 먼저 옮기십시오"
    case .cannotBeRead(let path): "\(path) 파일을 읽을 수 없습니다"
    case .noteIsNotOurs(let path):
      "\(path) 파일이 Bellhop이 쓴 그대로가 아닙니다. 파일에 적힌 파일들을 확인하고 이 파일을 제거하십시오"
    case .noHome: "HOME 값이 절대 경로가 아닙니다"
    case .nameWasNotTakenAgain(let unit): "\(unit) 유닛이 알림 이름을 다시 가지지 못했습니다"
    case .jobFailed(let unit, let result):
      "\(unit) 유닛을 시작하거나 종료하지 못했습니다(\(result)). ‘systemctl --user status \(unit)’ 명령으로 확인하십시오"
    case .noBus(let fault): "접근할 수 있는 세션 버스가 없습니다(\(fault))"
    case .busHasGone: "세션 버스가 사라졌습니다"
    case .silent(let call): "\(call): 제시간에 응답이 오지 않았습니다"
    case .interrupted: "중단되었습니다"

    case .keepsName(let owner): "\(korean(owner)): 실행되는 동안 이름을 계속 가지고 있습니다"
    case .isOfNoUnit(let owner): "\(korean(owner)): 전용 유닛으로 시작되지 않았습니다"
    case .isOfUnfitUnit(let owner, let unit, let reason):
      "\(korean(owner)): 시작하는 유닛을 변경할 수 없습니다(\(unit), \(korean(reason)))"
    case .othersWouldEnd(let units): "함께 종료될 유닛: \(units)"
    case .isOfType(let type): "유형: \(type)"
    case .commandIsUnreadable: "명령을 읽을 수 없음"
    case .writeForPlasma(let configuration):
      "\(configuration) 파일에 다음과 같이 쓰십시오:\n\n  [Front]\n  Mode=on\n\n"
        + "그리고 세션이 plasmashell을 시작하기 전에 bellhopd를 시작하십시오."
    case .addLine(let command):
      "서버가 없어 버스가 시작한 것이므로, 시작하는 줄이 어디에도 없습니다. 세션이 프로그램을 시작하는 곳(컴포지터의 구성, "
        + ".xinitrc, 자동 시작 항목)에 다음 줄을 추가하십시오:\n\n  bellhop-bus exec -- \(command)\n"
    case .startInstead(let command, let configuration):
      "지금 시작하는 곳(컴포지터의 구성, .xinitrc, 자동 시작 항목)에서 대신 다음과 같이 시작하십시오:"
        + "\n\n  bellhop-bus exec -- \(command)\n\n"
        + "/etc/xdg/autostart에 있는 항목은 \(configuration)/autostart에 복사하여 변경하십시오.\n"
    case .writeInstead(let path, let line, let remedy, let text):
      "\(path) 파일의 \(line)행에 다음과 같이 쓰십시오:\n\n  \(remedy)\n\n지금 있는 줄:\n\n  \(text)\n"
    case .openBusWithSession:
      "서버가 그 뒤에 있을 버스를 세션마다 열도록 하십시오:\n\n  systemctl --user enable --now bellhop-bus.socket\n"
    case .startBusBefore: "그 전에, 서버가 그 뒤에 있을 버스를 시작하십시오:\n\n  bellhop-bus &\n"
    case .thenOnAgain: "그런 다음 로그아웃했다가 다시 로그인하고 ‘bellhop front on’ 명령을 다시 실행하십시오."

    case .removed(let path): "제거한 파일: \(path)"
    case .wasGone(let path): "이미 없는 파일: \(path)"
    case .wasChanged(let path): "쓴 그대로가 아니어서 그대로 둔 파일: \(path)"
    case .noDaemonToTell(let mode):
      "응답하는 데몬이 없어 알리지 못했습니다. 데몬이 다시 실행되면 ‘bellhop front \(mode)’ 명령을 한 번 더 실행하십시오."
    case .startsLater(let unit, let server):
      "다음 세션부터 \(unit) 유닛이 이전처럼 서버를 시작합니다(\(server))."
    case .doesNotRun(let unit, let server):
      "\(unit) 유닛은 실행 중이 아니며, 이전처럼 서버를 시작합니다(\(server))."
    case .hasNameAgain(let unit, let server):
      "\(unit) 유닛이 서버를 다시 시작했으며, 서버가 알림 이름을 다시 가지고 있습니다(\(server))."
    case .isOff: "꺼졌습니다. 다른 앱의 알림이 이전처럼 알림 서버로 갑니다."
    case .isOffAndWatches: "다른 앱의 알림을 알림 서버에 맡기고 지켜봅니다."
    case .nobodyHasNameNow(let owner):
      "알림 이름을 가진 프로그램이 없습니다. 다음 프로그램은 시작할 때만 이름을 요청합니다: \(korean(owner)). 이 프로그램을 다시 "
        + "시작할 때까지, 늦어도 다음 세션까지 앱의 알림이 표시되지 않습니다."
    }
  }

  private static func korean(_ kept: FrontSentence.Kept) -> String {
    switch kept {
    case .all: "앱, 시각, 제목, 텍스트, 이미지"
    case .titles: "앱, 시각, 제목(텍스트와 이미지는 끝날 때까지만)"
    case .none: "앱, 시각(텍스트는 끝날 때까지만)"
    }
  }

  /// The step as a noun.
  private static func korean(_ step: FrontSentence.Step) -> String {
    switch step {
    case .leaveServer: "서버를 있던 곳에 두기"
    case .writeFiles: "파일 쓰기"
    case .haveFilesRead: "서비스 관리자와 버스에서 파일 읽기"
    case .start(let unit): "\(unit) 시작"
    case .switchDaemonOn: "데몬 켜기"
    case .startAnew(let unit): "\(unit) 다시 시작"
    case .handOverName: "알림 이름 넘기기"
    case .showNotification: "알림 표시"
    }
  }
}
