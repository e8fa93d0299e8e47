import NotificationModel
import NotificationProtocol
import Testing
import Varlink
import Wording

@testable import bellhop

struct CenterRefusalTests {
  private static let quota = NotificationsError.quotaExceeded(
    quota: "scheduled", limit: 64, retryAfterMilliseconds: nil, why: "64개가 예약되어 있습니다.")

  @Test(
    "What the daemon refuses is said in the person's language, where there are words for it",
    arguments: [
      (
        Failure.refused(ServiceError.permissionDenied), "Not while the screen is locked",
        "화면이 잠겨 있는 동안에는 할 수 없습니다"
      ),
      (
        .refused(ControlError.notFound(what: "notification 7").callError), "It is no longer in the list",
        "더 이상 목록에 없습니다"
      ),
      (
        .refused(ControlError.locked(app: "a.Mail", setting: "Sounds", by: "/etc/x.conf").callError),
        "fixed by an administrator", "관리자가 고정함"
      ),
      (
        .refused(ServiceError.invalidParameter("id", reason: "notification 7 is still to come")),
        "It is still to come, or waits for its app to be allowed", "아직 오지 않았거나 앱 허용을 기다리는 알림입니다"
      ),
      (
        .silent(.wentAway), "The daemon does not answer; waiting for it",
        "데몬이 응답하지 않아 기다리는 중입니다"
      ),
      (.refused(quota.callError), "64개가 예약되어 있습니다.", "64개가 예약되어 있습니다."),
      (
        .refused(NotificationsError.notStored(reason: "disk full").callError),
        "Nothing was changed: the disk takes nothing", "디스크에 쓸 수 없어 바뀐 것이 없습니다"
      ),
    ] as [(Failure, String, String)])
  func languages(failure: Failure, english: String, korean: String) {
    #expect(CenterWording(locale: "en").sentence(of: failure) == english)
    #expect(CenterWording(locale: "ko").sentence(of: failure) == korean)
  }
}
