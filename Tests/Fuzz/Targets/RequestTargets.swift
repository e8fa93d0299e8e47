import EventLoop
import Glibc
import NotificationModel
import NotificationProtocol
import TestSupport
import Varlink

@testable import DeliveryTests
@testable import Intake

/// A notification in JSON: as a call of the socket brings it to the store, and as a file in root's spool.
let requestTargets: [FuzzTarget] = [
  FuzzTarget(
    name: "request",
    parsers: [
      "Guidelines/PlainText.swift", "Guidelines/RequestFault.swift",
      "NotificationProtocol/NotificationJSON.swift", "Store/Tables/StoredJSON.swift",
      "Store/Tables/NotificationColumns.swift",
    ],
    maximumLength: 8_192,
    check: { [directory = TemporaryDirectory(inMemory: true)] bytes in
      try checkRequest(bytes, in: directory.path)
    }),
  FuzzTarget(
    name: "spool", parsers: ["Intake/Files/Spool.swift"], maximumLength: 8_192,
    check: { [directory = TemporaryDirectory(inMemory: true)] bytes in
      try checkSpool(bytes, in: directory.path)
    }),
]

// MARK: The socket

/// The input is the notification of a call of `Post`. What is accepted is stored as a plain reading of it says, within
/// the limits, and listed again; what is refused leaves nothing behind.
@Sendable private func checkRequest(_ bytes: [UInt8], in directory: String) throws {
  guard let given = try? JSON(parsing: bytes), let call = call(posting: bytes) else { return }
  guard let app = (try? post(of: call))?.app else {
    // A fault of the shape needs no engine to be found.
    guard let again = try? NotificationRequest(json: given, path: "notification") else { return }
    throw Violation("\(again) is read, and not from the call")
  }
  let door = try Door(in: directory)
  defer { door.close() }
  let answer = try door.answer(call, .notifications)
  let listed = try door.answer(
    Call(
      method: "io.bellhop.Notifications.List",
      parameters: .object([JSON.Field("app", app.json), Door.states])), .notifications)
  guard case .done(let list)? = listed, case .array(let records)? = list["records"] else {
    // Some apps are the daemon's own, and may neither post nor list here.
    if case .failed = answer { return }
    throw Violation("an app cannot list what is its own: \(listed as Any)")
  }
  switch answer {
  case .failed(let error):
    try require(records.isEmpty, "a part of what was refused is stored")
    try require(!error.name.hasSuffix("NotStored"), "it is not stored: \(error)")
  case .continues, nil: throw Violation("a post is not answered at once, or more than once")
  case .done(let receipt):
    guard let stored = records.first?["notification"], records.count == 1 else {
      throw Violation("\(records.count) notifications come of one post")
    }
    try require(records[0]["id"] == receipt["receipt"]?["id"], "another notification is stored")
    let (wanted, found) = (PlainRequest(given), PlainRequest(stored: stored))
    try require(found == wanted, "it is stored as \(found), and is \(wanted)")
    try checkLimits(stored)
    let record = try Record(reply: records[0], path: "")
    try require(PlainRequest(stored: record.notification.json) == found, "its app reads another notification")
  }
}

/// Texts are counted as they are stored. A label is counted in characters as it was given: without its joiners an emoji
/// becomes several.
private func checkLimits(_ stored: JSON) throws {
  func fits(_ text: JSON?, characters: Int = .max, bytes: Int) throws {
    guard case .string(let text)? = text else { return }
    try require(text.count <= characters && text.utf8.count <= bytes, "a text is longer than its limit")
  }
  for name in ["title", "subtitle", "hiddenPreviewBody"] {
    try fits(stored[name], characters: 256, bytes: 2_048)
  }
  try fits(stored["body"], bytes: 4_096)
  if case .string(let body)? = stored["body"] {
    let lines = body.split(omittingEmptySubsequences: false) { $0.isNewline }
    try require(lines.count <= 40, "a body has \(lines.count) lines")
  }
  for name in ["name", "group"] { try fits(stored["sender"]?[name], bytes: 2_048) }
  guard case .array(let actions)? = stored["actions"] else { return }
  try require(actions.count <= 4, "there are \(actions.count) actions")
  for action in actions {
    try fits(action["title"], bytes: 512)
    try fits(action["input"]?["placeholder"], bytes: 2_048)
    try fits(action["input"]?["button"], bytes: 512)
  }
}

/// The call with these bytes as its notification; `nil` if they are no value of their own, or nest too deep in a call.
private func call(posting bytes: [UInt8]) -> Call? {
  let frame =
    Array(#"{"method":"\#(NotificationsInterface.post)","parameters":{"notification":"#.utf8) + bytes
    + Array("}}".utf8)
  guard let call = try? Call(parsing: frame), case .object(let fields) = call.parameters, fields.count == 1
  else {
    return nil
  }
  return call
}

private func post(of call: Call) throws -> NotificationRequest {
  var fields = try ShapeReader(call.parameters)
  defer { try? fields.finish() }
  return try fields.required("notification", try fields.value("notification"))
}

// MARK: The spool

/// The first byte says as what the others lie in the spool: `0` as a file, `1` as a file behind a link, `2` as a
/// directory, `3` as a FIFO, `4` as a file that others can write to, `5` as another user's, `6` as a file that is
/// too long, `7` not at all. A file is read whole or not at all, and its request is the one that a call of the
/// socket would have brought.
@Sendable private func checkSpool(_ input: [UInt8], in base: String) throws {
  let name = KeptName(at: .at(0), number: 7)
  let (directory, bytes) = ("\(base)/42", Array(input.dropFirst()))
  let path = "\(directory)/\(name.text)"
  mkdir(directory, 0o755)
  defer { if unlink(path) != 0 { rmdir(path) } }
  let kind = (input.first ?? 0) & 7
  switch kind {
  case 0, 5: try writeFile(bytes, to: path)
  case 1:
    try writeFile(bytes, to: "\(base)/other")
    symlink("\(base)/other", path)
  case 2: mkdir(path, 0o700)
  case 3: mkfifo(path, 0o600)
  case 4:
    try writeFile(bytes, to: path)
    chmod(path, 0o622)
  case 6: try writeFile(Array(repeating: UInt8(ascii: " "), count: 65_536) + bytes + [0], to: path)
  default: break
  }
  let spool = Spool(in: base, for: 42, owner: kind == 5 ? geteuid() &+ 1 : geteuid())
  let read = Result { () throws(Spool.Fault) in try spool.bytes(of: name) }
  let names = Result { () throws(Spool.Fault) in try spool.files() }
  switch kind {
  case 0:
    try require(try read.get() == bytes && names.get() == [name], "a file is read in part")
    try checkFile(bytes)
  case 7: try require(try read.get() == nil && names.get() == [], "a file is read that is not there")
  case 5: try require(fault(names) != nil && fault(read) != nil, "another user's directory is read")
  default: try require(try names.get() == [name] && fault(read) != nil, "what is no file of root's is read")
  }
}

private func fault<Value>(_ result: Result<Value, Spool.Fault>) -> Spool.Fault? {
  if case .failure(let fault) = result { fault } else { nil }
}

private func checkFile(_ bytes: [UInt8]) throws {
  let read = Result { () throws(Spool.Fault) in try Spool.request(in: bytes) }
  let brought = call(posting: bytes).flatMap { try? post(of: $0) }
  switch read {
  case .success(let request):
    // A call nests its notification two levels deeper.
    let isDeep = (try? JSON(parsing: bytes, maximumDepth: JSON.maximumDepth - 2)) == nil
    try require(request == brought || (isDeep && brought == nil), "the socket takes another request")
  case .failure(let fault):
    try require(brought == nil, "the socket takes it: \(fault)")
    try require(!fault.isTransient, "a fault of the file is taken for one that passes")
    let told = fault.description.utf8.count
    try require(told <= 512, "a fault has \(told) bytes")
  }
}
