/// What the command line asks for.
struct Options {
  /// Rounds, of which each measures the daemon and the bare server in turn: the disk's pace changes with time.
  var rounds = 3
  /// Posts of one round with 64 in flight.
  var posts = 20_000
  /// Posts of one round one at a time.
  var singles = 1_000
  /// Notifications that are stored before the last measurement.
  var stored = 100_000
  /// Posts of a run beside a flood.
  var flooded = 500
  /// Notifications by the front, and as many to the server alone.
  var fronted = 200
  /// Whether only what needs no daemon is measured.
  var isWithoutDaemon = false
  var isAboutFloodsAlone = false
  var isAboutTheFront = false

  enum Parsed {
    case run(Options)
    /// What a flooding process is started with: the kind of flood, the socket, and how many calls it has in flight.
    case flood(Flood?, path: String, inFlight: Int)
    case help
    case wrong(String)
  }

  static let help = """
    usage: swift build -c release && swift run -c release bellhop-benchmark [OPTION]…

    Measures a bellhopd of its own, in private directories and without a sink, and holds it against a bare
    server: one that reads the same frames, inserts the same rows into the same tables of SQLite, in one
    transaction for all that arrived together, and returns a fixed answer. It knows no JSON and no guideline.

      judging     what the guidelines, and the advice, cost on the labelled texts, against reading their JSON
      start       from spawning the daemon until its socket has answered
      memory      resident: after the start, after 10,000 posts, and how it grows from there
      one         one Post at a time: median and 99th percentile
      64          64 posts in flight on one connection: posts a second
      crash       both again with Durability=crash, without a comparison
      stored      64 in flight again with 100,000 notifications stored
      floods      one Post at a time of other apps beside a flood, as a ratio to the same beside programs that
                  compute and never call. What floods runs under SCHED_IDLE, so that the daemon's own queue is
                  measured, and not the processor's. Each ratio is the median of five runs of either, in turn

      front       notify-send from its start until a scripted server is called with it: by a bellhopd that has the
                  notification name, against the server alone, in turn. With --front alone, as it needs
                  dbus-daemon, notify-send and python3-gi
      bellhop-bus what it adds to a call, messages a second in either direction, and its memory. With --front

    --no-daemon   measure the first of these alone
    --floods      measure what is beside floods alone
    --front       measure the last two alone
    --rounds N    how often daemon and bare server are measured in turn (3); the middle one counts
    --posts N     posts of a round with 64 in flight (20000)
    --singles N   posts of a round one at a time (1000)
    --stored N    notifications stored for the last measurement but one (100000)
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
      case "--no-daemon":
        options.isWithoutDaemon = true
        continue
      case "--floods":
        options.isAboutFloodsAlone = true
        continue
      case "--front":
        options.isAboutTheFront = true
        continue
      case "--rounds": field = \.rounds
      case "--posts": field = \.posts
      case "--singles": field = \.singles
      case "--stored": field = \.stored
      case "--flooded": field = \.flooded
      case "--fronted": field = \.fronted
      default: return .wrong("unknown option \(name); see --help")
      }
      guard let number = rest.popFirst().flatMap(Int.init), (1...10_000_000).contains(number) else {
        return .wrong("\(name) takes a number from 1 to 10000000")
      }
      options[keyPath: field] = number
    }
    return .run(options)
  }
}
