// The mutants of a file: each negates a condition, shifts a bound, takes another operator, changes a number, drops a
// line, or changes a term of a statement of SQL.

import Foundation
import SwiftSyntax

func candidates(of file: String) throws {
  let finder = CandidateFinder(file)
  finder.walk(parse(try String(contentsOfFile: file, encoding: .utf8)))
  for change in finder.changes { try write(change) }
}

private let otherOperator = [
  "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&", "+": "-",
  "-": "+",
  "+=": "-=", "-=": "+=",
]

final class CandidateFinder: SyntaxVisitor {
  private let file: String
  private(set) var changes: [Change] = []

  init(_ file: String) {
    self.file = file
    super.init(viewMode: .sourceAccurate)
  }

  private func add(_ node: some SyntaxProtocol, _ new: String) {
    let range = bytes(of: node)
    changes.append(Change(file: file, start: range.lowerBound, end: range.upperBound, new: new))
  }

  /// Equality and `true` have opposites of their own.
  private func negate(_ condition: ExprSyntax) {
    if let infix = condition.as(InfixOperatorExprSyntax.self), ["==", "!="].contains(infix.name) { return }
    if condition.is(BooleanLiteralExprSyntax.self) || condition.is(IfExprSyntax.self)
      || condition.is(SwitchExprSyntax.self)
    {
      return
    }
    add(condition, "!(\(condition.trimmedDescription))")
  }

  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    if case .expression(let condition) = node.condition { negate(condition) }
    return .visitChildren
  }

  override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
    negate(node.condition)
    return .visitChildren
  }

  override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
    negate(node.condition)
    return .visitChildren
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    if let value = node.expression, Syntax(node).returnedType == "Bool" { negate(value) }
    return .visitChildren
  }

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    if let other = otherOperator[node.name] { add(node.operator, other) }
    return .visitChildren
  }

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    if let number = Int(node.literal.text.filter { $0 != "_" }) { add(node, "\(number + 1)") }
    return .visitChildren
  }

  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    add(node, node.literal.text == "true" ? "false" : "true")
    return .visitChildren
  }

  // Raw values, patterns and attributes are constants of the compiler's.
  override func visit(_: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: SwitchCaseItemSyntax) -> SyntaxVisitorContinueKind {
    if let condition = node.whereClause { walk(condition) }
    return .skipChildren
  }

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    if node.isValue {
      if let value = node.item.as(ExprSyntax.self), Syntax(node).returnedType == "Bool" { negate(value) }
    } else if node.canBeDropped {
      add(node, "")
    }
    return .visitChildren
  }

  // MARK: SQL

  override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    let text = node.trimmedDescription
    guard text.contains(/\b(SELECT|UPDATE|DELETE|WHERE)\b/), !text.contains("CREATE ") else {
      return .visitChildren
    }
    let start = bytes(of: node).lowerBound
    for (range, new) in sqlChanges(of: text) {
      let offset = start + text[..<range.lowerBound].utf8.count
      changes.append(Change(file: file, start: offset, end: offset + text[range].utf8.count, new: new))
    }
    return .visitChildren
  }
}

/// A term whose value no longer counts keeps its parameters, which are bound by their place.
private func sqlChanges(of text: String) -> [(Range<String.Index>, String)] {
  var changes: [(Range<String.Index>, String)] = []
  for match in text.matches(of: /\s(<=?|>=?)\s/) {
    if let other = otherOperator[String(match.1)] { changes.append((match.range, " \(other) ")) }
  }
  for match in text.matches(of: /\bIS (NOT )?NULL/) {
    changes.append((match.range, match.1 == nil ? "IS NOT NULL" : "IS NULL"))
  }
  for match in text.matches(of: /\s(AND|OR)\s/) {
    changes.append((match.range, match.1 == "AND" ? " OR " : " AND "))
  }
  let term = /(WHERE|AND) (\w+(?:\.\w+)? (?:=|<>|<=?|>=?|IS NOT|IS) (?:\?\d?|\w+(?:\.\w+)?|'\w+'))(?=\s|\)|")/
  for match in text.matches(of: term) { changes.append((match.range, "\(match.1) (\(match.2) OR 1)")) }
  for match in text.matches(of: /ORDER BY (\w+)( DESC)?/) {
    changes.append((match.range, "ORDER BY \(match.1)\(match.2 == nil ? " DESC" : "")"))
  }
  for match in text.matches(of: /LIMIT (\?\d?|\d+)/) {
    changes.append((match.range, "LIMIT (\(match.1) * 0 - 1)"))
  }
  return changes
}

extension Syntax {
  /// What the function or the computed variable around a node returns; nothing within a closure, and in a function that
  /// returns nothing.
  fileprivate var returnedType: String? {
    var node = parent
    while let current = node {
      if current.is(ClosureExprSyntax.self) || current.is(InitializerDeclSyntax.self) { return nil }
      if let function = current.as(FunctionDeclSyntax.self) {
        return function.signature.returnClause?.type.trimmedDescription
      }
      if let accessor = current.as(AccessorDeclSyntax.self), accessor.accessorSpecifier.text != "get" {
        return nil
      }
      if let binding = current.as(PatternBindingSyntax.self), binding.accessorBlock != nil {
        return binding.typeAnnotation?.type.trimmedDescription
      }
      if let function = current.as(SubscriptDeclSyntax.self) {
        return function.returnClause.type.trimmedDescription
      }
      node = current.parent
    }
    return nil
  }
}

extension CodeBlockItemSyntax {
  /// Whether it can be the value of a function, a closure, or an expression with branches.
  fileprivate var isValue: Bool {
    guard let list = parent, list.children(viewMode: .sourceAccurate).count == 1, let block = list.parent
    else {
      return false
    }
    var branch: Syntax? = block
    while let current = branch {
      if current.is(ClosureExprSyntax.self) { return true }
      if current.is(IfExprSyntax.self) || current.is(SwitchExprSyntax.self) {
        guard let statement = current.parent, statement.is(ExpressionStmtSyntax.self),
          let outer = statement.parent?.as(CodeBlockItemSyntax.self)
        else { return true }
        return outer.isValue
      }
      if current.is(GuardStmtSyntax.self) || current.is(ForStmtSyntax.self)
        || current.is(WhileStmtSyntax.self)
        || current.is(DeferStmtSyntax.self) || current.is(DoStmtSyntax.self)
      {
        return false
      }
      if current.is(FunctionDeclSyntax.self) || current.is(AccessorBlockSyntax.self)
        || current.is(AccessorDeclSyntax.self) || current.is(InitializerDeclSyntax.self)
      {
        return Syntax(self).returnedType != nil
      }
      branch = current.parent
    }
    return true
  }

  /// Where an assignment gives a variable its first value.
  private var isInInitializer: Bool {
    sequence(first: Syntax(self), next: \.parent).contains { $0.is(InitializerDeclSyntax.self) }
  }

  /// Whether the function goes on behind it, with all variables set.
  fileprivate var canBeDropped: Bool {
    if let infix = item.as(InfixOperatorExprSyntax.self) { return infix.assigns && !isInInitializer }
    if item.is(FunctionCallExprSyntax.self) || item.is(TryExprSyntax.self) { return true }
    guard item.is(ReturnStmtSyntax.self) || item.is(ContinueStmtSyntax.self) || item.is(ThrowStmtSyntax.self)
    else {
      return false
    }
    return parent?.parent?.parent?.is(IfExprSyntax.self) == true
  }
}
