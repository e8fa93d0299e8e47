import NotificationModel

// What is written while something asks for a text.

extension CenterState {
  mutating func type(_ key: Key, _ prompt: CenterPrompt) -> [CenterEffect] {
    switch prompt {
    case .search:
      switch key {
      case .enter: self.prompt = nil
      case .escape:
        list.find("")
        self.prompt = nil
      case .up, .wheelUp: select(index - 1)
      case .down, .wheelDown: select(index + 1)
      default: write(edited(list.search, key), prompt)
      }
    case .reply(let id, let action, _, let text):
      switch key {
      case .enter where !text.isEmpty:
        self.prompt = nil
        return [.call(.press(id, action, text: text))]
      case .escape: self.prompt = nil
      default: write(edited(text, key), prompt)
      }
    }
    return []
  }

  /// Where nothing asks for a text, what is pasted is nothing.
  mutating func paste(_ pasted: String) {
    guard let prompt, !isAway else { return }
    switch prompt {
    case .search: write(Self.joined(list.search, pasted), prompt)
    case .reply(_, _, _, let text): write(Self.joined(text, pasted), prompt)
    }
  }

  private mutating func write(_ text: String, _ prompt: CenterPrompt) {
    switch prompt {
    case .search:
      guard text != list.search else { return }
      list.find(text)
      selectFirst()
    case .reply(let id, let action, let title, _):
      self.prompt = .reply(id, action, title: title, text: text)
    }
  }

  /// The same for a key that writes nothing.
  private func edited(_ text: String, _ key: Key) -> String {
    switch key {
    case .character(let character): Self.joined(text, String(character))
    case .backspace: String(text.dropLast())
    case .control("U"): ""
    default: text
    }
  }

  /// As much of the second as there is room for.
  private static func joined(_ text: String, _ added: String) -> String {
    var joined = text
    var room = Limits.replyBytes - text.utf8.count
    for character in added {
      room -= character.utf8.count
      guard room >= 0 else { break }
      joined.append(character)
    }
    return joined
  }
}
