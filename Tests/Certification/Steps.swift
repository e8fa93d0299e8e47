import Varlink

/// One call of the certification, and its result.
struct Step {
  let name: String
  /// The arguments beside the client's id: the result of the previous step.
  let wants: [JSON.Field]
  let returns: [JSON.Field]
  var more = false
  var oneway = false

  var method: String { "org.varlink.certification.\(name)" }
}

/// The calls in their order.
let steps: [Step] = {
  let bool = [JSON.Field("bool", .bool(true))]
  let int = [JSON.Field("int", .int(1))]
  let float = [JSON.Field("float", .double(1))]
  let string = [JSON.Field("string", .string("ping"))]
  let four = [
    JSON.Field("bool", .bool(false)), JSON.Field("int", .int(2)), JSON.Field("float", .double(.pi)),
    JSON.Field("string", .string("a lot of string")),
  ]
  let structure = [JSON.Field("struct", .object(four))]
  let map = [JSON.Field("map", fooBar("Foo", "Bar"))]
  let set = [JSON.Field("set", oneTwoThree)]
  let mytype = [JSON.Field("mytype", exampleOfMyType)]
  let numbers = [JSON.Field("last_more_replies", .array(moreReplies.map { .string($0) }))]
  return [
    Step(name: "Start", wants: [], returns: []),
    Step(name: "Test01", wants: [], returns: bool),
    Step(name: "Test02", wants: bool, returns: int),
    Step(name: "Test03", wants: int, returns: float),
    Step(name: "Test04", wants: float, returns: string),
    Step(name: "Test05", wants: string, returns: four),
    Step(name: "Test06", wants: four, returns: structure),
    Step(name: "Test07", wants: structure, returns: map),
    Step(name: "Test08", wants: map, returns: set),
    Step(name: "Test09", wants: set, returns: mytype),
    Step(name: "Test10", wants: mytype, returns: [], more: true),
    Step(name: "Test11", wants: numbers, returns: [], oneway: true),
    Step(name: "End", wants: [], returns: [JSON.Field("all_ok", .bool(true))]),
  ]
}()

/// The answers to Test10.
let moreReplies = (1...10).map { "Reply number \($0)" }

private func fooBar(_ foo: String, _ bar: String) -> JSON {
  .object([JSON.Field("foo", .string(foo)), JSON.Field("bar", .string(bar))])
}

/// A set is an object of empty objects.
private let oneTwoThree = JSON.object(["one", "two", "three"].map { JSON.Field($0, .object([])) })

private let exampleOfMyType: JSON = {
  let parameters = JSON.object([JSON.Field("map", fooBar("Foo", "Bar"))])
  let entries: [JSON] = [
    .null, fooBar("foo", "bar"), .null,
    .object([JSON.Field("one", .string("foo")), JSON.Field("two", .string("bar"))]),
  ]
  let anon = JSON.object([JSON.Field("foo", .bool(true)), JSON.Field("bar", .bool(false))])
  return .object([
    JSON.Field(
      "object",
      .object([
        JSON.Field("method", .string("org.varlink.certification.Test09")),
        JSON.Field("parameters", parameters),
      ])),
    JSON.Field("enum", .string("two")),
    JSON.Field("struct", .object([JSON.Field("first", .int(1)), JSON.Field("second", .string("2"))])),
    JSON.Field("array", .array([.string("one"), .string("two"), .string("three")])),
    JSON.Field("dictionary", fooBar("Foo", "Bar")),
    JSON.Field("stringset", oneTwoThree),
    JSON.Field("nullable", .null),
    JSON.Field("nullable_array_struct", .null),
    JSON.Field("interface", .object([JSON.Field("foo", .array(entries)), JSON.Field("anon", anon)])),
  ])
}()
