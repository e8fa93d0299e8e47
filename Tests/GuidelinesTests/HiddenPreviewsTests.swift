import Guidelines
import NotificationModel
import Testing

@Suite("Hidden previews")
struct HiddenPreviewsTests {
  @Test(
    "hidden by the setting, the lock and the notification itself",
    arguments: [
      (Previews.always, false, false, false), (.always, true, false, false), (.always, false, true, true),
      (.whenUnlocked, false, false, false), (.whenUnlocked, true, false, true),
      (.whenUnlocked, false, true, true), (.never, false, false, true), (.never, true, false, true),
    ])
  func hidden(_ previews: Previews, _ locked: Bool, _ isPrivate: Bool, _ expected: Bool) {
    let request = with { $0.isPrivate = isPrivate }
    #expect(HiddenPreviews.areHidden(request, previews: previews, locked: locked) == expected)
  }

  private let whole = with {
    $0.title = "Anna"
    $0.subtitle = "Tomorrow"
    $0.body = "The secret plan"
    $0.image = "face-smile"
    $0.sender = Sender(name: "Anna", group: "Planners", avatar: "anna")
  }

  @Test("nothing of the text remains except the placeholder")
  func nothingRemains() {
    let text = HiddenPreviews.hidden(
      whole, category: nil, unreadInThread: 3, appName: "Mail", isVouchedFor: true,
      wording: .english)
    #expect(text == VisibleText(title: "Mail", body: "Notification", allowsTextInput: false))
  }

  @Test(
    "it says whose it is, where more than its own word says so, and what sort of thing, and never the same twice",
    arguments: [
      (Kind?.none, true, "Mail", String?("Notification")), (nil, false, "Notification", nil),
      (.message, true, "Mail", "Message"), (.message, false, "Notification", "Message"),
      (.call, false, "Notification", "Call"), (.alarm, true, "Mail", "Alarm"),
      (.reminder, true, "Mail", "Reminder"), (.rating, false, "Notification", nil),
    ])
  func sort(_ kind: Kind?, _ isVouchedFor: Bool, _ title: String, _ body: String?) {
    let request = with(whole) { $0.kind = kind }
    let text = HiddenPreviews.hidden(
      request, category: nil, unreadInThread: 1, appName: "Mail", isVouchedFor: isVouchedFor,
      wording: .english)
    #expect(text.title == title)
    #expect(text.body == body)
  }

  @Test("the request's placeholder comes before the category's, and %u is the number of unread ones")
  func placeholders() {
    let category = Category(id: known(ItemID("mail")), hiddenPreviewBody: "%u new messages, 100% real %u%")
    let byCategory = HiddenPreviews.hidden(
      whole, category: category, unreadInThread: 3, appName: "Mail", isVouchedFor: true,
      wording: .english)
    #expect(byCategory.body == "3 new messages, 100% real 3%")
    let own = with(whole) { $0.hiddenPreviewBody = "New message" }
    let byRequest = HiddenPreviews.hidden(
      own, category: category, unreadInThread: 3, appName: "Mail", isVouchedFor: true,
      wording: .english)
    #expect(byRequest.body == "New message")
  }

  @Test(
    "one unread notification has the category's form for one",
    arguments: [(1, "One new message"), (2, "2 new")])
  func plural(count: Int, body: String) {
    let category = Category(
      id: known(ItemID("mail")), hiddenPreviewBody: "%u new", hiddenPreviewBodyOne: "One new message")
    let text = HiddenPreviews.hidden(
      whole, category: category, unreadInThread: count, appName: "Mail", isVouchedFor: true, wording: .english
    )
    #expect(text.body == body)
  }

  @Test("a category may show the title and the subtitle")
  func categoryShowsTitle() {
    let category = Category(
      id: known(ItemID("mail")), hiddenPreviewShowsTitle: true, hiddenPreviewShowsSubtitle: true)
    let text = HiddenPreviews.hidden(
      with { $0.subtitle = "Sub" }, category: category, unreadInThread: 1, appName: "Mail",
      isVouchedFor: true,
      wording: .english)
    #expect(text.title == "Lunch")
    #expect(text.subtitle == "Sub")
    #expect(text.body == "Notification")
  }

  @Test("without a title the app's name stands there; a sender's name always does")
  func titles() {
    let untitled = with { $0.title = nil }
    #expect(HiddenPreviews.full(untitled, appName: "Mail").title == "Mail")
    let text = HiddenPreviews.full(whole, appName: "Mail")
    #expect(text.title == "Anna — Planners")
    #expect(text.subtitle == "Anna — Tomorrow")
    #expect(text.image == "anna")
  }

  @Test("titles of actions are public where they are a category's, and not beside a category with others")
  func actionTitles() {
    let (reply, pay) = (
      Action(id: known(ItemID("reply")), title: "Reply"), Action(id: known(ItemID("pay")), title: "Pay Anna")
    )
    let category = Category(id: known(ItemID("mail")), actions: [reply])
    #expect(HiddenPreviews.areActionTitlesPublic(with { $0.actions = [reply] }, category))
    #expect(!HiddenPreviews.areActionTitlesPublic(with { $0.actions = [pay] }, category))
    #expect(!HiddenPreviews.areActionTitlesPublic(with { $0.actions = [reply] }, nil))
  }

  @Test("the lock changes the form of what it hides, and of buttons that want the person known")
  func lockChangesForm() {
    #expect(HiddenPreviews.lockChangesForm(plain, previews: .whenUnlocked))
    #expect(!HiddenPreviews.lockChangesForm(plain, previews: .always))
    #expect(!HiddenPreviews.lockChangesForm(plain, previews: .never))
    let guarded = with {
      $0.actions = [Action(id: known(ItemID("pay")), title: "Pay", authenticationRequired: true)]
    }
    #expect(HiddenPreviews.lockChangesForm(guarded, previews: .always))
  }
}
