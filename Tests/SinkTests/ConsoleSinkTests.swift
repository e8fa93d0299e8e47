import Delivery
import EventLoop
import Glibc
import Locks
import NotificationModel
import Sink
import TestSupport
import Testing

@Suite struct ConsoleSinkTests {
  private let directory = TemporaryDirectory()
  private let lock = TestLock()
  /// No sink here has a use for it.
  private let loop: EventLoop

  init() throws { loop = try EventLoop() }

  /// The output for these banners, and the reports.
  private func printed(_ banners: [Banner], colour: Bool = false, width: Int? = 24) async throws
    -> (String, [SinkReport])
  {
    let path = try directory.file("terminal")
    let output = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer { close(output) }
    let sink = ConsoleSink(lock: lock, output: output, colour: colour, width: width)
    let heard = Heard()
    sink.start(on: loop) { heard.add($0) }
    for banner in banners { sink.perform(.show(banner)) }
    try await eventually("the reports", holds: { heard.banners.count == banners.count })
    sink.stop()
    return (String(decoding: try readFile(path), as: UTF8.self), heard.banners)
  }

  private final class Heard: Sendable {
    private let reports = Mutex<[SinkReport]>([])
    func add(_ report: SinkReport) { reports.withLock { $0.append(report) } }
    private func all(isPresence: Bool) -> [SinkReport] {
      reports.withLock { $0.filter { if case .presence = $0 { isPresence } else { !isPresence } } }
    }
    var banners: [SinkReport] { all(isPresence: false) }
    var presence: [SinkReport] { all(isPresence: true) }
  }

  @Test func `a terminal that is gone is reported once, and nothing more is written to it`() async throws {
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    // TIOCSPTLCK and TIOCGPTN, ioctl_tty(2): unlock the terminal, and ask for its number.
    var (isLocked, number): (Int32, Int32) = (0, -1)
    #expect(ioctl(master, 0x4004_5431, &isLocked) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
    let slave = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(slave >= 0)
    defer { close(slave) }
    let sink = ConsoleSink(lock: lock, output: slave, colour: false, width: 24)
    let heard = Heard()
    let present = SinkReport.presence(.present(server: sink.server))
    let gone = SinkReport.presence(.absent(activatable: false))
    sink.start(on: loop) { heard.add($0) }
    let banner = try testBanner(title: "Lunch")
    sink.perform(.show(banner))
    try await eventually("a banner", holds: { heard.banners.count == 1 })
    #expect(heard.presence == [present])
    close(master)
    // A child that is just being started holds a copy for a moment.
    try await eventually("a terminal that is gone") {
      var state = pollfd(fd: slave, events: 0, revents: 0)
      return poll(&state, 1, 0) == 1 && state.revents & Int16(POLLHUP) != 0 ? () : nil
    }
    sink.perform(.show(banner))
    try await eventually("the news", holds: { heard.presence == [present, gone] })
    // Something else, which could be written to.
    let path = try directory.file("other")
    let other = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    #expect(dup2(other, slave) == slave)
    close(other)
    sink.perform(.show(banner))
    try await eventually("the reports", holds: { heard.banners.count == 3 })
    sink.stop()
    #expect(
      heard.banners.dropFirst() == [.failed(banner.subject, .noServer), .failed(banner.subject, .noServer)])
    #expect(heard.presence == [present, gone])
    #expect(try readFile(path).isEmpty)
  }

  @Test func `no sink is one that is not there`() {
    let heard = Heard()
    NoSink(lock: lock, images: "").start(on: loop) { heard.add($0) }
    #expect(heard.presence == [.presence(.absent(activatable: false))])
    #expect(!NoSink.isThere)
  }

  @Test func `a banner is printed within the width, with its buttons`() async throws {
    let banner = try testBanner(
      title: "Lunch", body: "Are you coming to lunch with us?\nYes?", actions: [action("ok"), action("no")])
    let (text, _) = try await printed([banner])
    #expect(
      text == """
        │ Mail
        │ Lunch
        │ Are you coming to
        │ lunch with us?
        │ Yes?
        │ [1] OK  [2] NO


        """)
  }

  @Test(
    arguments: [
      ("세 시에 이층 회의실에서 만나요", "│ 세 시에 이층\n│ 회의실에서 만나요\n"),
      (String(repeating: "회", count: 13), "│ 회회회회회회회회회회회\n│ 회회\n"),
      (String(repeating: "👨‍👩‍👧", count: 12), "│ \(String(repeating: "👨‍👩‍👧", count: 11))\n│ 👨‍👩‍👧\n"),
    ])
  func `a line holds as many columns as the terminal has, whatever script it is in`(
    body: String, lines: String
  ) async throws {
    let (text, _) = try await printed([try testBanner(title: "T", body: body, actions: [])])
    #expect(text == "│ Mail\n│ T\n\(lines)\n", "\(text)")
  }

  @Test func `no control character reaches the terminal, and colours only where asked for`() async throws {
    let banner = try testBanner(title: "a\u{1B}[2Jb", body: "c\u{7}\u{9B}d\re\tf", actions: [])
    let (plain, _) = try await printed([banner])
    #expect(plain.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    #expect(plain.contains("cde f"))
    let (coloured, _) = try await printed([banner], colour: true)
    #expect(coloured.contains("\u{1B}[1ma[2Jb\u{1B}[0m"))
  }

  @Test func `each banner is shown under a number of its own, hidden while locked`() async throws {
    var banner = try testBanner(title: "Secret")
    banner.textWhenLocked = BannerText(title: "Notification")
    lock.set(true)
    let (text, reports) = try await printed([banner, banner])
    #expect(!text.contains("Secret"))
    let ids = reports.compactMap { report -> UInt32? in
      if case .shown(_, let handle, hidden: true, omitted: []) = report { handle.id } else { nil }
    }
    #expect(ids == [1, 2])
  }
}
