// Changes the program in many places at once, each switched on by a variable of the environment.
//
//   weave candidates FILE...   the mutants of these files, one JSON object in a line
//   weave apply                the files with the changes on standard input, which have the same form, in them, and the
//                              lines on which each change then stands; one JSON object for each file
//
// Not a target of the package: mutants.py compiles it with the toolchain's SwiftSyntax.

import Foundation
import SwiftOperators
import SwiftParser
import SwiftSyntax

/// A text in place of the bytes from `start` to `end` of a file.
struct Change: Codable {
  var id: Int?
  var file: String
  var start: Int
  var end: Int
  var new: String
}

/// The lines of a woven file on which a change stands.
struct Place: Encodable {
  let id: Int
  let file: String
  let first: Int
  let last: Int
}

func parse(_ text: String) -> Syntax {
  OperatorTable.standardOperators.foldAll(Parser.parse(source: text)) { _ in }
}

func bytes(of node: some SyntaxProtocol) -> Range<Int> {
  node.positionAfterSkippingLeadingTrivia.utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset
}

func write(_ value: some Encodable) throws {
  FileHandle.standardOutput.write(try JSONEncoder().encode(value) + Data("\n".utf8))
}

/// A part of a file that stands twice in the woven one: as it was, and with the change.
struct Seam {
  enum Form { case expression, statement }
  let change: Change
  let range: Range<Int>
  let form: Form

  /// The smallest expression or statement around the change that can stand behind a condition.
  init?(_ change: Change, in tree: Syntax) {
    var node: Syntax? = Self.smallest(around: change.start..<max(change.end, change.start + 1), in: tree)
    while let current = node, Self.form(of: current) == nil { node = current.parent }
    guard let node, let form = Self.form(of: node) else { return nil }
    (self.change, self.form, range) = (change, form, bytes(of: node))
  }

  private static func smallest(around range: Range<Int>, in node: Syntax) -> Syntax {
    for child in node.children(viewMode: .sourceAccurate) {
      let own = bytes(of: child)
      if own.lowerBound <= range.lowerBound, range.upperBound <= own.upperBound {
        return smallest(around: range, in: child)
      }
    }
    return node
  }

  private static func form(of node: Syntax) -> Form? {
    if let item = node.as(CodeBlockItemSyntax.self) {
      return item.item.is(DeclSyntax.self) ? nil : .statement
    }
    // The expression of a statement is the statement.
    guard node.is(ExprSyntax.self), let parent = node.parent, !parent.is(CodeBlockItemSyntax.self),
      !parent.is(ExpressionStmtSyntax.self)
    else { return nil }
    switch node.kind {
    case .binaryOperatorExpr, .assignmentExpr, .ifExpr, .switchExpr, .closureExpr, .inOutExpr, .patternExpr,
      .discardAssignmentExpr:
      return nil
    default: break
    }
    if let infix = node.as(InfixOperatorExprSyntax.self), infix.assigns { return nil }
    if let infix = parent.as(InfixOperatorExprSyntax.self), infix.assigns, infix.leftOperand.id == node.id {
      return nil
    }
    if parent.is(ExpressionPatternSyntax.self) || parent.is(InOutExprSyntax.self) { return nil }
    if let call = parent.as(FunctionCallExprSyntax.self), call.calledExpression.id == node.id { return nil }
    if let member = parent.as(MemberAccessExprSyntax.self), Syntax(member.declName) == node { return nil }
    return .expression
  }
}

extension InfixOperatorExprSyntax {
  var name: String { `operator`.trimmedDescription }
  var assigns: Bool {
    `operator`.is(AssignmentExprSyntax.self) || ["+=", "-=", "*=", "|=", "&+="].contains(name)
  }
}

/// A file with all of its changes, each behind its own condition.
struct WovenFile: Encodable {
  private enum CodingKeys: CodingKey { case file, text, places }
  private let file: String
  private var text = ""
  private var places: [Place] = []
  private let source: [UInt8]

  init(_ file: String, _ source: [UInt8], _ seams: [Seam]) {
    self.file = file
    self.source = source
    // Outer before inner, as they are written.
    let inOrder = seams.sorted {
      ($0.range.lowerBound, -$0.range.upperBound, $0.change.id ?? 0)
        < ($1.range.lowerBound, -$1.range.upperBound, $1.change.id ?? 0)
    }
    write(source.indices, inOrder[...])
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: source[range], as: UTF8.self) }
  private var line: Int { text.utf8.count { $0 == UInt8(ascii: "\n") } + 1 }

  private mutating func write(_ range: Range<Int>, _ seams: ArraySlice<Seam>) {
    var position = range.lowerBound
    var rest = seams
    while let seam = rest.popFirst() {
      text += text(position..<seam.range.lowerBound)
      let inner = rest.prefix { $0.range.upperBound <= seam.range.upperBound }
      rest = rest.dropFirst(inner.count)
      write(seam, around: inner)
      position = seam.range.upperBound
    }
    text += text(position..<range.upperBound)
  }

  private mutating func write(_ seam: Seam, around inner: ArraySlice<Seam>) {
    let change = seam.change
    let first = line
    let changed =
      text(seam.range.lowerBound..<change.start) + change.new + text(change.end..<seam.range.upperBound)
    let (opening, between, closing) =
      switch seam.form {
      case .expression: ("(mutant(\(change.id ?? 0)) ? (", ") : (", "))")
      case .statement: ("if mutant(\(change.id ?? 0)) { ", " } else { ", " }")
      }
    text += opening + changed + between
    write(seam.range, inner)
    text += closing
    places.append(Place(id: change.id ?? 0, file: change.file, first: first, last: line))
  }
}

func apply() throws {
  var changes: [Change] = []
  while let line = readLine() { changes.append(try JSONDecoder().decode(Change.self, from: Data(line.utf8))) }
  for (file, changes) in Dictionary(grouping: changes, by: \.file) {
    let source = try String(contentsOfFile: file, encoding: .utf8)
    let tree = parse(source)
    try write(WovenFile(file, Array(source.utf8), changes.compactMap { Seam($0, in: tree) }))
  }
}

@main enum Weave {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    switch arguments.first {
    case "candidates": for file in arguments.dropFirst() { try candidates(of: file) }
    case "apply": try apply()
    default: throw CocoaError(.featureUnsupported)
    }
  }
}
