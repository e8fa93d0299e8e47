import NotificationModel
import Records
import TestSupport
import Testing

@testable import Store

@Suite struct KeptFilesTests {
  @Test func `The names of files that were taken in are remembered until they are forgotten`() throws {
    let scratch = try Scratch()
    let store = try scratch.open()
    for name in ["b", "a", "a"] { try store.noteAccepted(file: name) }
    #expect(store.isWriting)
    try store.commit()
    store.close()
    let next = try scratch.open()
    #expect(try next.acceptedFiles() == ["a", "b"])
    try next.forgetAccepted(file: "a")
    try next.forgetAccepted(file: "c")
    try next.commit()
    #expect(try next.acceptedFiles() == ["b"])
  }

  @Test func `A name and what was in the file are stored together or not at all`() throws {
    let scratch = try Scratch()
    let store = try scratch.open()
    _ = try store.insert(record())
    try store.noteAccepted(file: "a")
    store.rollback()
    #expect(try store.acceptedFiles() == [])
    #expect(try store.list(ListQuery(app: .mail, limit: 1)).isEmpty)
  }
}
