package import NotificationModel
import Records

// What Bellhop itself has to tell, as notifications of its own: in the list, behind a lock, held and shown like others.

extension DeliveryEngine {
  private static let shutOut = OpaqueName("server-shut-out")

  /// A notification server was started past bellhop-bus and has ended without the name: for `doctor`, and for the person
  /// in one banner, which does not come again for this server while it is kept. `line`: what to type in its place.
  package func serverIsShutOut(_ server: String, line: String, now: Moment) throws(Refusal) {
    let fact = DesktopFact.frontShutsOut(server: server, line: line)
    receive(.finding(fact))
    guard let identifier = Self.shutOut else { return }
    var request = NotificationRequest(app: .shell)
    request.identifier = identifier
    request.title = showing.wording.couldNotStart(server)
    request.body = showing.wording.finding(fact).remedy
    try call(at: now) {
      try store.begin()
      let earlier = try store.records(app: .shell, identifier: identifier)
      let ended = try store.lastEnded(app: .shell, identifier: identifier)
      guard !earlier.contains(where: { $0.request.title == request.title }),
        ended?.request.title != request.title
      else { return }
      let client = Client(connection: 0, process: 0, isPerson: true)
      let submission = try submission(request, by: client, now)
      var none: [ImageCopy] = []
      _ = try accept(submission, images: [], unused: &none, by: client, now)
    }
  }
}
