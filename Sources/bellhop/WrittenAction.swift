import Configuration
import Varlink

/// A button as somebody has written it: `ID=TITLE`, and at the end `,icon=NAME`, `,destructive` and `,text` or
/// `,text=HINT`, in any order.
struct WrittenAction {
  private static let attributes = ["icon", "destructive", "text"]

  /// As the interface has it. The daemon says what is wrong with what it holds.
  let json: JSON

  /// `option`: whose value it is.
  init(_ text: String, option: String) throws(Failure) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
      throw .usage(
        "\(option) is ID=TITLE, and behind it what fits of ,icon=NAME ,destructive ,text and ,text=HINT")
    }
    var title = parts[1]
    var icon: Substring?
    var input: JSON?
    var isDestructive = false
    while let comma = title.lastIndex(of: ",") {
      let mark = title[comma...].dropFirst()
      if mark == "destructive" {
        isDestructive = true
      } else if mark.hasPrefix("icon=") {
        icon = mark.dropFirst("icon=".count)
      } else if mark == "text" {
        input = JSON(fields: [:])
      } else if mark.hasPrefix("text=") {
        input = JSON(fields: ["placeholder": String(mark.dropFirst("text=".count)).json])
      } else {
        try Self.refuseMisspelt(mark, option: option)
        break
      }
      title = title[..<comma]
    }
    json = JSON(fields: [
      "id": String(parts[0]).json, "title": String(title).json, "icon": icon.map { String($0).json },
      "destructive": isDestructive ? .bool(true) : nil, "input": input,
    ])
  }

  /// Commas stand in titles as well; what follows them there is a blank, or another word than these.
  private static func refuseMisspelt(_ mark: Substring, option: String) throws(Failure) {
    let name = String(mark.prefix { $0 != "=" })
    guard !attributes.contains(name) else {
      throw .usage(
        "\(option) ends in ,\(mark), but the forms are ,icon=NAME ,destructive ,text and ,text=HINT")
    }
    // Titles begin their words with capitals.
    guard mark.first?.isLowercase == true, let meant = Spelling.nearest(to: name, among: attributes) else {
      return
    }
    throw .usage(
      "\(option) ends in ,\(mark); did you mean ,\(meant)? A comma of the title has a blank behind it")
  }
}
