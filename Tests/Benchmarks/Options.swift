/// The options of the command line.
struct Options {
  /// Rounds. Each measures the daemon and the bare server in turn, since the disk's speed changes with time.
  var rounds = 3
  /// Posts of one round with 64 in flight.
  var posts = 20_000
  /// Posts of one round one at a time.
  var singles = 1_000
  /// Posts of a run beside a flood.
  var flooded = 500
  /// Notifications sent by the front, and as many to the server alone.
  var fronted = 200
  /// Posts during which memory must not grow.
  var growing = 40_000
  /// Notifications sent by libnotify, and as many posts beside them.
  var notified = 100
  /// Pause before memory is measured, in seconds.
  var settling: UInt32 { UInt32(clamping: settlingSeconds) }
  private var settlingSeconds = 5
  var isJSON = false
  var part = Part.all

  /// The measurement to run, or another task of this program.
  enum Part: String {
    case all = ""
    case floods = "--floods"
    case front = "--front"
    case desktop = "--desktop"
    case budget = "--budget"
  }

  enum Parsed {
    case run(Options)
    /// Runs as a flooding process; the arguments are the kind of flood, the socket, and the number of calls in flight.
    case flood(Flood?, path: String, inFlight: Int)
    case help
    case wrong(String)
  }

  static let help = """
    usage: swift build -c release && swift run -c release bellhop-benchmark [OPTION]…

    Measures a bellhopd of its own, in private directories, and prints a table: each figure, and its bar where there
    is one. It is held against two servers that read the same calls and return a fixed answer, with one transaction for
    all that arrived together. Both know no JSON and no guideline.

      bare server inserts the rows that the daemon inserts: the same tables, columns and indexes
      limit       keeps each call as it came, in one table with one index

    Each is measured in turn with the daemon, so that the disk's pace is the same; of all rounds the middle one counts.

      start       from spawning the daemon until its socket has answered
      memory      after the start, after 10,000 posts, and how it grows from there
      one, 64     one Post at a time, and 64 in flight on one connection
      64 clients  each with one Post in flight
      desktop     libnotify to a server that answers at once, to dunst and to mako; a post until the server is called;
                  memory beside mako's. With dbus-daemon, and as root with dunst, Xvfb, mako and sway
      processes   bellhop post against notify-send

      floods      one Post at a time of other apps beside a flood, as a ratio to the same beside programs that
                  compute and never call. What floods runs under SCHED_IDLE, so that the daemon's own queue is
                  measured, and not the processor's. Each ratio is the median of five runs of either, in turn
      front       notify-send from its start until a scripted server is called with it: by a bellhopd that has the
                  notification name, against the server alone, in turn; and what bellhop-bus adds to a call. Needs
                  dbus-daemon, notify-send and python3-gi

    --floods      measure what is beside floods alone
    --front       measure the last one alone
    --desktop     measure the part of this name alone
    --budget      count instructions and statements of SQL by step, held to the page Budget. Needs valgrind
                  and binutils, and dbus-daemon; takes two minutes. In a debug build, a post alone
    --json        print one JSON object at the end
    --rounds N    how often daemon and servers are measured in turn (3); the middle one counts
    --posts N     posts of a round with 64 in flight (20000)
    --singles N   posts of a round one at a time (1000)
    --growing N   posts over which memory is not to grow (40000)
    --notified N  notifications by libnotify, and as many posts beside (100)
    --settling N  seconds before memory is looked at (5)
    --flooded N   posts of a run beside a flood (500)
    --fronted N   notifications by the front, and as many without it (200)

    Exit status: 0 when every bar is met, 1 when one is missed, 2 usage, 3 when nothing could be measured.
    Other programs that work meanwhile make every number worse.
    """

  static func parse(_ arguments: [String]) -> Parsed {
    if let flood = Flood.started(with: arguments) { return flood }
    var options = Options()
    var rest = arguments[...]
    while let name = rest.popFirst() {
      let field: WritableKeyPath<Options, Int>
      switch name {
      case "--help", "-h": return .help
      case "--json":
        options.isJSON = true
        continue
      case "--growing": field = \.growing
      case "--notified": field = \.notified
      case "--settling": field = \.settlingSeconds
      case "--rounds": field = \.rounds
      case "--posts": field = \.posts
      case "--singles": field = \.singles
      case "--flooded": field = \.flooded
      case "--fronted": field = \.fronted
      default:
        guard let part = Part(rawValue: name), part != .all else {
          return .wrong("unknown option \(name); see --help")
        }
        options.part = part
        continue
      }
      guard let number = rest.popFirst().flatMap(Int.init), (1...10_000_000).contains(number) else {
        return .wrong("\(name) takes a number from 1 to 10000000")
      }
      options[keyPath: field] = number
    }
    return .run(options)
  }
}
