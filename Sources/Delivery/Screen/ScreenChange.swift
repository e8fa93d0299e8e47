import NotificationModel

// What happens to everything on screen at once: the lock, another server, other settings.
//
// Invariant: a change leads each row that it is applied to out of its own selection, so that the store says what is
// left of it, in whatever pieces it is made. Nothing is shown before it is whole.

/// An event that concerns all that is on screen, and the selection of rows to which it has not been applied yet.
package enum ScreenChange: Hashable, Sendable {
  /// The screen was locked or unlocked: those in the wrong form.
  case followLock(locked: Bool)
  /// The server is another, or none: those that others showed, and what `endsRestoring`.
  case forget(except: String?, endsRestoring: Bool)
  /// This server has a memory, and the presses would go to an earlier process: the newest ten of each app.
  case restore(server: String)
  /// The preview setting of apps changed: their banners that were marked stale. Questions contain nothing private.
  case refresh
}

/// Those under way, the lock's first: what must not be seen comes before all else. Not stored, since the rows are: a
/// start applies the lock and what is stale anew, and the server says itself which one it is.
final class ScreenChanges {
  @Transacted private var pending: [ScreenChange]

  init(in transaction: Transaction) {
    _pending = Transacted([], in: transaction)
  }

  var isEmpty: Bool { pending.isEmpty }
  var first: ScreenChange? { pending.first }
  /// Whether the lock is being followed, before which nothing else is changed.
  var isLocking: Bool { if case .followLock? = pending.first { true } else { false } }

  /// One of each kind: the newest stands for those before it.
  func add(_ change: ScreenChange) {
    switch change {
    case .followLock:
      pending.removeAll { if case .followLock = $0 { true } else { false } }
      pending.insert(change, at: 0)
    case .forget(let server, let endsRestoring):
      var merged = (server: server, endsRestoring: endsRestoring)
      pending.removeAll { earlier in
        guard case .forget(let other, let ends) = earlier else { return false }
        // Nothing was shown between the two: what neither server shows is gone, and no banner is of both.
        if other != server { merged.server = nil }
        merged.endsRestoring = merged.endsRestoring || ends
        return true
      }
      pending.append(.forget(except: merged.server, endsRestoring: merged.endsRestoring))
    case .restore:
      pending.removeAll { if case .restore = $0 { true } else { false } }
      pending.append(change)
    case .refresh:
      if !pending.contains(change) { pending.append(change) }
    }
  }

  func finish(_ change: ScreenChange) { pending.removeAll { $0 == change } }
}
