import Guidelines
import NotificationModel

// A press refers to the text on screen. The record may have a newer text by then, or none.

/// The parts of a text that a press on it needs.
struct Pressable: Hashable {
  let thread: OpaqueName?
  let identifier: OpaqueName?
  let actions: [Action]?
  let target: OpaqueObject?
  let url: Link?
  /// The names of the actions that an app of the desktop's own interface gave.
  let keys: ActionKeys?

  init(_ request: NotificationRequest) {
    thread = request.thread
    identifier = request.identifier
    actions = request.actions
    target = request.target
    url = request.url
    keys = request.keys
  }

  func put(into request: inout NotificationRequest) {
    request.thread = thread
    request.identifier = identifier
    request.actions = actions
    request.target = target
    request.url = url
    if let keys { request.keys = keys }
  }
}

extension NotificationRequest {
  /// Whether their banners differ in what the person sees or can press.
  func isAnotherText(than other: NotificationRequest) -> Bool {
    actions != other.actions || keys != other.keys || !Duplicates.hasSameContent(self, other)
  }
}

/// Texts on screen for which a newer one of the same notification is under way, by their banners. Not stored: this
/// lasts as long as a call to the server.
///
/// Invariant: at most `bound`, the newest last.
final class EarlierTexts {
  private static let bound = 64
  @Transacted private var texts: [(handle: BannerHandle, text: Pressable)]

  init(in transaction: Transaction) {
    _texts = Transacted([], in: transaction)
  }

  subscript(handle: BannerHandle) -> Pressable? { texts.first { $0.handle == handle }?.text }

  /// Keeps this text, which differs from the newest one. It is on screen, unless an even earlier text is.
  func keep(_ request: NotificationRequest, shownAs handle: BannerHandle) {
    guard self[handle] == nil else { return }
    if texts.count >= Self.bound { texts.removeFirst() }
    texts.append((handle, Pressable(request)))
  }

  /// The banner shows another text, or is closed.
  func forget(_ handle: BannerHandle) {
    guard !texts.isEmpty else { return }
    texts.removeAll { $0.handle == handle }
  }
}

/// Banners that the server closed a moment ago. Some servers report the closing first, and then the press or reply that
/// caused it.
///
/// Invariant: at most `bound`, and each is found once.
final class RecentClosings {
  /// The subject of a closed banner.
  enum Subject {
    /// With the facts that its app is told about a press, and the way to it, which the notification may lose when it ends.
    /// `isEarlier`: whether the record had a newer text by then.
    case notification(NotificationID, Pressable, AppLink?, isEarlier: Bool)
    case summary(AppID, round: Int64)
  }

  private static let patience: Int64 = 2_000
  private static let bound = 64
  @Transacted private var closings: [(handle: BannerHandle, subject: Subject, time: Uptime)]

  init(in transaction: Transaction) {
    _closings = Transacted([], in: transaction)
  }

  func note(_ handle: BannerHandle, of subject: Subject, now: Uptime) {
    forget(now)
    if closings.count >= Self.bound { closings.removeFirst() }
    closings.append((handle, subject, now))
  }

  func pop(_ handle: BannerHandle, now: Uptime) -> Subject? {
    forget(now)
    guard let index = closings.firstIndex(where: { $0.handle == handle }) else { return nil }
    return closings.remove(at: index).subject
  }

  /// The app's own keys of the actions on a banner that was closed a moment ago.
  func keys(of handle: BannerHandle) -> ActionKeys? {
    guard case .notification(_, let text, _, _)? = closings.first(where: { $0.handle == handle })?.subject
    else { return nil }
    return text.keys
  }

  func forget(_ now: Uptime) {
    guard !closings.isEmpty else { return }
    closings.removeAll { now >= $0.time.advanced(byMilliseconds: Self.patience) }
  }
}
