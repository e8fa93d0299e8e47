import EventLoop
import Intake
import Varlink

/// Says of each client whether it calls as it should.
final class CertificationServer: CallHandler {
  /// Clients that began and have neither ended nor erred; the oldest gives way.
  private static let mostClients = 1_000

  weak var server: Server?
  private var expected: [String: Int] = [:]
  private var clients: [String] = []

  func handle(_ call: Call, from caller: Caller) -> Handling {
    guard let index = steps.firstIndex(where: { $0.method == call.method }) else {
      return .reply(.failed(ServiceError.methodNotImplemented(call.method)))
    }
    if index == 0 { return .reply(start(call)) }
    guard case .string(let client)? = call.parameters["client_id"], let due = expected[client] else {
      return .reply(.failed(CallError(name: "org.varlink.certification.ClientIdError")))
    }
    let wants = Self.call(steps[due], client: client)
    guard due == index, Self.matches(call, wants) else {
      expected[client] = nil
      return .reply(Self.failure(wants, call))
    }
    expected[client] = index + 1 < steps.count ? index + 1 : nil
    if steps[index].more {
      for text in moreReplies.dropLast() { server?.send(.continues(Self.reply(text)), to: caller.connection) }
      return .reply(.done(Self.reply(moreReplies[moreReplies.count - 1])))
    }
    return .reply(.done(.object(steps[index].returns)))
  }

  func connectionClosed(_ connection: ConnectionID) {}

  private func start(_ call: Call) -> Reply {
    let wants = Call(method: steps[0].method)
    guard Self.matches(call, wants) else { return Self.failure(wants, call) }
    if clients.count == Self.mostClients { expected[clients.removeFirst()] = nil }
    let client = String(UInt64.random(in: .min ... .max), radix: 16)
    clients.append(client)
    expected[client] = 1
    return .done(.object([JSON.Field("client_id", .string(client))]))
  }

  private static func call(_ step: Step, client: String) -> Call {
    Call(
      method: step.method, parameters: .object([JSON.Field("client_id", .string(client))] + step.wants),
      oneway: step.oneway, more: step.more)
  }

  private static func matches(_ call: Call, _ wants: Call) -> Bool {
    call.method == wants.method && call.oneway == wants.oneway && call.more == wants.more
      && call.parameters.means(wants.parameters)
  }

  private static func reply(_ text: String) -> JSON { .object([JSON.Field("string", .string(text))]) }

  private static func failure(_ wants: Call, _ got: Call) -> Reply {
    let fields = [JSON.Field("wants", description(wants)), JSON.Field("got", description(got))]
    return .failed(
      CallError(name: "org.varlink.certification.CertificationError", parameters: .object(fields)))
  }

  private static func description(_ call: Call) -> JSON {
    .object([
      JSON.Field("method", .string(call.method)), JSON.Field("parameters", call.parameters),
      JSON.Field("oneway", .bool(call.oneway)), JSON.Field("more", .bool(call.more)),
    ])
  }
}
