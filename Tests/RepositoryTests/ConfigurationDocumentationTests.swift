import Configuration
import NotificationModel
import TestSupport
import Testing

/// config/bellhop.conf against the code that reads it.
struct ConfigurationDocumentationTests {
  private struct Documented: Hashable {
    var group: String
    var name: String
    var builtIn: String
    /// The comment line just above.
    var allowed: String
  }

  private let text = PackageFiles.contents(of: "config/bellhop.conf") ?? ""

  private var documented: [Documented] {
    var group = ""
    var above = ""
    var keys: [Documented] = []
    for line in text.split(separator: "\n") {
      let content = line.hasPrefix("#") ? line.dropFirst() : line
      if content.hasPrefix("[") {
        group = String(content.dropFirst().dropLast())
      } else if let equals = content.firstIndex(of: "="), line.hasPrefix("#"), !content.hasPrefix(" ") {
        keys.append(
          Documented(
            group: group, name: String(content[..<equals]),
            builtIn: String(content[content.index(after: equals)...]), allowed: above))
      }
      above = String(line.dropFirst(2))
    }
    return keys
  }

  @Test("The file documents every key in order, each with its built-in value and the values it can have")
  func everyKey() {
    let known = ConfigurationKey.all.map {
      Documented(group: $0.group, name: $0.name, builtIn: $0.builtIn, allowed: $0.allowed.text)
    }
    #expect(documented == known)
  }

  @Test("The file has the rules of bellhop.conf(5), who wins, groups of apps and locks, and its example")
  func rules() {
    let comments = text.split(separator: "\n").filter { $0.hasPrefix("# ") }.map { $0.dropFirst(2) }
    let prose = comments.joined(separator: " ")
    for rule in [ConfigurationRules.layers, ConfigurationRules.groups, ConfigurationRules.locks] {
      #expect(prose.contains(rule))
    }
    #expect(
      comments.joined(separator: "\n").contains(
        ConfigurationRules.example.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")))
  }

  @Test("The example of groups and a lock says what stands above it")
  func example() throws {
    let policy = try policy(from: [
      LayerFile(path: "/etc/bellhop/bellhop.conf", text: ConfigurationRules.example, isSystem: true)
    ])
    for (id, breaks) in [("org.example.Mail", true), ("org.example.Chat", false)] {
      let app = try #require(AppID(id))
      let settings = policy.settings(of: app, chosen: AppSettings(timeSensitive: !breaks))
      #expect(settings.timeSensitive == breaks)
    }
  }

  @Test("The keys that count in /etc alone are documented so")
  func administrators() {
    for key in ConfigurationKey.all where key.isAdministrators {
      let comment = text.split(separator: "\n\n", omittingEmptySubsequences: true).first {
        $0.contains("\n#\(key.name)=")
      }
      #expect(comment?.contains("/etc only") == true, "\(key.name)")
    }
  }

  @Test("The file reads as it is, and also with every key in it, without changing anything but the one app")
  func reads() throws {
    let asIs = try policy(from: [LayerFile(path: "bellhop.conf", text: text, isSystem: true)])
    #expect(asIs == (try policy(from: [])))
    let uncommented = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix("#") && !line.hasPrefix("# ") ? String(line.dropFirst()) : String(line)
    }.joined(separator: "\n").split(separator: "[App ID]").joined(separator: "[App org.example.Mail]")
    var all = try policy(from: [LayerFile(path: "bellhop.conf", text: uncommented, isSystem: true)])
    #expect(all.apps.count == 1)
    all.apps = [:]
    all.files = asIs.files
    #expect(all == asIs)
  }
}
