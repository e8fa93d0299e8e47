import BusWire
import Delivery
import EventLoop

/// The way to a server. Used on one thread, where everything that is handed over is called.
protocol ServerLine: AnyObject {
  /// Connects to the bus; `then` is given `nil` where there is none. Given up when what is returned is let go of.
  func open(then: @escaping ((any ServerConnection)?) -> Void) -> AnyObject
  /// Calls the handler once, unless what is returned is let go of before.
  func after(milliseconds: Int64, _ handler: @escaping () -> Void) -> AnyObject
}

/// A connection to a bus, and how banners are sent on it.
protocol ServerConnection: AnyObject {
  /// What the bus calls itself; it changes when the bus is started anew.
  var guid: String { get }
  /// What the bus calls the connection.
  var uniqueName: String? { get }
  var isClosed: Bool { get }
  func whenClosed(_ handler: @escaping () -> Void)
  /// Never starts a service. Without `then` no answer is asked for; without a time the answer is waited for as long as
  /// the connection lasts.
  func call(
    _ method: BusMethod, _ arguments: [BusValue], timeoutMilliseconds: Int64?,
    then: ((Result<[BusValue], BusError>) -> Void)?)
  /// Hears the signals of this sender until what is returned is let go of.
  func signals(
    from sender: String, interface: String, member: String?, firstArgument: String?,
    _ handler: @escaping (BusSignal) -> Void
  ) -> AnyObject
  /// Before the first banner for a server; false where it does not answer.
  func beginServer() -> Bool
  /// Nothing more is sent to that server.
  func endServer()
  /// Shows a banner, in the place of another where `replacing` is not 0. `answered` is given the answer and the unique
  /// name of who gave it, whenever it comes, and nothing where it does not come in time.
  func notify(
    _ banner: RenderedBanner, replacing: UInt32, of server: String,
    answered: @escaping (Result<[BusValue], BusError>, String) -> Void)
}

/// What sessions are given to work with.
struct SinkContext: Sendable {
  var lock: any LockReading
  /// The directory of the image files that banners name.
  var images: String
  /// After that a server that does not answer a banner is asked whether it answers others.
  var patienceMilliseconds: Int64
  var report: @Sendable (SinkReport) -> Void
}

enum SteadyClock {
  static var microseconds: Int64 { EventLoop.nanoseconds() / 1_000 }
}
