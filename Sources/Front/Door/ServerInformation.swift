import BusSocket
import BusWire
import EventLoop

/// What the server calls itself: apps know servers by their names, and behave accordingly. Outlives a connection to the
/// bus, so that the last server's name stands in while there is none.
final class ServerInformation {
  /// In the order of the method's answer: name, vendor, version, and that of the specification.
  typealias Texts = [[UInt8]]

  /// An app at its start waits for this.
  static let patienceMilliseconds: Int64 = 1_000
  private static let mostWaiting = 256
  private static let mostBytes = 1_024

  private let loop: EventLoop
  private var texts: Texts
  /// Whose it is, by its unique name on the present bus.
  private var owner: String?
  private var waiting: [(Texts) -> Void] = []
  private var timer: Timer?
  /// Each question's, so that a late answer to another one counts for nothing.
  private var question = 0

  /// `version`: our own, as long as no server was ever heard of.
  init(_ loop: EventLoop, version: String) {
    self.loop = loop
    texts = ["Bellhop", "Bellhop", version, "1.2"].map { Array($0.utf8) }
  }

  deinit { if let timer { loop.cancel(timer) } }

  /// Whether nobody waits to be told.
  var isIdle: Bool { waiting.isEmpty }

  /// The bus is another, where nobody's name is known, and whoever waits is gone.
  func forgetOwner() {
    owner = nil
    waiting = []
    endQuestion()
  }

  /// `then`: now, or after a second at the most.
  func tell(of server: Forwarding.Server?, over bus: BusClient, then: @escaping (Texts) -> Void) {
    guard let server, server.name != owner, waiting.count < Self.mostWaiting else { return then(texts) }
    waiting.append(then)
    if timer == nil { ask(server, bus) }
  }

  private func ask(_ server: Forwarding.Server, _ bus: BusClient) {
    question += 1
    let question = question
    timer = loop.setTimer(at: EventLoop.now().uptime + Self.patienceMilliseconds) { [weak self] in
      self?.answered(question, nil, server)
    }
    bus.call(
      "GetServerInformation",
      to: .object(Array(server.name.utf8), path: DoorNames.path, interface: server.interface)
    ) { [weak self] answer in
      guard let self else { return }
      answered(question, answer.flatMap(Self.texts), server)
    }
  }

  private func answered(_ question: Int, _ found: Texts?, _ server: Forwarding.Server) {
    guard question == self.question, timer != nil else { return }
    if let found {
      texts = found
      owner = server.name
    }
    endQuestion()
    let waiting = waiting
    self.waiting = []
    for then in waiting { then(texts) }
  }

  private func endQuestion() {
    if let timer { loop.cancel(timer) }
    timer = nil
  }

  private static func texts(_ answer: Message) -> Texts? {
    guard answer.header.kind == .reply, answer.header.signature.elementsEqual("ssss".utf8),
      let ranges = try? answer.allStrings()
    else { return nil }
    let texts = ranges.map { Array(answer.bytes[$0]) }
    return texts.allSatisfy { $0.count <= mostBytes } ? texts : nil
  }
}
