import Glibc

/// The measured figures, line by line, and whether one of them misses its bar.
struct Report {
  enum Bar {
    case atMost(Double)
    case atLeast(Double)

    func holds(_ amount: Double) -> Bool {
      switch self {
      case .atMost(let bar): amount <= bar
      case .atLeast(let bar): amount >= bar
      }
    }
  }

  private struct Line {
    let what: String
    let amount: Double
    let unit: String
    let digits: Int
    let bar: Bar?

    var isMissed: Bool { bar.map { !$0.holds(amount) } ?? false }

    var text: String {
      let verdict = bar == nil ? "      " : isMissed ? "MISSED" : "met   "
      let value = amount.text(digits)
      let end =
        switch bar {
        case nil: ""
        case .atMost(let bar): "  (at most \(bar.text(digits)))"
        case .atLeast(let bar): "  (at least \(bar.text(digits)))"
        }
      let room = String(repeating: " ", count: max(0, 46 - what.utf8.count))
      let column = String(repeating: " ", count: max(0, 10 - value.utf8.count))
      return "\(verdict) \(what)\(room)\(column)\(value) \(unit)\(end)"
    }

    var json: String {
      let bar =
        switch bar {
        case nil: ""
        case .atMost(let bar): ",\"atMost\":\(bar),\"met\":\(!isMissed)"
        case .atLeast(let bar): ",\"atLeast\":\(bar),\"met\":\(!isMissed)"
        }
      return "{\"what\":\"\(what)\",\"value\":\(amount),\"unit\":\"\(unit)\"\(bar)}"
    }
  }

  /// Print one JSON object at the end instead of a line for each figure.
  let isJSON: Bool
  private var lines: [Line] = []
  /// Measurements that failed, with the reason.
  private var omitted: [String] = []

  init(isJSON: Bool) { self.isJSON = isJSON }

  var isMissed: Bool { lines.contains(where: \.isMissed) }

  /// `bar`: the limit of the figure, if any. `digits`: decimal places.
  mutating func add(_ what: String, _ amount: Double, _ unit: String = "", digits: Int, _ bar: Bar? = nil) {
    let line = Line(what: what, amount: amount, unit: unit, digits: digits, bar: bar)
    lines.append(line)
    if !isJSON { write(line.text) }
  }

  mutating func omit(_ what: String, because reason: String) {
    omitted.append("\(what): \(reason)")
    if !isJSON { write("       not measured: \(what): \(reason)") }
  }

  /// `about`: a description of the machine.
  func finish(_ about: String) {
    guard isJSON else { return }
    let notes = omitted.map { "\"\($0.filter { $0 != "\"" && $0 != "\\" && !$0.isNewline })\"" }
    write(
      "{\"machine\":\"\(about)\",\"figures\":[\(lines.map(\.json).joined(separator: ","))],"
        + "\"notMeasured\":[\(notes.joined(separator: ","))]}")
  }

  /// Flushes each line, also to a file: a run takes minutes.
  func write(_ line: String) {
    print(line)
    fflush(nil)
  }
}

extension Double {
  /// The number with this many decimal places.
  func text(_ digits: Int) -> String {
    let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = Int64((self * scale).rounded())
    let whole = String(scaled / Int64(scale))
    guard digits > 0 else { return whole }
    let rest = String(abs(scaled % Int64(scale)))
    return "\(whole).\(String(repeating: "0", count: digits - rest.utf8.count))\(rest)"
  }
}

extension [Double] {
  /// The quantile for this share; 0 for an empty list.
  func percentile(_ share: Double) -> Double {
    let sorted = self.sorted()
    return sorted.isEmpty ? 0 : sorted[Swift.min(count - 1, Int(Double(count) * share))]
  }

  var median: Double { percentile(0.5) }
}
