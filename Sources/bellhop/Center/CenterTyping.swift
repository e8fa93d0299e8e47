import NotificationModel

/// Input that the person is typing.
enum CenterPrompt: Equatable {
  case search
  case reply(NotificationID, ItemID, title: String, text: String)
  /// `isUnclear`: the text typed before held no time.
  case end(CenterEnding, text: String, isUnclear: Bool = false)
  /// Answered by one key.
  case confirmation(CenterCall, question: String)
}

extension CenterState {
  mutating func type(_ key: Key, _ prompt: CenterPrompt) -> [CenterEffect] {
    switch (prompt, key) {
    case (.confirmation(let call, _), _):
      self.prompt = nil
      return key == .character("y") || key == .character("Y") ? [.call(call)] : []
    case (_, .enter): return submit(prompt)
    case (_, .escape):
      if prompt == .search { list.find("") }
      self.prompt = nil
    case (.search, .up), (.search, .wheelUp): select(index - 1)
    case (.search, .down), (.search, .wheelDown): select(index + 1)
    default: write(edited(typed(in: prompt), key), prompt)
    }
    return []
  }

  /// Where nothing asks for a text, what is pasted is nothing.
  mutating func paste(_ pasted: String) {
    guard let prompt, !isAway else { return }
    write(Self.joined(typed(in: prompt), pasted), prompt)
  }

  private mutating func submit(_ prompt: CenterPrompt) -> [CenterEffect] {
    switch prompt {
    case .reply(_, _, _, text: ""), .end(_, text: "", _): return []
    case .search, .confirmation: break
    case .reply(let id, let action, _, let text):
      self.prompt = nil
      return [.call(.press(id, action, text: text))]
    case .end(let ending, let text, _):
      let end = try? timeOrDuration(text, of: "", clock: clock)
      guard let end, end > clock.now else {
        self.prompt = .end(ending, text: text, isUnclear: true)
        return []
      }
      self.prompt = nil
      return [.call(ending.call(until: end))]
    }
    self.prompt = nil
    return []
  }

  private func typed(in prompt: CenterPrompt) -> String {
    switch prompt {
    case .search: list.search
    case .reply(_, _, _, let text), .end(_, let text, _): text
    case .confirmation: ""
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
    case .end(let ending, _, _): self.prompt = .end(ending, text: text)
    case .confirmation: break
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
