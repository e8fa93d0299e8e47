import TestSupport
import Varlink

/// Compares the calls to a server and the signals to a client, with the front and without it.
struct ClientComparison {
  struct Run {
    var given: [ServerTraffic.Notify]
    var heard: [String]
    /// How many banners there were at a time.
    var counts: [Int]
  }

  /// The differences, as a cell of the documentation's table.
  let cell: String
  /// Of each difference an example.
  let examples: [String]

  private typealias Notify = ServerTraffic.Notify

  init(alone: Run, fronted: Run) {
    var found: [String: String] = [:]
    func note(_ difference: ClientMatrix.Difference, _ example: String) {
      found[difference.rawValue] = found[difference.rawValue] ?? example
    }
    let given = fronted.given
    var pairs = Array(zip(alone.given, given))
    let (titles, ours) = (alone.given.map(\.title), given.map(\.title))
    if titles != ours {
      // Values that were out of date before the server had answered are left out.
      if ours.isSubsequence(of: titles), ours.last == titles.last, let last = alone.given.last,
        let own = given.last
      {
        pairs = [(last, own)]
      } else {
        found["titles"] = "\(ours) for \(titles)"
      }
    }
    if alone.counts != fronted.counts {
      note(.place, "\(fronted.counts) banners for \(alone.counts)")
    }
    for (theirs, own) in pairs {
      if own.body.withoutPorts != theirs.body.withoutPorts {
        found["body"] = "\(own.body) for \(theirs.body)"
      }
      if own.picture != theirs.picture { note(.picture, "\(own.picture) for \(theirs.picture)") }
      if own.press != theirs.press {
        note(.pressLabel, "\(own.press ?? "none") for \(theirs.press ?? "none")")
      }
      if own.buttons.map(\.label) != theirs.buttons.map(\.label) {
        found["buttons"] = "\(own.actions) for \(theirs.actions)"
      } else if own.buttons.map(\.key) != theirs.buttons.map(\.key) {
        found["button keys"] = "\(own.actions) for \(theirs.actions)"
      }
      if own.timeout != theirs.timeout { note(.expiry, "\(own.timeout) for \(theirs.timeout)") }
      if own.app != theirs.app { found["app name"] = "\(own.app) for \(theirs.app)" }
      for name in Set(own.hints.keys).union(theirs.hints.keys) {
        let (mine, other) = (own.hints[name], theirs.hints[name])
        guard mine != other, !Notify.ofPicture.contains(name) else { continue }
        let example = "\(name) \(mine.map(\.text) ?? "none") for \(other.map(\.text) ?? "none")"
        switch (name, mine, other) {
        // The client's own process id, normal urgency and no wish about sounds are the defaults.
        case ("sender-pid", _, _), ("x-shell-sender", _, _), ("x-shell-sender-pid", _, _),
          ("urgency", .int(1), nil),
          ("suppress-sound", nil, .bool(false)):
          break
        case ("urgency", .int(1), .int(2)): note(.sticky, example)
        case ("x-dunst-stack-tag", nil, _), ("x-canonical-private-synchronous", nil, _): note(.place, example)
        default: found["hint \(name)"] = example
        }
      }
    }
    if titles == ours, Self.places(alone.given) != Self.places(given) {
      note(.place, "\(Self.places(given)) for \(Self.places(alone.given))")
    }
    if alone.heard != fronted.heard { found["heard"] = "\(fronted.heard) for \(alone.heard)" }
    let known = ClientMatrix.Difference.allCases.map(\.rawValue)
    let all =
      known.filter { found[$0] != nil } + found.keys.filter { !known.contains($0) }.sorted().map { "?\($0)" }
    cell = all.isEmpty ? ClientMatrix.none : all.joined(separator: ", ")
    examples = found.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
  }

  /// Which earlier one each takes the place of.
  private static func places(_ given: [Notify]) -> [Int?] {
    given.map { one in given.firstIndex { $0.number != nil && $0.number == one.replaces && one.replaces != 0 }
    }
  }
}

extension String {
  /// A page is served at another port each time.
  fileprivate var withoutPorts: String {
    split(separator: "127.0.0.1:", omittingEmptySubsequences: false).enumerated().map { index, part in
      index == 0 ? part : part.drop(while: \.isNumber)
    }.joined(separator: "127.0.0.1")
  }
}

extension [String] {
  fileprivate func isSubsequence(of other: [String]) -> Bool {
    var rest = self[...]
    for element in other where element == rest.first { rest = rest.dropFirst() }
    return rest.isEmpty
  }
}

extension ServerTraffic.Notify {
  fileprivate static let ofPicture: Set = [
    "image-data", "image_data", "icon_data", "image-path", "image_path",
  ]

  /// But for the press on the banner itself.
  fileprivate var buttons: [(key: String, label: String)] {
    stride(from: 0, to: actions.count - 1, by: 2).map { (actions[$0], actions[$0 + 1]) }
      .filter { $0.key != "default" }
  }

  fileprivate var press: String? {
    actions.firstIndex(of: "default").flatMap { actions.indices.contains($0 + 1) ? actions[$0 + 1] : nil }
  }

  /// Where it has its picture from.
  fileprivate var picture: String {
    let path = hints["image-path"] ?? hints["image_path"]
    if hints["image-data"] != nil || hints["image_data"] != nil { return "in the call" }
    let named = path.map { if case .string(let text) = $0 { text } else { "" } } ?? icon
    return named.isEmpty
      ? "none" : named.contains("/images/") ? "a copy" : named.contains("/") ? "a file" : named
  }
}
