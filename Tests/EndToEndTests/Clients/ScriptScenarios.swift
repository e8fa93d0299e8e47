import TestSupport
import Testing

// Scripts, by the command line tools that they use.

extension ClientStage {
  func playNotifySend() async throws {
    let program = "/usr/bin/notify-send"
    let number = try await run(
      program, "-p", "-t", "60000", "-c", "im.received", "-i", "dialog-information", "-h", "int:value:40",
      "Lunch?", "At <b>noon</b> &amp; more")
    try await given("Lunch?")
    let again = try await run(program, "-p", "-r", number, "-t", "60000", "Dinner?")
    hear(again == number ? "the same number" : "another number")
    try await given("Dinner?")
    try await close(number)
    try await shows(0)
    let waiting = try start(
      program, "--wait", "-t", "0", "-A", "default=Open", "-A", "yes=Yes", "-A", "No", "Question")
    try await press { !waiting.isRunning }
    hear(waiting.output())
    let ending = try start(program, "--wait", "-t", "1000", "Bye")
    hear("ends with \(try await ending.exit())")
    try await run(program, "-u", "critical", "-t", "60000", "Disk Full", "Nothing can be saved.")
    try await given("Disk Full")
    try await run(program, "-e", "-u", "low", "-t", "60000", "-a", "Mailer", "In Passing")
    try await given("In Passing")
  }

  func playDunstify() async throws {
    let program = "/usr/bin/dunstify"
    let number = try await run(program, "-p", "-t", "60000", "-a", "Mailer", "Lunch?", "At noon")
    try await given("Lunch?")
    let again = try await run(program, "-p", "-r", number, "-t", "60000", "-a", "Mailer", "Dinner?")
    hear(again == number ? "the same number" : "another number")
    try await given("Dinner?")
    try await run(program, "-C", number)
    try await shows(0)
    let waiting = try start(program, "-t", "0", "-A", "default,Open", "-A", "yes,Yes", "Question")
    try await press { !waiting.isRunning }
    hear(waiting.output())
    for text in ["One", "Two"] {
      try await run(program, "-t", "60000", "-h", "string:x-dunst-stack-tag:track", text)
      try await given(text)
    }
    try await count()
  }

  func playZenity() async throws {
    try await run(
      "/usr/bin/zenity", "--notification", "--window-icon=dialog-information", "--text",
      #"Backup Complete\n12 files & a folder"#)
    try await given("Backup Complete")
    try await shows(1)
  }

  func playVolumeKey() async throws {
    let script = """
      for level in $(seq 5 5 100); do
        notify-send -t 60000 -h string:x-canonical-private-synchronous:volume -h int:value:$level "Volume $level %"
      done
      """
    try await run("/bin/sh", "-c", script)
    try await given("Volume 100 %")
    try await count()
  }
}
