import Foundation
import NotificationProtocol
import TestSupport
import Testing
import Varlink

/// The names that `import BellhopClient` brings into an app, by the compiler's symbol graph. Each of them is a promise
/// to keep sources building; the daemon's own nouns are `package`.
struct PublicFaceTests {
  /// A type and its members. Fields, words and errors that `io.bellhop.Notifications` declares are promised there,
  /// and count as one with their type, as does the initialiser of all fields.
  private static let symbols: [String: Set<String>] = [
    "NotificationsClient": [
      "init(runtimeDirectory:)", "post(_:advise:strict:language:)",
      "requestAuthorization(app:purpose:marketing:advised:)",
      "waitForAuthorization(app:purpose:marketing:)", "registerCategories(_:app:)",
      "setForeground(_:thread:app:)", "settings(app:)", "list(app:states:limit:before:)",
      "withdraw(app:identifiers:ids:thread:)", "markRead(app:identifiers:ids:thread:)", "badge(app:)",
      "subscribe(app:after:follower:onEvent:)", "acknowledge(app:through:follower:)",
    ],
    "ClientError": [
      "noDaemon(path:)", "unreachable(path:reason:)", "turnedAway", "disconnected", "timedOut",
      "protocolFault(_:)", "tooLarge(field:limit:given:)", "refused(_:)", "notificationsError", "description",
    ],
    "CallError": ["name"],
    "NotificationsError": [],

    "AppID": ["init(_:)", "init(literal:)", "text", "description", "<(_:_:)"],
    "ItemID": ["init(_:)", "init(literal:)", "text", "description", "defaultAction"],
    "OpaqueName": ["init(_:)", "init(literal:)", "text", "==(_:_:)", "hash(into:)"],
    "NotificationID": ["init(_:)", "number", "description", "<(_:_:)"],
    "EventSequence": ["init(_:)", "number", "description", "<(_:_:)"],
    "FollowerName": ["init(_:)", "init(literal:)", "text", "description", "<(_:_:)"],
    "NotificationEvents": [
      "init(app:follower:runtimeDirectory:)", "makeAsyncIterator()", "Iterator", "Element", "Failure",
    ],
    "TargetValue": [
      "null", "bool(_:)", "int(_:)", "double(_:)", "string(_:)", "array(_:)", "object(_:)",
      "init(nilLiteral:)", "init(booleanLiteral:)", "init(integerLiteral:)", "init(floatLiteral:)",
      "init(stringLiteral:)", "init(arrayLiteral:)", "init(dictionaryLiteral:)",
    ],
    "OpaqueObject": ["init(json:)", "json"],
    "Link": ["init(_:)", "text"],
    "Timestamp": ["init(milliseconds:)", "milliseconds", "advanced(bySeconds:)", "description", "<(_:_:)"],

    "NotificationRequest": ["init", "ofUnknownLength"], "WhileInFront": [], "Action": ["init"],
    "TextInput": ["init"], "Category": ["init"],
    "Sender": ["init"], "CalendarFields": ["init"], "Trigger": [],
    "Receipt": [], "Record": [], "Event": [], "EffectiveSettings": [], "Decision": [], "Advice": [],
    "InterruptionLevel": [], "Kind": [], "Outcome": [], "State": [], "EventKind": [], "Authorization": [],
    "Previews": [], "SizeUnit": ["bytes", "characters"],
  ]

  private struct Graph: Decodable {
    let symbols: [Symbol]
  }

  private struct Symbol: Decodable {
    struct Location: Decodable {}
    let pathComponents: [String]
    /// Nil for derived symbols.
    let location: Location?

    var owner: String { pathComponents.first ?? "" }
    var member: String? { pathComponents.dropFirst().first }
  }

  /// Of the modules that the library's one re-exports, too.
  private static func exported() throws -> [Symbol] {
    let directory = TemporaryDirectory()
    return try ["BellhopClient", "NotificationModel", "NotificationProtocol", "Varlink"].flatMap { module in
      let result = shell(
        "swift symbolgraph-extract -module-name \(module) -I \(quoted(PackageFiles.products + "/Modules")) "
          + "-target $(uname -m)-unknown-linux-gnu -minimum-access-level public -skip-synthesized-members "
          + "-output-dir \(quoted(directory.path)) 2>&1")
      try #require(result.status == 0, "\(result.output)")
      let file = URL(filePath: "\(directory.path)/\(module).symbols.json")
      return try JSONDecoder().decode(Graph.self, from: Data(contentsOf: file)).symbols
        .filter { $0.location != nil }
    }
  }

  @Test("The library exports these names, and the fields and words of the apps' interface")
  func exports() throws {
    let declared = notificationsDeclarations
    var exported: [String: Set<String>] = [:]
    for symbol in try Self.exported() {
      exported[symbol.owner, default: []].formUnion(Self.member(symbol, beside: declared))
    }
    #expect(Set(exported.keys) == Set(Self.symbols.keys))
    for (type, members) in exported { #expect(members == Self.symbols[type], "\(type)") }
    #expect(Self.symbols.count + Self.symbols.values.map(\.count).reduce(0, +) < 130)
  }

  /// Empty for the type itself, and for members that the interface declares.
  private static func member(_ symbol: Symbol, beside interface: Declarations) -> Set<String> {
    guard let member = symbol.member else { return [] }
    let name = String(member.prefix { $0 != "(" })
    let declaredNames = [
      "NotificationRequest": "Notification", "CalendarFields": "Calendar", "EffectiveSettings": "Settings",
    ]
    switch interface.types[declaredNames[symbol.owner] ?? symbol.owner] {
    case .structure(let fields):
      let field = name == "isPrivate" ? "private" : name
      return fields.contains { $0.name == field } ? [] : [name]
    case .enumeration(let words): return words.contains(name) ? [] : [member]
    default:
      let isError =
        symbol.owner == "NotificationsError"
        && interface.errors[name.prefix(1).uppercased() + name.dropFirst()] != nil
      return isError ? [] : [member]
    }
  }
}
