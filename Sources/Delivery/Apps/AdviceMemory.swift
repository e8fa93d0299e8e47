import Advice
import NotificationModel

/// What advice compares with: the names of apps that have posted lately, and what apps have just said.
final class AdviceMemory: Revertible {
  private static let mostNames = 64
  let texts = RecentTexts()
  private var names: [AppID: AppName] = [:]

  init(in transaction: Transaction) { transaction.add(self) }

  /// The name, as advice reads it; the same again for as long as the app is called so.
  func appName(_ name: String, of id: AppID) -> AppName {
    if let known = names[id], known.name == name { return known }
    if names.count >= Self.mostNames { names.removeAll() }
    let appName = AppName(name, of: id)
    names[id] = appName
    return appName
  }

  func commit() { texts.commit() }
  func rollBack() { texts.rollBack() }
}
