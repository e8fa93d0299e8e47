package import NotificationModel

/// The reason why something was not done, as data: the person reads it in their language, other programs in English.
/// Text of the daemon in it stays as it came.
package indirect enum ErrorSentence: Hashable, Sendable {
  // Errors of a post.
  case refusedFor(app: String, why: String)
  case isNotAllowed(app: String)
  case isRoots(app: String)
  case isCommandLines(app: String)
  case speaksForAnother(verified: String, app: String)
  case isNotAdmitted(why: String)
  case tooManyActions(limit: Int, given: Int)
  case tooLong(field: String, given: Int, unit: String, limit: Int)
  case refused(why: String, again: Wait?)
  case againstGuidelines(advice: [String])
  case isNotStored(reason: String)

  /// The time until another try makes sense.
  package enum Wait: Hashable, Sendable {
    case seconds(Int64)
    case days(Int64)
  }

  // Errors of the list, the apps and the settings.
  case isMissing(Missing)
  /// `what`: words that are not in the person's language.
  case isNotFound(what: String)
  /// The notification has not reached the person yet. `why`: the reason, in the daemon's words.
  case isToCome(NotificationID, why: String)
  case isFixed(setting: String, app: String, file: String)

  // Errors of any call.
  case isNotPermitted
  case cannotBeDone
  case isRefused
  case isNotAsMust(path: String)

  // Notifications and apps that a command names.
  case nothingIsInList
  case noneIsKept(first: Int64, last: Int64)
  case tooManyIDs(given: Int, limit: Int)
  case neverPosted(app: String, meant: String?)

  // No daemon answers, or not as expected.
  case noDaemon(path: String)
  case isUnreachable(path: String, reason: String)
  case turnedAway
  case wentAway
  case doesNotAnswer
  case speaksOtherwise(reason: String)
}

extension ErrorSentence {
  private static let statusCommand = "systemctl --user status bellhop.service"

  static func english(_ told: ErrorSentence) -> String {
    switch told {
    case .refusedFor(let app, let why): "refused for \(app): \(why)"
    case .isNotAllowed(let app): "\(app) is not allowed to notify; allow it with 'bellhop allow \(app)'"
    case .isRoots(let app): "\(app) is root's; --app takes the id of your program"
    case .isCommandLines(let app): "\(app) is the command line's own; --app takes the id of your program"
    case .speaksForAnother(let verified, let app):
      "this process is known to be \(verified) and cannot speak for \(app)"
    case .isNotAdmitted(let why):
      "the daemon does not let this process in. \(why) Have it posted from outside, such as with "
        + "'systemd-run --user --quiet --pipe bellhop post …'"
    case .tooManyActions(let limit, let given): "\(given) actions are too many; give at most \(limit)"
    case .tooLong(let field, let given, let unit, let limit):
      "\(field) has \(given) \(unit); shorten it to at most \(limit)"
    case .refused(let why, let wait):
      "refused: \(why)"
        + (wait.map {
          switch $0 {
          case .seconds(let count): " Try again in \(count) s."
          case .days(let count): " Try again in \(count) day\(count == 1 ? "" : "s")."
          }
        } ?? "")
    case .againstGuidelines(let advice):
      "not as the guidelines ask; change that, or post without --strict"
        + advice.map { "\n  advice: \($0)" }.joined()
    case .isNotStored(let reason): "nothing was stored (\(reason)); see to the disk, then try again"
    case .isMissing(let missing): "not found: \(missing.words)" + englishAdvice(missing)
    case .isNotFound(let what): "not found: \(what)"
    case .isToCome(_, let why): why
    case .isFixed(let setting, let app, let file):
      "an administrator has fixed \(setting)\(app.isEmpty ? "" : " for \(app)") in \(file); ask them"
    case .isNotPermitted:
      "the daemon refuses this while the screen is locked, and to processes in a sandbox always; "
        + "unlock it, or call from outside"
    case .cannotBeDone:
      "the daemon cannot do this; look whether it is of the same version as this program"
    case .isRefused: "the daemon refused"
    case .isNotAsMust(let path): "\(path) is not valid"
    case .nothingIsInList: "nothing is in the list"
    case .noneIsKept(let first, let last): "no notification from \(first) to \(last) is kept"
    case .tooManyIDs(let given, let limit): "\(given) IDs are too many at once; give at most \(limit)"
    case .neverPosted(let app, let meant?): "\(app) never posted anything; did you mean \(meant)?"
    case .neverPosted(let app, nil):
      "\(app) never posted anything; 'bellhop apps' lists those that did"
    case .noDaemon(let path):
      "no daemon at \(path); start it with 'systemctl --user start bellhop.service' or run 'bellhopd'"
    case .isUnreachable(let path, let reason): "\(path) cannot be reached: \(reason)"
    case .turnedAway:
      "the daemon closed the connection without an answer: it ended just then, or too many are connected; look at "
        + "'\(statusCommand)'"
    case .wentAway: "the daemon went away; look at '\(statusCommand)'"
    case .doesNotAnswer: "the daemon does not answer; look at '\(statusCommand)'"
    case .speaksOtherwise(let reason):
      "the program that answers there does not speak Varlink, or is of another version (\(reason))"
    }
  }

  private static func englishAdvice(_ missing: Missing) -> String {
    switch missing {
    case .notification, .text: "; 'bellhop list --all' lists all that is kept"
    case .category: "; its app registers it, or post without --category"
    case .app, .follower, .action: ""
    }
  }

  /// Each particle follows a noun of the sentence, never an argument, since its form depends on the word before it.
  static func korean(_ told: ErrorSentence) -> String {
    switch told {
    case .refusedFor(let app, let why): "\(app)의 알림이 거부되었습니다: \(why)"
    case .isNotAllowed(let app):
      "\(app)의 알림이 허용되어 있지 않습니다. ‘bellhop allow \(app)’ 명령으로 허용할 수 있습니다"
    case .isRoots(let app): "root의 앱입니다(\(app)). --app에는 프로그램의 ID를 지정하십시오"
    case .isCommandLines(let app): "명령어 자신의 앱입니다(\(app)). --app에는 프로그램의 ID를 지정하십시오"
    case .speaksForAnother(let verified, let app):
      "이 프로세스는 다른 앱으로 확인되어(\(verified)) \(app) 앱의 알림을 보낼 수 없습니다"
    case .isNotAdmitted(let why):
      "데몬이 이 프로세스를 받아들이지 않습니다. \(why) "
        + "‘systemd-run --user --quiet --pipe bellhop post …’처럼 바깥에서 보내십시오"
    case .tooManyActions(let limit, let given): "동작 \(given)개는 너무 많습니다. 최대 \(limit)개까지 지정하십시오"
    case .tooLong(let field, let given, let unit, let limit):
      "\(field): \(given)\(koreanUnit(unit))이므로 \(limit)\(koreanUnit(unit)) 이하로 줄이십시오"
    case .refused(let why, let wait):
      "거부되었습니다: \(why)"
        + (wait.map {
          switch $0 {
          case .seconds(let count): " \(count)초 후에 다시 시도하십시오."
          case .days(let count): " \(count)일 후에 다시 시도하십시오."
          }
        } ?? "")
    case .againstGuidelines(let advice):
      "지침에 맞지 않습니다. 변경하거나 --strict 없이 보내십시오" + advice.map { "\n  조언: \($0)" }.joined()
    case .isNotStored(let reason): "저장하지 못했습니다(\(reason)). 디스크를 확인한 다음 다시 시도하십시오"
    case .isMissing(let missing): "찾을 수 없음: \(koreanName(missing))" + koreanAdvice(missing)
    case .isNotFound(let what): "찾을 수 없음: \(what)"
    case .isToCome(let id, _): "알림 \(id)번은 아직 오지 않았거나 앱 허용을 기다리고 있습니다"
    case .isFixed(let setting, let app, let file):
      "관리자가 \(file) 파일에서 \(app.isEmpty ? "" : "\(app) 앱의 ")\(setting) 값을 고정했습니다. 관리자에게 문의하십시오"
    case .isNotPermitted:
      "화면이 잠겨 있는 동안에는 할 수 없으며, 샌드박스 안의 프로세스는 항상 할 수 없습니다. 화면 잠금을 풀거나 바깥에서 실행하십시오"
    case .cannotBeDone: "데몬이 할 수 없는 일입니다. 이 프로그램과 버전이 같은지 확인하십시오"
    case .isRefused: "데몬이 거부했습니다"
    case .isNotAsMust(let path): "\(path): 올바르지 않습니다"
    case .nothingIsInList: "목록에 알림이 없습니다"
    case .noneIsKept(let first, let last): "\(first)번부터 \(last)번까지 보관된 알림이 없습니다"
    case .tooManyIDs(let given, let limit):
      "한 번에 지정하기에는 알림 \(given)개가 너무 많습니다. 최대 \(limit)개까지 지정하십시오"
    case .neverPosted(let app, let meant?): "\(app): 알림을 보낸 적이 없는 앱입니다. \(meant) 앱을 찾으십니까?"
    case .neverPosted(let app, nil):
      "\(app): 알림을 보낸 적이 없는 앱입니다. ‘bellhop apps’ 명령으로 알림을 보낸 앱을 확인하십시오"
    case .noDaemon(let path):
      "\(path)에 데몬이 없습니다. ‘systemctl --user start bellhop.service’ 명령으로 시작하거나 ‘bellhopd’를 실행하십시오"
    case .isUnreachable(let path, let reason): "\(path)에 연결할 수 없습니다: \(reason)"
    case .turnedAway:
      "데몬이 응답 없이 연결을 닫았습니다. 바로 그때 종료되었거나 연결이 너무 많습니다. ‘\(statusCommand)’ 명령으로 확인하십시오"
    case .wentAway: "데몬이 종료되었습니다. ‘\(statusCommand)’ 명령으로 확인하십시오"
    case .doesNotAnswer: "데몬이 응답하지 않습니다. ‘\(statusCommand)’ 명령으로 확인하십시오"
    case .speaksOtherwise(let reason): "응답하는 프로그램이 Varlink를 사용하지 않거나 버전이 다릅니다(\(reason))"
    }
  }

  private static func koreanName(_ missing: Missing) -> String {
    switch missing {
    case .notification(let id): "알림 \(id)번"
    case .text(let id): "알림 \(id)번의 텍스트"
    case .category(let id): "카테고리 \(id)"
    case .app(let app): "앱 \(app)"
    case .follower(let name): "팔로워 \(name.text)"
    case .action: "동작"
    }
  }

  private static func koreanAdvice(_ missing: Missing) -> String {
    switch missing {
    case .notification, .text: ". 보관된 알림은 ‘bellhop list --all’ 명령에 모두 표시됩니다"
    case .category: ". 카테고리는 앱이 등록하며, --category 없이 보낼 수 있습니다"
    case .app, .follower, .action: ""
    }
  }

  private static func koreanUnit(_ unit: String) -> String {
    switch unit {
    case "bytes": "바이트"
    case "characters": "자"
    default: " \(unit)"
    }
  }
}
