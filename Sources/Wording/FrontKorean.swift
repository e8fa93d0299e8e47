extension FrontWording {
  /// Each particle follows a noun of the sentence, never an argument, since its form depends on the word before it.
  static func korean(_ told: FrontSentence) -> String {
    switch told {
    case .text(let text): text

    case .owner(let program, let process): process > 0 ? "\(program)(프로세스 \(process))" : program
    case .nobody: "없음"
    case .theServer: "알림 서버"

    case .mode(let mode, let until, let over):
      "모드: \(mode)" + (until.map { ", 끝나는 시각: \($0)" } ?? "")
        + (over.map { ", ‘front on --for’의 시간이 끝난 시각: \($0)" } ?? "")
    case .fault(let fault): "오류: \(fault)"
    case .name(let owner): "이름 소유자: \(korean(owner))"
    case .nameUnknown(let fault): "이름 소유자: 알 수 없음(\(korean(fault)))"
    case .serverBehind(let owner): "서버: \(korean(owner)), bellhop-bus 뒤에 있음"
    case .serverBeside(let owner): "서버: \(korean(owner)), 이름 없이 서비스함"
    case .plasmaBeside(let owner):
      """
      서버: \(korean(owner)), 이름 없이 서비스함. Plasma 패널에 알림 서비스를 사용할 수 없다고 표시되며 Plasma의 방해 금지 모드는
      작동하지 않습니다. ‘bellhop front on’ 명령을 실행하면 Plasma가 bellhop-bus 뒤에서 이름을 가집니다.
      """
    case .noServerBehind: "서버: bellhop-bus 뒤에 없음"
    case .isWritten(let path): "쓴 파일: \(path)"

    case .shown(let server, let unit):
      "알림을 표시하는 프로그램: \(korean(server))." + (unit.map { " 다시 시작되는 유닛: \($0)." } ?? "")
    case .kept(let kept, let days):
      "모든 앱의 각 알림에서 보관하는 내용: \(korean(kept)). 보관 기간: "
        + (days.map { "\($0)일" } ?? "알림과 같음")
        + "([Front] Store=\(kept), [Storage] KeepDays). 일시적인 알림은 보류되는 동안에만 보관합니다."
    case .willBeAnother:
      """
      앞으로 모든 앱에서: 화면이 잠겨 있는 동안 비공개 텍스트를 가리고, 방해 금지 모드와 조용한 시간에는 미룰 수 있는
      알림을 보류하며, 1분 안에 온 같은 알림은 한 번만 표시합니다. 표시되지 않은 이유는 ‘bellhop explain’에 표시됩니다.
      """
    case .gtkGoesPast:
      """
      GTK의 자체 인터페이스(org.gtk.Notifications)를 사용하는 앱, 예를 들어 GNOME의 파일, 시계, 캘린더, 소프트웨어는
      제외됩니다. 이 앱들의 알림은 이전처럼 GNOME Shell에 바로 전달됩니다.
      """
    case .isForwardedTwice(let bridge, let shell):
      """
      휴대전화 연결 프로그램(\(bridge))이 알림을 휴대전화에 두 번씩 보내게 됩니다. Bellhop이 데스크톱 셸(\(shell))을 호출하는 것도
      앱의 호출로 여기기 때문입니다.
      """
    case .plasmaGivesUp:
      """
      Plasma의 패널, 스위치, 방해 금지 모드는 그대로 작동합니다. 대신 KWin이 패널 위젯의 화면 캡처를 거부하고, 다른 프로그램에는
      Plasma 셸이 bellhop-bus로 보이며, 셸 자체의 알림은 셸에 바로 전달됩니다.
      """

    case .isOnAlready(let outcome): "이미 켜져 있습니다. \(korean(outcome))"
    case .takesLeftOversAway: "이전 ‘bellhop front on’ 명령이 남긴 것을 먼저 제거합니다."
    case .written(let path): "쓴 파일: \(path)"
    case .isOn(let server):
      "켜졌습니다. 알림이 Bellhop을 거쳐 표시됩니다(\(korean(server))). 방금 알림 하나가 그렇게 표시되었습니다."
    case .isOnAndWaits(let why):
      "켜졌습니다. 알림이 Bellhop을 거칩니다. 방금 보낸 알림은 지금 표시되지 않습니다. \(why)"
    case .lasts(let until?): "끝나는 시각: \(until). 그때 ‘bellhop front off’ 명령을 실행한 것처럼 스스로 되돌립니다."
    case .lasts(nil): "‘bellhop front off’ 명령을 실행할 때까지 켜져 있습니다."
    case .trialTitle: "알림이 Bellhop을 거칩니다"
    case .trialBody(let server, let time): "이전처럼 표시됩니다(\(korean(server))). 확인한 시각: \(time)."

    case .modeIsFixed(let mode, let file):
      "관리자가 \(file) 파일에서 [Front] Mode=\(mode) 값을 고정했습니다. 관리자에게 문의하십시오"
    case .notSwitchedOn(let why): "켜지 않았으며 아무것도 변경하지 않았습니다: \(korean(why))"
    case .noServerBehindBus:
      "Bellhop이 알림 이름을 가지고 있지만 알림 서버가 없습니다. 알림 서버를 bellhop-bus 뒤에서 시작하고"
        + "(‘bellhop-bus exec -- SERVER’) 다시 시도하십시오"
    case .nameIsFree:
      "알림 이름을 가진 프로그램이 없어 어느 프로그램이 알림을 표시할지 알 수 없습니다. 알림 서버를 시작하거나 아무 앱에서나 "
        + "알림을 보낸 다음 다시 시도하십시오. 유닛이 있는 서버가 둘이면 systemd가 두 번째 유닛을 시작하지 않으므로 하나를 "
        + "마스크하십시오(‘systemctl --user mask UNIT’)"
    case .wasTakenBack(let fault, let rest):
      "켜지 않았습니다: \(korean(fault))\n"
        + (rest.isEmpty
          ? "모두 이전 상태 그대로입니다."
          : "이전 상태로 되돌리지 못한 것:" + rest.map { "\n  \(korean($0))" }.joined()
            + "\n‘bellhop front off’ 명령으로 다시 시도할 수 있습니다.")
    case .managerDoesNotRead(let file):
      "서비스 관리자가 \(file) 파일을 읽지 않습니다. XDG_CONFIG_HOME 값이 다른지 확인하십시오"
    case .serverDidNotComeBack(let name): "Bellhop이 찾는 곳에 서버가 다시 나타나지 않았습니다(\(name ?? "아직 없음"))"
    case .unitIsNotBehind(let unit):
      "\(unit) 유닛이 실행 중이지만 bellhop-bus 뒤에 있지 않습니다. 다른 드롭인이 ExecStart= 값을 정하는지(‘systemctl --user cat "
        + "\(unit)’), bellhop-bus가 실행되는지(‘systemctl --user status bellhop-bus.socket’) 확인하십시오"
    case .plasmaStaysBeside(let why):
      "Plasma가 계속 알림 이름 없이 서비스하며 Plasma의 방해 금지 모드는 작동하지 않습니다: \(korean(why))"
    case .nameIsNotTaken: "데몬이 알림 이름을 가지지 못합니다"
    case .nameIsKept(let owner): "다른 프로그램이 알림 이름을 계속 가지고 있습니다: \(korean(owner))"
    case .trialDidNotCome: "확인용 알림이 서버의 화면에 표시되지 않았습니다"
    case .ownPlaceUnknown: "이 프로그램이 설치된 곳을 알 수 없습니다"
    case .programIsMissing(let path): "\(path) 파일이 없습니다. 세 프로그램이 모두 같은 디렉터리에 있어야 합니다"
    case .fileIsAnothers(let path): "\(path) 파일이 이미 있고 Bellhop의 파일이 아닙니다. 먼저 옮기십시오"
    case .noHome: "HOME 값이 절대 경로가 아닙니다"
    case .nameWasNotTakenAgain(let unit): "\(unit) 유닛이 알림 이름을 다시 가지지 못했습니다"
    case .jobFailed(let unit, let result):
      "\(unit) 유닛을 시작하거나 종료하지 못했습니다(\(result)). ‘systemctl --user status \(unit)’ 명령으로 확인하십시오"
    case .noBus(let fault): "접근할 수 있는 세션 버스가 없습니다(\(fault))"
    case .busHasGone: "세션 버스가 사라졌습니다"
    case .silent(let call): "\(call): 제시간에 응답이 오지 않았습니다"
    case .interrupted: "중단되었습니다"

    case .keepsName(let owner):
      "\(korean(owner)): 실행되는 동안 이름을 계속 가지고 있습니다. bellhop.conf 파일의 [Front] 아래에 Mode=on을 쓰고, 다음 세션에서는 "
        + "그보다 먼저 bellhopd를 시작하십시오"
    case .isOfNoUnit(let owner): "\(korean(owner)): 전용 유닛으로 시작되지 않았습니다"
    case .isPlasmaOfNoUnit(let owner):
      "\(korean(owner)): Plasma의 유닛으로 시작되지 않았습니다. 먼저 종료하고(‘kquitapp6 plasmashell’, Plasma 5에서는 "
        + "‘kquitapp5 plasmashell’) 유닛을 시작한 다음(‘systemctl --user start plasma-plasmashell.service’) ‘bellhop front on’ 명령을 다시 실행하십시오"
    case .isOfUnfitUnit(let owner, let unit, let reason):
      "\(korean(owner)): 시작하는 유닛을 변경할 수 없습니다(\(unit), \(korean(reason)))"
    case .othersWouldEnd(let units): "함께 종료될 유닛: \(units)"
    case .commandIsUnreadable: "명령을 읽을 수 없음"
    case .busHasNoFile: "세션 버스에 소켓 파일이 없어 시작된 프로그램을 그 버스로 돌려보낼 수 없음"
    case .startInstead(let command, let hasManager):
      """
      서버가 그 뒤에 있을 버스를 세션마다 열도록 하십시오:

        \(hasManager ? "systemctl --user enable --now bellhop-bus.socket" : "bellhop-bus &")

      지금 시작하는 곳(컴포지터의 구성, .xinitrc, ~/.config/autostart에 복사한 항목)에서 대신 다음과 같이 시작하십시오. 버스만
      시작한 것이면 그곳에 다음 줄을 추가하십시오:

        bellhop-bus exec -- \(command)

      그런 다음 로그아웃했다가 다시 로그인하고 ‘bellhop front on’ 명령을 다시 실행하십시오.
      """

    case .removed(let path): "제거한 파일: \(path)"
    case .noDaemonToTell:
      "응답하는 데몬이 없어 알리지 못했습니다. 데몬이 다시 실행되면 ‘bellhop front off’ 명령을 한 번 더 실행하십시오."
    case .startsLater(let unit): "\(unit) 유닛이 다시 시작되면 이전처럼 알림 서버를 시작합니다."
    case .hasNameAgain(let unit):
      "\(unit) 유닛의 알림 서버가 다시 시작되었으며 알림 이름을 다시 가지고 있습니다."
    case .isOff: "꺼졌습니다. 다른 앱의 알림이 이전처럼 알림 서버로 갑니다."
    case .nameIsFreeNow:
      "지금은 알림 이름을 가진 프로그램이 없습니다. 시작할 때만 이름을 요청하는 알림 서버는 다시 시작되어야 이름을 가지며, "
        + "늦어도 다음 세션까지는 앱의 알림이 표시되지 않습니다."
    }
  }

  private static func korean(_ kept: FrontSentence.Kept) -> String {
    switch kept {
    case .all: "앱, 시각, 제목, 텍스트, 이미지"
    case .titles: "앱, 시각, 제목(텍스트와 이미지는 끝날 때까지만)"
    case .none: "앱, 시각(텍스트는 끝날 때까지만)"
    }
  }
}
