import NotificationModel
import NotificationProtocol

/// Text for the help of the subcommands with several IDs.
let idForms =
  "IDs can be written as 3-7 and 1,2; a range means those of it that exist, and at least one has to. last is the first "
  + "that 'bellhop list' shows."

/// The forms of IDs on a command line: `7`, `3-7`, `1,2` or `last`.
enum WrittenID: Equatable {
  case number(NotificationID)
  case range(ClosedRange<Int64>)
  /// The notification that arrived last.
  case last

  /// The most IDs in a range: each of them is looked up.
  private static let longestRange: Int64 = 1_000

  /// The IDs in one operand, separated by commas.
  static func all(in operand: String) throws(Failure) -> [WrittenID] {
    var written: [WrittenID] = []
    for part in operand.split(separator: ",", omittingEmptySubsequences: false) {
      written.append(try WrittenID(part))
    }
    return written
  }

  private init(_ part: Substring) throws(Failure) {
    if part == "last" {
      self = .last
      return
    }
    let ends = part.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map {
      Self.number($0)
    }
    guard let first = ends[0], let last = ends.count == 1 ? first : ends[1], first <= last else {
      throw .usage(
        "an ID is the number that 'bellhop list' shows, or last; several are written as 3-7 or 1,2")
    }
    guard last - first < Self.longestRange else {
      throw .usage("\(part) is more than \(Self.longestRange) IDs")
    }
    self = ends.count == 1 ? .number(NotificationID(first)) : .range(first...last)
  }

  /// Digits only, since a sign would be read as a range.
  private static func number(_ text: Substring) -> Int64? {
    text.allSatisfy { $0.isASCII && $0.isNumber } ? Int64(text).flatMap { $0 > 0 ? $0 : nil } : nil
  }
}

extension Session {
  /// The IDs in the operands; a range gives those that exist. `states`: the states to look for `last` in; `nil` for
  /// all.
  func ids(_ operands: [String], lastOf states: [State]? = State.listed) throws(Failure) -> [NotificationID] {
    var ids: [NotificationID] = []
    for operand in operands {
      for written in try WrittenID.all(in: operand) { ids += try self.ids(written, states) }
    }
    return ids
  }

  /// The single ID of the first operand.
  func id(_ arguments: Arguments, lastOf states: [State]? = State.listed) throws(Failure) -> NotificationID {
    let written = try WrittenID.all(in: arguments.operands.first ?? "")
    guard written.count == 1, written[0].isOne, let id = try ids(written[0], states).first else {
      throw .usage("one ID is wanted here")
    }
    return id
  }

  private func ids(_ written: WrittenID, _ states: [State]?) throws(Failure) -> [NotificationID] {
    switch written {
    case .number(let id): return [id]
    case .last:
      let newest = try control { try $0.list(states: states, limit: 1).entries }
      guard let last = newest.first else { throw .localized(.nothingIsInList) }
      return [last.id]
    case .range(let range):
      let found = try control { client in
        try range.map { NotificationID($0) }.filter { try client.entry($0) != nil }
      }
      guard !found.isEmpty else {
        throw .localized(.noneIsKept(first: range.lowerBound, last: range.upperBound))
      }
      return found
    }
  }
}

extension WrittenID {
  fileprivate var isOne: Bool { if case .range = self { false } else { true } }
}

extension [NotificationID] {
  /// The ids in batches that fit into one call.
  var batches: [[NotificationID]] {
    // The method's name and the braces need much less.
    let room = Limits.messageBytes - 1_024
    var batches: [[NotificationID]] = []
    var start = 0
    var bytes = 0
    for (index, id) in enumerated() {
      // A comma stands before each.
      let size = id.description.utf8.count + 1
      if bytes + size > room || index - start == Limits.idsPerCall {
        batches.append(Array(self[start..<index]))
        start = index
        bytes = 0
      }
      bytes += size
    }
    return start < count ? batches + [Array(self[start...])] : batches
  }
}
