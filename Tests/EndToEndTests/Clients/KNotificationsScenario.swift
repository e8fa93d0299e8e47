import TestSupport
import Testing

// A KDE program with its notification library. It proceeds at each line of input, as a page does at each call.

extension ClientStage {
  /// Without a description of its events, the library shows none of them.
  private static let events = """
    [Global]
    Name=Letters
    IconName=mail-unread

    [Event/letter]
    Name=A letter
    Action=Popup

    """

  private static func program(following address: String) -> String {
    """
    import QtQml 2.0
    import org.kde.notification 1.0
    QtObject {
      id: letters
      readonly property Component letter: Component {
        Notification {
          property string name
          componentName: "letters"
          eventId: "letter"
          iconName: "dialog-information"
          flags: Notification.Persistent
          defaultAction: "Read"
          actions: ["Yes", "No"]
          onDefaultActivated: letters.tell(name + " pressed")
          onAction1Activated: letters.tell(name + " pressed Yes")
          onAction2Activated: letters.tell(name + " pressed No")
          onClosed: letters.tell(name + " closed")
        }
      }
      readonly property var shown: ({})
      function show(name, title, text) {
        const one = shown[name] = shown[name] || letter.createObject(letters, {name: name})
        one.title = title
        one.text = text
        one.sendEvent()
      }
      function hide(name) { shown[name].close() }
      function ask(method, path, body, then) {
        const visit = new XMLHttpRequest()
        visit.onreadystatechange = () => { if (visit.readyState == XMLHttpRequest.DONE) then(visit) }
        visit.open(method, "\(address)" + path)
        visit.send(body)
      }
      property var telling: Promise.resolve()
      function tell(line) {
        telling = telling.then(() => new Promise(told => ask("POST", "told", line, told)))
      }
      function follow() {
        ask("GET", "next", "", next => {
          if (next.status != 200) return Qt.quit()
          try { eval(next.responseText) } catch (fault) { tell("fault " + fault) }
          follow()
        })
      }
      Component.onCompleted: follow()
    }

    """
  }

  func playKNotifications() async throws {
    let page = try await WebPage()
    home.write("knotifications5/letters.notifyrc", Array(Self.events.utf8))
    home.write("letters.qml", Array(Self.program(following: page.address).utf8))
    let program = try start(
      "/usr/bin/env", "QT_QPA_PLATFORM=offscreen", "XDG_DATA_HOME=\(home.path)",
      "XDG_RUNTIME_DIR=\(home.path)",
      ClientMatrix.Client.kNotifications.program, "\(home.path)/letters.qml")
    page.run("show('first', 'Lunch?', 'At <b>noon</b> &amp; more')")
    try await given("Lunch?")
    try await shows(1)
    page.run("show('first', 'Dinner?', 'At eight')")
    try await given("Dinner?")
    try await shows(1)
    page.run("hide('first')")
    try await shows(0)
    page.run("show('second', 'Question', 'Really?')")
    try await given("Question")
    try await press { page.told.contains("second pressed") }
    try await shows(0)
    page.run("show('third', 'In Passing', 'Nothing to do.')")
    try await given("In Passing")
    // The program knows its number, and does not print it.
    let number = try await traffic.notifications(of: RenamingBus.a).last?.number
    try await close("\(try #require(number, "\(program.output())"))")
    try await page.tells("third closed")
    try await shows(0)
    page.told.forEach(hear)
  }
}
