import BellhopClient
import Varlink

/// An answer that is not the one that the certification prescribes.
struct UnexpectedAnswer: Error {
  let step: String
}

/// Calls every step of the service at a path. The result of a step is the next one's argument.
func certify(at path: String) throws {
  let connection = try VarlinkConnection(to: path)
  let started = try connection.call(steps[0].method)
  guard case .string(let client)? = started["client_id"] else { throw UnexpectedAnswer(step: steps[0].name) }
  var carried: [JSON.Field] = []
  for step in steps.dropFirst() {
    let parameters = JSON.object([JSON.Field("client_id", .string(client))] + carried)
    if step.oneway {
      try connection.sendOneway(step.method, parameters)
      carried = []
    } else if step.more {
      var texts: [JSON] = []
      try connection.callMore(step.method, parameters) { reply in
        texts.append(reply["string"] ?? .null)
        return true
      }
      guard texts == moreReplies.map({ .string($0) }) else { throw UnexpectedAnswer(step: step.name) }
      carried = [JSON.Field("last_more_replies", .array(texts))]
    } else {
      // Some services return the id as well.
      guard case .object(let fields) = try connection.call(step.method, parameters) else {
        throw UnexpectedAnswer(step: step.name)
      }
      carried = fields.filter { $0.name != "client_id" }
      // Services differ in the example of MyType, and each wants its own back.
      guard step.name == "Test09" || JSON.object(carried).means(.object(step.returns)) else {
        throw UnexpectedAnswer(step: step.name)
      }
    }
  }
}
