// varlink-certification [--client] --varlink=unix:PATH
//
// Serves org.varlink.certification at a path, on a passed socket where there is one, or calls it there.

import EventLoop
import Glibc
import Intake
import Varlink

/// A line on standard error.
func complain(_ line: String) {
  let bytes = Array("varlink-certification: \(line)\n".utf8)
  _ = write(STDERR_FILENO, bytes, bytes.count)
}

/// Ends the process with a reason.
func fail(_ reason: String) -> Never {
  complain(reason)
  exit(1)
}

func serve(at path: String) throws {
  let loop = try EventLoop()
  let text = String(decoding: PackageResources.org_varlink_certification_varlink, as: UTF8.self)
  guard let interface = InterfaceDescription(text: text) else { fail("the interface has no name") }
  let handler = CertificationServer()
  let role = ListenerRole.notifications
  let service = Service(
    vendor: "Bellhop", product: "Varlink certification", version: "1", url: "https://varlink.org",
    interfaces: [interface])
  let server = Server(loop: loop, scheduler: Scheduler(loop), services: [role: service], handler: handler) {
    _, line in
    complain(line)
  }
  handler.server = server
  loop.onIterationEnd = { server.transactionEnded(failure: nil) }
  try loop.onSignals(HeldSignals([SIGTERM, SIGINT])) { _ in
    server.drain(until: EventLoop.now().uptime + 1_000) { loop.stop() }
  }
  let names = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]
  let variables: [(String, String)] = names.compactMap { name in
    getenv(name).map { (name, String(cString: $0)) }
  }
  let passed = ActivatedSockets(environment: Dictionary(uniqueKeysWithValues: variables))
  for fault in passed.faults { complain(fault) }
  for socket in passed.sockets {
    let file = FileDescriptor(owning: socket.descriptor)
    if socket.isListening {
      try server.listen(on: ListeningSocket(passed: file), role: role)
    } else {
      server.adopt(file, role: role)
    }
  }
  if passed.sockets.isEmpty { try server.listen(on: try ListeningSocket(path: path), role: role) }
  loop.run()
}

let arguments = CommandLine.arguments.dropFirst()
guard let address = arguments.first(where: { $0.hasPrefix("--varlink=unix:") }) else {
  fail("usage: varlink-certification [--client] --varlink=unix:PATH")
}
let path = String(address.dropFirst("--varlink=unix:".count).prefix { $0 != ";" })
do {
  if arguments.contains("--client") {
    try certify(at: path)
    print("Certification passed")
  } else {
    try serve(at: path)
  }
} catch {
  fail("\(error)")
}
