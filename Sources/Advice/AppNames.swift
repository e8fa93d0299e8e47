package import NotificationModel

/// The name by which people know an app, and which its texts may repeat.
package struct AppName: Sendable {
  let text: WrittenText
  let likeness: Likeness
  private let id: AppID

  /// The likeness of the name to other words of a text.
  enum Likeness: Sendable {
    /// The word has no other meaning.
    case none
    /// The name is an everyday word as well, such as Mail: it counts as the name only apart from the sentence.
    case everyday
    /// The end of an id such as org.example.Tea, which may be any word: it also counts as the name if it has a capital
    /// in a place where only names have one.
    case anyWord
  }

  /// `name`: the name in the desktop entry, or else the id, of which people know the last part.
  package init(_ name: String, of app: AppID) {
    id = app
    let isID = name == app.text
    let parts = name.split(separator: ".").map(String.init)
    // The last part may only name the sort of program: org.telegram.desktop.
    let known: String = parts.last { !["desktop", "client", "app", "gui"].contains($0) } ?? name
    text = WrittenText(isID ? known : name)
    let isOneWord = text.words.count == 1 && !text.words[0].has(.mixed)
    let isEveryday = !text.words.isEmpty && text.words.allSatisfy { Self.everyday.contains($0) }
    likeness = isEveryday ? .everyday : isID && isOneWord ? .anyWord : .none
  }

  var words: [Word] { text.words }

  /// Whether the id contains the name, too. Other names are translated, and so are words of the language: Drucker, Red,
  /// 전원.
  private var isBrand: Bool {
    let id = id.text.lowercased()
    return words.contains { word in
      word.range.count > 2 && id.indices.contains { id[$0...].hasPrefix(word.key) }
    }
  }

  /// The words of the text that can only mean the app.
  func run(in text: WrittenText, _ language: WrittenLanguage) -> Range<Int>? {
    if words.isEmpty { return nil }
    // In other languages a name is translated, and so is a common word as well, unless it is a brand.
    if likeness == .everyday || language == .other && !isBrand { return runApart(in: text) }
    guard let run = text.firstRun(of: words) ?? inflectedRun(in: text) else { return nil }
    if likeness == .anyWord { return runApart(in: text) ?? (hasItsCapital(in: text) ? run : nil) }
    return isName(run, in: text, language) ? run : nil
  }

  /// Whether the text has the name with a capital in a place where other words have none: `Your letter is in Quillhaven
  /// now.`, but neither
  /// `Tea Is Ready` nor `Tea is ready.`
  func hasItsCapital(in text: WrittenText) -> Bool {
    let (capital, scored) = Capitals.capitalsWithinSentences(text, known: [])
    return capital.count * 2 <= scored && capital.contains { text.words[$0].key == words.first?.key }
  }

  /// Whether the words are written as the name is, or all small if the name has no other meaning, and are not part of a
  /// file's name or an address: anna@parcelly.example.
  private func isName(_ run: Range<Int>, in text: WrittenText, _ language: WrittenLanguage) -> Bool {
    let (first, end) = (text.words[run.lowerBound], text.words[run.upperBound - 1].range.upperBound)
    let isJoined =
      first.has(.hyphenated) || end < text.scalars.count && text.scalars[end] == "_"
      // In other languages hyphens join a name to other words: die VLC-Protokolle.
      || language == .english && run.upperBound < text.words.count
        && text.words[run.upperBound].has(.hyphenated)
    if isJoined || first.has(.technical) && !words[0].has(.technical) { return false }
    let isWrittenAlike = zip(text.words[run], words).allSatisfy { word, part in
      word.has(.capitalised) || !part.has(.capitalised)
    }
    return isWrittenAlike || words.count == 1 && words[0].range.count > 5
  }

  /// The name with an ending: Parcelly's, or in Korean with a particle.
  private func inflectedRun(in text: WrittenText) -> Range<Int>? {
    guard let last = words.last?.key else { return nil }
    let end = text.words.indices.dropFirst(words.count - 1).first { index in
      let word = text.words[index].key
      return word.hasPrefix(last) && Self.endings.contains(String(word.dropFirst(last.count)))
        && zip(text.words[(index + 1 - words.count)...], words.dropLast()).allSatisfy { $0.key == $1.key }
    }
    return end.map { ($0 + 1 - words.count)..<($0 + 1) }
  }

  private static let endings: Set = [
    "'s", "은", "는", "이", "가", "을", "를", "에", "에서", "로", "으로", "의", "와", "과", "도", "만", "에게", "에는", "에서는",
    "이가", "보다", "부터", "까지", "앱", "앱에서", "앱을", "앱이",
  ]

  /// The name apart from the sentence: `Mail: …`, `[Mail] …`, `Mail – …`, and the same at the end.
  private func runApart(in text: WrittenText) -> Range<Int>? {
    let start = text.words.count - words.count
    guard start > 0 else { return nil }
    return [0, start].lazy.compactMap { place in
      isSeparator(text.gap(before: place > 0 ? place : words.count))
        ? text.firstRun(of: words, within: place..<(place + words.count)) : nil
    }.first
  }

  /// A colon, a bar or a dash with blanks, or a closing bracket. Quotation marks do not separate: they
  /// begin the name of an object.
  private func isSeparator(_ gap: ArraySlice<Unicode.Scalar>) -> Bool {
    gap.contains { ":|]".unicodeScalars.contains($0) }
      || gap.contains(" ") && gap.contains { "-–—•·".unicodeScalars.contains($0) }
  }

  /// Words that occur in names and in ordinary texts: Disk Space, Software Update.
  private static let everyday: Phrases = """
    mail, email, notes, calendar, file/files, music, maps, photos, message/messages, clock/clocks, weather, reminders,
    camera, calculator, contacts, news, books, settings, store, software, terminal, chat, phone, home, health, wallet,
    backup/backups, disk/disks, print/printer/printers, update/updates/updater, downloads, task/tasks, games, shop,
    bank, power, battery, network, security, system, video/videos, alarms, timer, travel, browser, editor, player,
    radio, library, document/documents, session, passwords, keys, signal, drive, office, console, boxes, fonts, logs,
    web, transmission, scanner, element, server, calls, connect, focus, recorder, remote, media, voice, space, usb,
    protection, manager, notifier, control, center, device/devices, screen, display, sound, volume, image, time,
    desktop, computer, user, account/accounts, night, light, color, mouse, keyboard, touchpad, bluetooth, internet,
    connection, firewall, service, package/packages, installer, archive, search, help, monitor, drivers, language,
    break, app/apps, notification/notifications, jobs, queue, 메일, 메모, 달력, 파일, 음악, 지도, 사진, 메시지, 시계, 날씨, 알림, 계산기, 연락처,
    뉴스, 카메라, 설정, 채팅, 전화, 건강, 지갑, 백업, 업데이트, 다운로드, 은행, 배터리, 네트워크, 쇼핑, 게임, 일정, 시스템, 디스크, 소프트웨어, 전원, 인쇄, 프린터, 블루투스, 이메일,
    문서, 웹, 보안, 화면, 작업, 사용, 가능, 보호, 공간, 계정, 매니저, 애플릿, 관리자, 센터, 소리, 장치
    """
}

/// "Avoid including your app name or icon. The system automatically displays" them.
enum ContentAppName: AdviceRule {
  static let name = "content.appName"
  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    let name = draft.appName
    for (field, text) in draft.content where draft.request?.sender == nil || field != "body" {
      let isTitle = field == "title" && !name.words.isEmpty && text.words.map(\.key) == name.words.map(\.key)
      guard isTitle || name.run(in: text, draft.language) != nil else { continue }
      return advice.add(self, field, .textNamesApp, part: name.text.text)
    }
  }
}

/// "Avoid including your app name or icon": the desktop shows the icon beside the text already.
enum ContentAppIcon: AdviceRule {
  static let name = "content.appIcon"
  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard let request = draft.request, let image = request.image else { return }
    // In a theme, an app's icon has the name of its desktop entry, if the entry has no other name for it.
    guard isIcon(image, named: request.app.text) || draft.appIcon.map({ isEntryIcon(image, $0) }) == true
    else { return }
    advice.add(self, "image", .imageIsAppIcon)
  }

  private static func isIcon(_ image: String, named name: String) -> Bool {
    let file = image.split(separator: "/").last ?? ""
    return ["", ".png", ".svg", "-symbolic"].contains { file == name + $0 }
  }

  /// A picture that the app has drawn can have the same name as its icon, but not among the icons.
  private static func isEntryIcon(_ image: String, _ icon: String) -> Bool {
    if image == icon { return true }
    let isAmongIcons = !image.contains("/") || ["/icons/", "/pixmaps/"].contains(where: image.contains)
    return !icon.contains("/") && isAmongIcons && isIcon(image, named: icon)
  }
}

/// An image that cannot be found, or whose file cannot be taken, is not shown.
enum ContentImage: AdviceRule {
  static let name = "content.image"
  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    for (field, cause) in draft.lostImages { advice.add(self, field, cause) }
  }
}
