import Testing

@testable import bellhop

struct PartialCommandTests {
  private func completion(of words: String...) -> Completion? {
    guard case .value(let completion, _) = PartialCommand(words).place else { return nil }
    return completion
  }

  private func offered(_ words: String...) -> [String] {
    guard case .candidates(let candidates) = PartialCommand(words).place else { return [] }
    return candidates.map(\.text)
  }

  @Test("The first word is a subcommand, also behind the options of the program")
  func subcommand() {
    #expect(completion(of: "") == .subcommands)
    #expect(completion(of: "li") == .subcommands)
    #expect(completion(of: "--runtime-directory", "/run", "") == .subcommands)
    #expect(completion(of: "--runtime-directory=/run", "") == .subcommands)
    #expect(completion(of: "--runtime-directory", "") == .files)
    #expect(offered("--").contains("--version"))
    #expect(PartialCommand(["--runtime-directory", "/a", "list", ""]).runtimeDirectory == "/a")
  }

  @Test("An operand is what the help calls it, in its place and beside any options")
  func operands() {
    #expect(completion(of: "deny", "") == .apps)
    #expect(completion(of: "deny", "--json", "") == .apps)
    #expect(completion(of: "read", "1", "2", "") == .notifications(.unread))
    #expect(completion(of: "dismiss", "") == .notifications(.pressable))
    #expect(completion(of: "show", "") == .notifications(.all))
    #expect(completion(of: "activate", "") == .notifications(.pressable))
    #expect(completion(of: "activate", "--json", "7", "") == .actions(of: "7"))
    #expect(completion(of: "set", "org.example.Mail", "sounds=off", "") == .settings)
    #expect(completion(of: "help", "") == .subcommands)
    #expect(completion(of: "help", "--man", "") == .words(["bellhop", "bellhop.conf"]))
    #expect(completion(of: "check-config", "") == .files)
    #expect(completion(of: "front", "") == .words(["on", "off", "status"]))
    #expect(completion(of: "through", "") == .words(["list", "add", "remove"]))
    #expect(completion(of: "through", "add", "") == .text)
    #expect(completion(of: "through", "remove", "") == .senders)
    #expect(completion(of: "through", "add", "Ada", "--app", "") == .apps)
    #expect(completion(of: "previews", "") == .words(["always", "unlocked", "never", "default"]))
    #expect(completion(of: "post", "") == .text)
    #expect(offered("deny", "org.example.Mail", "").isEmpty)
    #expect(offered("no-such-thing", "").isEmpty)
  }

  @Test("What run runs has a command line of its own, from its name on")
  func commandLine() {
    #expect(PartialCommand(["run", ""]).place == .commandLine(first: 1))
    #expect(PartialCommand(["run", "--after", "5", "make", "-j"]).place == .commandLine(first: 3))
    #expect(PartialCommand(["run", "--", "make", "--after", ""]).place == .commandLine(first: 2))
    #expect(PartialCommand(["--runtime-directory=/a", "run", "ma"]).place == .commandLine(first: 2))
    #expect(offered("run", "-").contains("--after"))
    #expect(completion(of: "run", "--after", "") == .text)
  }

  @Test("An option that is given stands no more, unless it repeats, and none stands behind --")
  func options() {
    #expect(offered("post", "-").contains("--kind"))
    #expect(!offered("post", "--kind", "call", "-").contains("--kind"))
    #expect(offered("post", "--action", "a=b", "-").contains("--action"))
    #expect(completion(of: "post", "--", "-") == .text)
  }

  @Test("An option's value is completed behind a blank and behind =")
  func values() {
    #expect(completion(of: "list", "--app", "") == .apps)
    #expect(completion(of: "post", "--identifier", "") == .text)
    #expect(completion(of: "list", "--format", "") == .words(["rofi", "fuzzel"]))
    #expect(completion(of: "watch", "--format", "") == .words(["waybar", "i3blocks", "plain"]))
    #expect(completion(of: "post", "--image", "") == .files)
    let place = PartialCommand(["post", "--kind=al"]).place
    guard case .value(.words(let words), prefix: "--kind=") = place else {
      Issue.record("\(place)")
      return
    }
    #expect(words.contains("alarm"))
    #expect(offered("post", "--silently=").isEmpty)
  }

  @Test("Every word of every declaration has a completion that is no fault")
  func everyDeclaration() {
    for subcommand in Subcommand.all {
      for option in subcommand.options where option.value != nil {
        #expect(
          PartialCommand([subcommand.name, option.name, ""]).place
            == .value(Completion(valueOf: option), prefix: ""))
      }
      #expect(offered(subcommand.name, "-").contains("--help"))
    }
  }
}
