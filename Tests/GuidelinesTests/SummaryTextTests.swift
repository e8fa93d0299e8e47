import Guidelines
import NotificationModel
import Testing
import Wording

struct SummaryTextTests {
  private func entry(
    _ title: String?, _ thread: String? = nil, body: String? = nil, sender: String? = nil,
    format: String? = nil, formatOne: String? = nil, unread: Int? = nil
  ) -> SummaryText.Entry {
    let request = with {
      $0.title = title
      $0.thread = thread.map { known(OpaqueName($0)) }
      $0.body = body
      $0.sender = sender.map { Sender(name: $0) }
    }
    var category = Category(id: known(ItemID("c")), summaryFormat: format)
    category.summaryFormatOne = formatOne
    return SummaryText.Entry(request, category, unread: unread)
  }

  private func body(_ entries: [SummaryText.Entry], hidden: Int = 0, _ wording: Wording = .english) -> String
  {
    SummaryText.body(entries, hidden: hidden, wording: wording)
  }

  @Test("A thread has one line, by its most relevant title; what is in none has its own")
  func lines() {
    let entries = [entry("a", "t"), entry("b"), entry("c", "t"), entry("d", "u"), entry("e", "t")]
    #expect(body(entries) == "a and 2 more\nb\nd")
    #expect(body(entries, .korean) == "a 외 2개\nb\nd")
  }

  @Test("Four lines at most, and the rest is counted, with what may not be seen")
  func most() {
    let six = ["a", "b", "c", "d", "e", "f"].map { entry($0) } + [entry("e2", "x"), entry("e3", "x")]
    #expect(body(six) == "a\nb\nc\nd\nand 4 more")
    #expect(body([entry("a")], hidden: 3) == "a\nand 3 more")
    #expect(body([], hidden: 5) == "")
  }

  @Test("The category's format stands for several of a thread, and counts the unread ones in it")
  func format() {
    let two = [
      entry("a", "t", format: "%u new messages", unread: 5), entry("b", "t", format: "%u others", unread: 5),
    ]
    #expect(body(two) == "5 new messages")
    #expect(body([two[0]]) == "a")
    let ofOne = ["a", "b"].map { entry($0, "t", format: "%u letters", formatOne: "One letter", unread: 1) }
    #expect(body(ofOne) == "One letter")
    #expect(body([entry("a", format: "%u letters"), entry("b", format: "%u letters")]) == "2 letters")
    #expect(body([entry("a", format: "%@: %u"), entry("b", format: "%@: %u")]) == "%@: 2")
  }

  @Test("Who wrote stands for the title, and the first line of a body for one that has none")
  func titles() {
    #expect(body([entry("a", sender: "Ann"), entry(nil, body: "One\nTwo")]) == "Ann\nOne")
  }

  @Test("A title that all share stands once, above their differences")
  func oneTitle() {
    let disks = ["a", "b", "c", "d", "e"].map { entry("Fail on /dev/md0", body: "/dev/sd\($0)1\nOf two.") }
    #expect(body(disks) == "Fail on /dev/md0\n/dev/sda1\n/dev/sdb1\n/dev/sdc1\n/dev/sdd1\nand 1 more")
    #expect(
      body([entry(nil, body: "Hi", sender: "Ann"), entry(nil, body: "Lunch?", sender: "Ann")])
        == "Ann\nHi\nLunch?")
    #expect(body([entry("a", body: "One"), entry("a", body: "One")]) == "a\na")
    #expect(body([entry("a", body: "One"), entry("b", body: "Two")]) == "a\nb")
    #expect(body([disks[0]]) == "Fail on /dev/md0")
  }

  @Test("Of several titles, one that more than one has is told apart by what those differ in")
  func oneTitleAmongOthers() {
    let disks = ["a", "b", "c"].map { entry("Fail on /dev/md0", body: "/dev/sd\($0)1\nOf two.") }
    #expect(
      body([entry("Array Is Degraded", body: "Two are missing.")] + disks)
        == "Array Is Degraded\nFail on /dev/md0 — /dev/sda1\nFail on /dev/md0 — /dev/sdb1\nFail on /dev/md0 — /dev/sdc1"
    )
    #expect(
      body([
        entry("a", body: "One"), entry("b"), entry("a", "t", body: "Two"), entry("b", "u"), entry("c", "u"),
      ])
        == "a — One\nb\na — Two\nb and 1 more")
    #expect(body([entry("a", body: "One"), entry("b"), entry("a", body: "One")]) == "a\nb\na")
  }

  @Test("The more relevant comes first, of two alike the newer")
  func order() {
    func record(_ id: Int64, _ relevance: Double?) -> NotificationRecord {
      NotificationRecord(
        id: NotificationID(id), request: with { $0.relevance = relevance }, life: .held(nil), outcome: .held,
        posted: noon)
    }
    let records = [record(1, nil), record(2, 0.5), record(3, nil), record(4, 0.9), record(5, 0.5)]
    #expect(records.sorted { SummaryText.isMoreImportant($0, than: $1) }.map(\.id.number) == [4, 5, 2, 3, 1])
  }
}
