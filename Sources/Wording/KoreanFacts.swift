import NotificationModel

extension Wording {
  private static let serverToInstall =
    "dunst, mako-notifier, xfce4-notifyd와 같은 알림 서버를 설치하고 세션과 함께 시작하십시오."
  private static let silentLockers =
    "swaylock, hyprlock, i3lock처럼 화면 잠금을 알리지 않는 프로그램은 bellhop lock과 bellhop unlock을 실행하도록 하십시오."
  private static let shared =
    "화면을 공유하거나 기록하기 전에 bellhop lock, 끝난 뒤에 bellhop unlock을 실행하십시오."
  private static let serverBehind =
    "알림 서버를 bellhop-bus 뒤에서 시작하십시오. ‘bellhop front on’ 명령이 처리하며, 서비스 관리자가 없으면 서버 대신 "
    + "‘bellhop-bus exec -- SERVER’를 실행하십시오."

  /// `remedy`: advice for the person; `nil` for none. Each particle follows a noun of the sentence, never an argument,
  /// since its form depends on the word before it.
  static func korean(_ fact: DesktopFact) -> (text: String, remedy: String?) {
    switch fact {
    case .configurationIsSound: ("구성에 오류가 없습니다.", nil)
    case .configurationFault(let fault):
      (
        "구성에 오류가 있습니다: \(fault)",
        "파일을 고치고 ‘bellhop check-config’ 명령으로 확인한 다음 ‘bellhop reload’ 명령을 실행하십시오."
      )

    case .stores(let path): ("받은 알림을 저장하는 곳: \(path)", nil)
    case .storageNotice(let text): (text, nil)
    case .noRoom:
      (
        "디스크에 공간이 없어 아무것도 저장하지 않습니다.",
        "공간이 생길 때까지 데스크톱 자체 인터페이스로 온 최신 알림은 메모리에만 두고, Bellhop의 소켓은 알림을 거부합니다."
      )
    case .nothingStored(let reason):
      (
        "아무것도 저장할 수 없습니다: \(reason)", "디스크나 파일이 정상으로 돌아올 때까지 앱이 보내는 알림을 거부합니다."
      )

    case .noServerBus:
      ("세션 버스가 없습니다.", "세션에서 bellhopd를 시작하거나, dbus-user-session을 설치하고 다시 로그인하십시오.")
    case .serverCanBeStarted: ("실행 중인 알림 서버는 없지만 버스가 시작할 수 있습니다.", nil)
    case .noServer: ("실행 중인 알림 서버도, 버스가 시작할 수 있는 알림 서버도 없습니다.", serverToInstall)
    case .noServerBehind(let name):
      ("Bellhop이 찾는 곳(\(name))에 실행 중인 알림 서버가 없습니다.", "이전에 시작한 방법으로 다시 시작하십시오.")
    case .nothingHeardOfServer: ("알림 서버와 세션 버스에서 아무 응답이 없습니다.", nil)
    case .serverAnswers(let server, let milliseconds, let capabilities):
      korean(
        "\(korean(server)): \(standing(server)) \(milliseconds)ms 안에 응답합니다.", canDo: capabilities)
    case .serverIsSilent(let server, let seconds):
      (
        "\(korean(server)): \(standing(server)) \(seconds)초 안에 응답하지 않았습니다.",
        "다시 시작하십시오. 그동안 온 알림은 보류되었다가 그때 표시됩니다."
      )
    case .ownerIsNoServer(let server):
      ("\(korean(server)): 이름을 가지고 있지만 알림 서버가 아닙니다.", "이 프로세스를 종료하십시오. \(serverToInstall)")
    case .bannersGoElsewhere(let sink):
      ("배너가 데스크탑에 표시되지 않습니다. 데몬이 --sink \(sink) 옵션으로 실행 중입니다.", nil)

    case .frontIsOn: ("모든 앱의 알림이 Bellhop을 거칩니다. ‘bellhop front off’ 명령으로 끝낼 수 있습니다.", nil)
    case .frontIsOnButForGTK:
      (
        "알림이 Bellhop을 거칩니다. ‘bellhop front off’ 명령으로 끝낼 수 있습니다. GTK의 자체 인터페이스"
          + "(org.gtk.Notifications)를 사용하는 앱, 예를 들어 GNOME의 파일, 시계, 캘린더, 소프트웨어의 알림은 Bellhop을 "
          + "거치지 않고 GNOME Shell에 바로 전달됩니다.",
        nil
      )
    case .frontShutsOut(let server, let line):
      (
        "알림이 Bellhop을 거칩니다. ‘bellhop front off’ 명령으로 끝낼 수 있습니다. 알림 서버(\(server))가 bellhop-bus 없이 "
          + "시작되어 org.freedesktop.Notifications 이름을 얻지 못하고 끝났습니다.",
        "알림 서버를 시작하는 스크립트나 파일에 다음과 같이 쓰십시오: \(line)"
      )
    case .frontWaits(let owner):
      (
        "org.freedesktop.Notifications 이름을 다른 프로그램이 가지고 있어(\(owner)) Bellhop이 기다립니다.", serverBehind
      )
    case .frontUnreachable(let reason): ("앱의 알림이 Bellhop을 거칠 수 없습니다: \(reason)", serverBehind)
    case .frontHasNoDirectory: ("bellhop-bus를 찾을 런타임 디렉터리가 없습니다.", serverBehind)
    case .nameBelongs(let owner): ("org.freedesktop.Notifications 이름의 소유자: \(owner ?? "없음")", nil)
    case .frontFilesLeft(let paths):
      (
        "front가 켜져 있지 않은데도 ‘bellhop front on’ 명령이 쓴 파일이 남아 있습니다.",
        "‘bellhop front off’ 명령으로 제거할 수 있습니다: \(paths.joined(separator: ", "))"
      )

    case .focusIsLearnt(let source):
      (
        "맨 앞의 앱을 알려 주는 곳: \(source). 앱이 맨 앞에 있는 동안 데스크탑의 알림 인터페이스로 보낸 알림도 표시됩니다. "
          + "[Front] Foreground=suppress 또는 bellhop set APP foreground=on 설정이 있으면 표시되지 않습니다.",
        nil
      )
    case .focusIsUnknown:
      (
        "어느 윈도우가 맨 앞에 있는지 알 수 없어 앱이 알리는 내용만 사용합니다.",
        "X11, sway, i3와, Hyprland처럼 wlr-foreign-toplevel-management를 지원하는 컴포지터가 알려 줍니다. 세션보다 먼저 시작된 "
          + "서비스는 systemctl --user import-environment DISPLAY XAUTHORITY WAYLAND_DISPLAY SWAYSOCK 명령을 실행하면 "
          + "찾을 수 있습니다."
      )
    case .focusIsOfX11Alone:
      (
        "맨 앞의 앱을 X11에서만 알 수 있으므로, Wayland에서 X11을 사용하는 프로그램에만 해당합니다.",
        "sway, i3와, Hyprland처럼 wlr-foreign-toplevel-management를 지원하는 컴포지터는 모든 윈도우를 알려 줍니다. 그 밖의 "
          + "컴포지터에서는 앱이 알리는 내용만 사용합니다."
      )

    case .lock(let sources, let isLockKnown, let isSharingKnown):
      (
        (sources.isEmpty
          ? "화면이 잠겨 있는지 알려 주는 프로그램이 없어 bellhop lock 명령만 사용합니다."
          : "화면이 잠겨 있는지 알려 주는 곳: \(sources.joined(separator: ", ")).")
          + (isSharingKnown
            ? " PipeWire를 거치는 화면 공유를 알 수 있습니다."
            : " PipeWire나 libpipewire-0.3-0이 없어 화면 공유를 알 수 없습니다."),
        remedies(isLockKnown ? nil : silentLockers, isSharingKnown ? nil : shared)
      )

    case .noServerToMute: ("방해 금지 모드를 확인할 알림 서버가 없습니다.", nil)
    case .serverToMuteIsNameless: ("알림 서버가 이름을 알리지 않아 서버의 방해 금지 모드를 확인하지 않습니다.", nil)
    case .serverHasNoMute: ("이 알림 서버에는 Bellhop이 확인할 수 있는 방해 금지 모드가 없습니다.", nil)
    case .gnomeHasNoSettings:
      (
        "이 컴퓨터에 GNOME 설정의 설명이 없어 GNOME의 방해 금지 모드를 확인할 수 없습니다.",
        "gsettings-desktop-schemas를 설치하십시오."
      )
    case .serverMuteIsUnknown(let name): ("\(name): 서버의 방해 금지 모드가 켜져 있는지 알리지 않습니다.", nil)
    case .plasmaCannotMute:
      (
        "Plasma가 알림 이름 없이 서비스합니다. Plasma 패널에 알림 서비스를 사용할 수 없다고 표시되며 Plasma의 방해 금지 모드는 작동하지 않습니다.",
        "‘bellhop front on’ 명령을 실행하면 Plasma가 bellhop-bus 뒤에서 이름을 가집니다."
      )
    case .serverMuteIsRead(let name): ("\(name): 서버의 방해 금지 모드를 확인합니다.", nil)

    case .noBadgeBus:
      (
        "독에 배지를 알릴 세션 버스가 없습니다.",
        "데스크탑 세션에서 bellhopd를 시작하십시오. 세션 버스는 DBUS_SESSION_BUS_ADDRESS나 $XDG_RUNTIME_DIR/bus에 있습니다."
      )
    case .noDock:
      (
        "배지를 보내고 있지만 표시한다고 알린 독이 없습니다.",
        "배지를 표시하는 독을 사용하십시오: Plasma의 작업 관리자, plank 패키지, gnome-shell-extension-dashtodock 패키지."
      )
    case .dockShowsBadges: ("독에 배지가 표시됩니다.", nil)

    case .soundsArePlayed: ("알림 서버가 사운드를 재생하지 않으면 Bellhop이 libcanberra로 재생합니다.", nil)
    case .noSoundLibrary:
      (
        "libcanberra가 설치되어 있지 않습니다.",
        "libcanberra0 패키지를 설치하고, PulseAudio나 PipeWire를 사용하면 libcanberra-pulse도 설치한 다음 bellhopd를 다시 "
          + "시작하십시오."
      )
    case .soundFailed(let reason):
      (
        "마지막 사운드를 재생하지 못했습니다: \(reason)",
        "사운드 기기와 sound-theme-freedesktop 패키지가 있는지, PulseAudio나 PipeWire를 사용하면 libcanberra-pulse도 있는지 "
          + "확인하십시오."
      )

    case .noBusForApps:
      ("세션 버스가 없어 앱을 시작할 수 없습니다.", "dbus-user-session을 설치하고 다시 로그인하십시오.")
    case .appsStart: ("앱을 D-Bus나 서비스 관리자로 시작합니다.", nil)
    case .appsStartByBusAlone:
      (
        "세션 버스에 서비스 관리자(systemd --user)가 없어 앱을 D-Bus로만 시작합니다.",
        "세션이 systemd의 버스를 사용하도록 dbus-user-session을 설치하고 다시 로그인하십시오."
      )
    }
  }

  private static func korean(_ who: String, canDo capabilities: [String]?) -> (text: String, remedy: String?)
  {
    guard let capabilities else { return ("\(who) 무엇을 할 수 있는지는 알리지 않습니다.", nil) }
    let lacks = DesktopFact.lacking(capabilities)
    let can = capabilities.isEmpty ? "제목만" : capabilities.sorted().joined(separator: ", ")
    guard !lacks.isEmpty else { return ("\(who) 지원: \(can).", nil) }
    return (
      "\(who) 지원: \(can). 지원하지 않음: \(lacks.joined(separator: ", ")).",
      "서버의 구성에서 켜거나 다른 서버를 사용하십시오."
    )
  }

  private static func standing(_ server: DesktopFact.Server) -> String {
    server.ownsName ? "이름을 가지고 있으며" : "이름 없이 서비스하며"
  }

  /// The server's own name, with its process in parentheses; without a name, the process alone.
  private static func korean(_ server: DesktopFact.Server) -> String {
    let process =
      server.process.map { "프로세스 \($0)" + (server.program.map { ", \($0)" } ?? "") }
      ?? "버스가 알려 줄 수 없는 프로세스"
    return server.name.map { "\($0)(\(process))" } ?? process
  }
}
