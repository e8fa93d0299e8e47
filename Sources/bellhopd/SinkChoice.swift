import Delivery
import Glibc
import SessionBus
import Sink

/// Where banners go.
enum ChosenSink {
  /// The desktop's notification server.
  case desktop(LibnotifySink)
  /// Always there.
  case console(ConsoleSink)
  /// Everything is held.
  case none

  init(_ choice: Arguments.SinkChoice, lock: LockFlag, images: String) {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    switch choice {
    case .none: self = .none
    case .console: self = .console(Self.console(lock, isTerminal))
    case .libnotify: self = .desktop(LibnotifySink(lock: lock, images: images))
    case .auto where SessionBusAddress.current() == nil && isTerminal:
      self = .console(Self.console(lock, isTerminal))
    case .auto: self = .desktop(LibnotifySink(lock: lock, images: images))
    }
  }

  private static func console(_ lock: LockFlag, _ isTerminal: Bool) -> ConsoleSink {
    var size = winsize()
    let hasSize = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return ConsoleSink(
      lock: lock, colour: isTerminal && getenv("NO_COLOR") == nil, width: hasSize ? Int(size.ws_col) : nil)
  }

  var sink: (any Sink)? {
    switch self {
    case .desktop(let sink): sink
    case .console(let sink): sink
    case .none: nil
    }
  }

  var name: String { sink?.name ?? "none" }
}
