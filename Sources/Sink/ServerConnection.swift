import BusWire
import Delivery
import EventLoop

/// Connects to the bus of a notification server. Used on one thread, where its closures are called as well.
protocol ServerConnector: AnyObject {
  /// Connects to the bus; `then` gets `nil` when there is no bus. Freeing the returned object cancels the attempt.
  func open(then: @escaping ((any ServerConnection)?) -> Void) -> AnyObject
  /// Calls the handler once, unless the returned object is freed before.
  func after(milliseconds: Int64, _ handler: @escaping () -> Void) -> AnyObject
  /// Looks at what is at the path: `then` gets its `FileIdentity`. It is never called where a file system hangs.
  func identify(_ path: String, then: @escaping (String?) -> Void)
}

/// A connection to a bus, and how banners are sent on it.
protocol ServerConnection: AnyObject {
  /// The bus's own id; a restarted bus has another one.
  var guid: String { get }
  /// The unique name that the bus gave the connection.
  var uniqueName: String? { get }
  var isClosed: Bool { get }
  /// The numbers of banners that the server has shown for an earlier process of ours, which may not have known them.
  var leftBanners: [UInt32] { get }
  func whenClosed(_ handler: @escaping () -> Void)
  /// Never starts a service. Without `then` no answer is requested; without a timeout the answer is awaited for as long
  /// as the connection lasts.
  func call(
    _ method: BusMethod, _ arguments: [BusValue], timeoutMilliseconds: Int64?,
    then: ((Result<[BusValue], BusError>) -> Void)?)
  /// Receives this sender's signals until the returned object is freed.
  func signals(
    from sender: String, interface: String, member: String?, firstArgument: String?,
    _ handler: @escaping (BusSignal) -> Void
  ) -> AnyObject
  /// Called before the first banner for a server; false if the server does not answer.
  func beginServer() -> Bool
  /// Called when nothing more is sent to that server.
  func endServer()
  /// Shows a banner, in the place of banner `replacing` unless that is 0. `answered` gets the answer and its sender's
  /// unique name; it is not called when libnotify's or the connection's time runs out.
  func notify(
    _ banner: RenderedBanner, replacing: UInt32, of server: String,
    answered: @escaping (Result<[BusValue], BusError>, String) -> Void)
}

/// The settings and the report handler that all sessions of a sink share.
struct SinkContext: Sendable {
  var lock: any LockReading
  /// The directory of the image files that banners name.
  var images: String
  /// After this time a server that has not answered a banner is probed with another question.
  var patienceMilliseconds: Int64
  /// A banner waits no longer than this for the answers to the closes before it, from a server that hangs.
  var closeMilliseconds: Int64
  var report: @Sendable (SinkReport) -> Void
}

enum SteadyClock {
  static var microseconds: Int64 { EventLoop.nanoseconds() / 1_000 }
}
