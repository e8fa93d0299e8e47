import TestSupport

extension ClientStage {
  /// A page that shows, changes and closes its notifications.
  func play(_ browser: Browser, screenshot: String) async throws {
    let page = try await WebPage()
    try await open(page, in: browser)
    page.run(
      "show('first', 'Mail from Anna', {body: 'Dinner at <eight>?', tag: 'mail', requireInteraction: true, "
        + "icon: coloured('crimson')})")
    try await page.tells("first show")
    try await given("Mail from Anna")
    try await shows(1)
    try await server.screenshot(screenshot)
    // So short that the button is as wide, where servers press it.
    page.run("show('second', 'Ben', {body: 'Tea?', tag: 'mail', requireInteraction: true})")
    for line in ["first close", "second show"] { try await page.tells(line) }
    try await given("Ben")
    try await press { page.told.contains("second click") }
    try await shows(0)
    page.run("show('third', 'Mail from Cleo', {body: 'Tea?', silent: true})")
    try await page.tells("third show")
    try await given("Mail from Cleo")
    try await shows(1)
    page.run("hide('third')")
    try await page.tells("third close")
    try await shows(0)
    page.told.sorted().forEach(hear)
  }
}
