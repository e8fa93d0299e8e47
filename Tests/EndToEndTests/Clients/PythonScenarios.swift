import TestSupport

// Programs that keep running and hear of their notifications. They proceed at each line of input.

extension ClientStage {
  private static let notify2 = """
    import dbus.mainloop.glib, notify2
    from gi.repository import GLib
    loop = GLib.MainLoop()
    notify2.init("Mailer", "glib")
    note = notify2.Notification("Lunch?", "At <b>noon</b>", "dialog-information")
    note.set_timeout(60000)
    note.set_category("im.received")
    note.show()
    input()
    note.update("Dinner?", "At eight")
    note.show()
    input()
    note.close()
    question = notify2.Notification("Question", "Really?")
    question.set_timeout(0)
    question.set_urgency(notify2.URGENCY_LOW)
    question.add_action("default", "Open", lambda note, key: print("pressed", key, flush=True))
    question.add_action("yes", "Yes", lambda note, key: print("pressed", key, flush=True))
    question.connect("closed", lambda note: loop.quit())
    question.show()
    loop.run()
    """

  func playNotify2() async throws {
    let program = try start("/usr/bin/python3", "-c", Self.notify2)
    for title in ["Lunch?", "Dinner?"] {
      try await given(title)
      program.send("")
    }
    try await given("Question")
    try await press { !program.isRunning }
    hear(program.output())
  }

  private static let gNotification = """
    import sys
    from gi.repository import Gio, GLib
    app = Gio.Application.new("org.example.Clock", Gio.ApplicationFlags.FLAGS_NONE)
    GLib.set_application_name("Clock")
    def opened(action, parameter):
        print("opened", parameter.get_string(), flush=True)
        app.quit()
    def alarm(title):
        note = Gio.Notification.new(title)
        note.set_body("Wake <up>!")
        note.set_icon(Gio.ThemedIcon.new("dialog-information"))
        note.set_default_action_and_target("app.open", GLib.Variant("s", "first"))
        note.add_button_with_target("Snooze", "app.open", GLib.Variant("s", "snooze"))
        app.send_notification("alarm", note)
    steps = [lambda: alarm("Alarm"), lambda: alarm("Again"),
             lambda: app.send_notification("timer", Gio.Notification.new("Timer")),
             lambda: app.withdraw_notification("timer"), lambda: app.withdraw_notification("alarm")]
    def step(*_):
        sys.stdin.readline()
        steps.pop(0)()
        return True
    def begin(app):
        app.hold()
        opening = Gio.SimpleAction.new("open", GLib.VariantType.new("s"))
        opening.connect("activate", opened)
        app.add_action(opening)
        GLib.io_add_watch(0, GLib.IO_IN, step)
    app.connect("activate", begin)
    app.run()
    """

  func playGNotification() async throws {
    let program = try start("/usr/bin/python3", "-c", Self.gNotification)
    for title in ["Alarm", "Again", "Timer"] {
      program.send("")
      try await given(title)
    }
    program.send("")
    if server.name == "xfce4-notifyd" {
      // xfce4-notifyd draws the press on the banner as a button, and no button without a label.
      try await shows(1)
      program.send("")
      try await shows(0)
    } else {
      try await press { !program.isRunning }
    }
    hear(program.output())
  }
}
