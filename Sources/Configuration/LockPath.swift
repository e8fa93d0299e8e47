/// A key as `[Locked]` names it: `Previews/Show`, `App org.example.Mail/Banners`, `App */Banners`.
struct LockPath {
  private let text: String
  /// Those of the group that it names; none where there is no such group, or nothing in it can be locked.
  private let keys: [ConfigurationKey]
  private let subject: AppSubject?

  init(_ text: String) {
    self.text = text
    let written = text.lastIndex(of: "/").map { String(text[..<$0]) } ?? ""
    // The documentation's placeholder is no id.
    let isApp = written.hasPrefix("App ") && written != ConfigurationKey.appGroup
    let subject = isApp ? AppSubject(String(written.dropFirst(4))) : nil
    let group = subject == nil ? written : ConfigurationKey.appGroup
    self.subject = subject
    keys = ConfigurationKey.all.filter { $0.group == group && $0.isLockable(with: subject) }
  }

  /// The key, and whom it is about.
  var key: (ConfigurationKey, AppSubject?)? {
    keys.first { $0.path(subject) == text }.map { ($0, subject) }
  }

  /// What to write where it is none: the key that was meant, or those that there are.
  var remedy: String {
    guard !text.contains(",") else { return "write ; between two of them" }
    let keys = keys.isEmpty ? "" : "; there are \(keys.map(\.name).joined(separator: ", "))"
    return "write Group/Key, App ID/Key, App org.example.*/Key or App */Key"
      + (meant.map { "; did you mean \($0)?" } ?? keys)
  }

  /// Within its group, where there is that, only the key can be misspelt: the name of an app would outweigh it.
  private var meant: String? {
    let overall = ConfigurationKey.all.filter { $0.isLockable(with: nil) }
    guard !keys.isEmpty else { return Spelling.nearest(to: text, among: overall.map { $0.path(nil) }) }
    let name = text.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? ""
    let nearest = Spelling.nearest(to: name, among: keys.map(\.name))
    return keys.first { $0.name == nearest }?.path(subject)
  }
}

extension ConfigurationKey {
  fileprivate func isLockable(with subject: AppSubject?) -> Bool {
    switch place {
    case .policy: subject == nil
    case .app: subject != nil
    case .locks: false
    }
  }
}
