import BusWire
import Delivery
import NotificationModel
import Testing

@testable import Desktop

@Suite struct TransientUnitTests {
  private func unit(
    _ app: String = "org.example.Mail", _ arguments: [String] = ["mail"], token: String? = nil,
    directory: String? = nil
  ) throws -> Result<TransientUnit, AppStartFailure> {
    let entry = LaunchEntry(
      name: "Mail", isBusActivatable: false,
      command: .success(LaunchEntry.Command(program: "/opt/$mail", arguments: arguments)),
      directory: directory)
    return TransientUnit.make(
      for: try #require(AppID(app)), entry, token: token, random: 0xBEEF)
  }

  private func property(_ name: String, of unit: TransientUnit) -> BusValue? {
    unit.properties.first { $0.name == name }?.value
  }

  @Test(arguments: [
    ("org.example.Mail", "app-bellhop-org.example.Mail@beef.service"),
    ("my-mail", #"app-bellhop-my\x2dmail@beef.service"#), (".mail", #"app-bellhop-\x2email@beef.service"#),
  ])
  func `a unit is named as systemd asks of desktops, after the app`(app: String, name: String) throws {
    #expect(try unit(app).get().name == name)
  }

  @Test func `an id that makes too long a name is refused`() throws {
    #expect(try unit(String(repeating: "a", count: 255)) == .failure(.idTooLong))
  }

  @Test func `no argument is taken for a variable of systemd's`() throws {
    let unit = try unit(command: ["mail", "$HOME", "a$$b", "\u{D4E}${HOME}"]).get()
    #expect(
      property("ExecStart", of: unit)
        == .array(
          of: "(sasb)",
          [
            .structure([
              .string("/opt/$mail"), .strings(["mail", "$$HOME", "a$$$$b", "\u{D4E}$${HOME}"]), .bool(false),
            ])
          ]
        ))
  }

  private func unit(command: [String]) throws -> Result<TransientUnit, AppStartFailure> {
    try unit("org.example.Mail", command)
  }

  @Test func `the token is in the environment by both its names, and only where there is one`() throws {
    #expect(
      property("Environment", of: try unit(token: "abc").get())
        == .strings(["XDG_ACTIVATION_TOKEN=abc", "DESKTOP_STARTUP_ID=abc"]))
    for token in [nil, "", "a\nb"] {
      #expect(property("Environment", of: try unit(token: token).get()) == nil)
    }
  }

  @Test func `it runs where the entry says`() throws {
    #expect(property("WorkingDirectory", of: try unit(directory: "/srv").get()) == .string("/srv"))
    #expect(property("WorkingDirectory", of: try unit().get()) == nil)
  }
}
