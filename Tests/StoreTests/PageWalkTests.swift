import Glibc
import NotificationModel
import TestSupport
import Testing

@testable import Store

/// Pages that say anything at all: no row of theirs ends the process, and none is made of what is not there.
@Suite struct PageWalkTests {
  private static let page = PageWalk.pageBytes

  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func rows(_ bytes: [UInt8]) throws -> [PageWalk.Row] {
    try scratch.write(bytes, to: "pages", truncating: true)
    let descriptor = open(scratch.file("pages"), O_RDONLY)
    defer { close(descriptor) }
    var rows: [PageWalk.Row] = []
    PageWalk(descriptor).forEachRow(progress: {}) { rows.append($0) }
    return rows
  }

  /// A leaf of a table with these cells, each of which ends where the one before it begins.
  private func leaf(_ cells: [[UInt8]], kind: UInt8 = 13) -> [UInt8] {
    var page = [UInt8](repeating: 0, count: Self.page)
    page.replaceSubrange(0..<8, with: [kind, 0, 0, 0, UInt8(cells.count), 0, 0, 0])
    var end = page.count
    for (index, cell) in cells.enumerated() {
      page.replaceSubrange(end - cell.count..<end, with: cell)
      end -= cell.count
      page.replaceSubrange(8 + 2 * index..<10 + 2 * index, with: [UInt8(end >> 8), UInt8(end & 0xFF)])
    }
    return page
  }

  /// Before the leaf stands a page that says nothing: the first has a header.
  private func rows(of cells: [[UInt8]], kind: UInt8 = 13, and more: [UInt8] = []) throws -> [PageWalk.Row] {
    try rows([UInt8](repeating: 0, count: Self.page) + leaf(cells, kind: kind) + more)
  }

  @Test func `A row is found, with its number and its values`() throws {
    let found = try rows(of: [[7, 5, 4, 0, 1, 9, 15, 0xFF, 0x61]].map { [8] + $0.dropFirst() })
    #expect(found.isEmpty, "its length says otherwise")
    let row = try #require(try rows(of: [[6, 5, 4, 0, 1, 15, 0xFF, 0x61]]).first)
    #expect(row.number == 5)
    #expect(row.values.count == 3)
    guard case .null = row.values[0], case .integer(-1) = row.values[1], case .text(let text) = row.values[2]
    else { Issue.record("\(row)"); return }
    #expect(Array(text) == [0x61])
  }

  static let impossible: [[UInt8]] = [
    // The length of a header: below zero, nothing, less than itself, beyond its row.
    [10, 1] + [UInt8](repeating: 0xFF, count: 9) + [0],
    [3, 1, 0, 0, 0], [3, 1, 0x81, 0x80, 0], [3, 1, 9, 0, 0],
    // The type of a value: below zero, one of the two that are none, as long as numbers go, cut short.
    [11, 1, 10] + [UInt8](repeating: 0xFF, count: 9) + [0],
    [2, 1, 2, 10], [2, 1, 2, 11],
    [10, 1, 10, 0xBF] + [UInt8](repeating: 0xFF, count: 8), [2, 1, 2, 0x81],
    // The length of the row: nothing, below zero, more than any.
    [0, 1], [UInt8](repeating: 0xFF, count: 9) + [1], [0xFF, 0xFF, 0x7F, 1],
  ]

  @Test(arguments: impossible)
  func `What no row can be is none`(cell: [UInt8]) throws {
    #expect(try rows(of: [cell]).isEmpty)
    #expect(try rows(of: [Array(cell.prefix(1) + cell.dropFirst(2))], kind: 10).isEmpty)
  }

  @Test func `One place is one row, however often a page names it`() throws {
    var page = leaf([[2, 5, 2, 8]])
    let offset = Array(page[8..<10])
    page[3...4] = [4, 0]
    for index in 0..<1_000 { page.replaceSubrange(8 + 2 * index..<10 + 2 * index, with: offset) }
    #expect(try rows([UInt8](repeating: 0, count: Self.page) + page).count == 1)
  }

  @Test func `A chain of pages that comes back to itself, or leads out of the file, is no row`() throws {
    // 5,000 bytes, of which 908 lie in the leaf: a blob.
    let length = 5_000
    let type = (length - 4) * 2 + 12
    func cell(_ number: UInt8, to page: UInt8) -> [UInt8] {
      var cell: [UInt8] = [UInt8(0x80 | length >> 7), UInt8(length & 0x7F), number]
      let header: [UInt8] = [4, UInt8(0x80 | type >> 14), UInt8(0x80 | type >> 7 & 0x7F), UInt8(type & 0x7F)]
      cell += header + [UInt8](repeating: 7, count: 908 - header.count) + [0, 0, 0, page]
      return cell
    }
    func further(_ next: UInt8) -> [UInt8] { [0, 0, 0, next] + [UInt8](repeating: 7, count: Self.page - 4) }
    #expect(try rows(of: [cell(1, to: 3)], and: further(0)).map(\.number) == [1])
    for page in [0, 4, 255] as [UInt8] {
      #expect(try rows(of: [cell(1, to: page)], and: further(0)).isEmpty)
    }
    // Two rows do not share a page.
    #expect(try rows(of: [cell(1, to: 3), cell(2, to: 3)], and: further(0)).map(\.number) == [1])
  }

  @Test func `Every sort of damage leaves no more rows than the file has bytes for`() throws {
    let store = try scratch.open()
    for number in 0..<8 {
      _ = try store.insert(
        record(request(title: "Title \(number)", body: String(repeating: "b", count: number * 900))))
    }
    try store.commit()
    store.close()
    let all = scratch.bytes("bellhop.db")
    #expect(try rows(all).count { $0.values.count > 40 } == 8)
    // The pages with rows in them, and those that their chains lead to, at the end.
    let pages = all.count / Self.page
    let sound = Array(all.suffix(min(pages, 8) * Self.page))
    var random = SeededGenerator(seed: 7)
    for round in 0..<2_000 {
      var bytes = sound
      for _ in 0..<Int.random(in: 1...64, using: &random) {
        let offset = Int.random(in: 0..<bytes.count, using: &random)
        let byte = Bool.random(using: &random) ? 0xFF : UInt8.random(in: 0...255, using: &random)
        // Every second one where the numbers are that say where things lie.
        bytes[round % 2 == 0 ? offset : offset / Self.page * Self.page + offset % 64] = byte
      }
      let held = try rows(bytes).reduce(0) { $0 + $1.values.reduce(0) { $0 + $1.bytes } }
      #expect(held <= bytes.count)
    }
  }
}

extension PageWalk.Value {
  fileprivate var bytes: Int {
    switch self {
    case .null, .integer, .real: 0
    case .text(let bytes), .blob(let bytes): bytes.count
    }
  }
}
