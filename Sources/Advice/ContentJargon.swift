/// Communication uses the words of people, and no technical jargon.
enum ContentJargon: AdviceRule {
  static let name = "content.jargon"

  private static let jargon: Phrases = [
    "errno", "localhost", "stderr", "stdout", "stdin", "segfault",
    "sigsegv",
    "sigkill", "sigterm", "enoent", "econnrefused", "econnreset", "etimedout", "eacces", "eperm", "enospc",
    "traceback", "stack trace", "segmentation fault", "core dumped", "nullpointerexception", "exit code",
    "exit status", "malloc", "mutex", "dbus", "d bus", "coredump", "syscall",
    "return code", "http error", "ssl handshake", "tls handshake", "rpc", "api call", "utf", "utf 8",
    "regex", "boolean", "bool", "uuid", "pid", "kernel panic", "stack overflow", "foreign key", "sql",
    "http status", "timeout exception", "foo", "bar baz", "lorem ipsum", "xxx",
    "object object", "mime", "mime type", "i o error", "tls", "ssl", "udisks", "udisks2", "firewalld",
    "pulseaudio",
    "pipewire", "networkmanager", "polkit", "systemd", "rsync", "imap", "smtp", "sftp", "webdav", "sip",
    "json", "xml",
    "yaml", "dns", "dhcp", "tcp", "udp", "ssid", "uefi", "grub", "initramfs", "i18n", "debug", "binary",
    "backend",
    "daemon", "stdlib", "bencoding", "checksum", "segfaulted", "no space left on device",
    "permission denied errno",
    "operation not permitted", "command not found", "no such file or directory", "page timeout",
    "certificate chain",
    "runtime error", "ui error", "websocket", "oauth", "avc", "ntp", "selinux", "handshake", "api secret",
    "api key", "connection reset by peer",
    "desklets", "packaging issue", "mqtt", "webhook", "gatt", "rtmp", "webrtc", "stun", "adb", "mtu", "ipv4",
    "ipv6", "sqlite",
    "socket", "ssh", "endpoint", "payload", "parse error", "syntax error", "foreground service",
    "background service",
    "service worker", "worker process", "too many requests", "internal server error", "bad gateway",
    "service unavailable",
    "gateway timeout", "bad request", "unauthorized 401", "forbidden 403", "not found 404", "exception",
    "unknown host",
    "mac address", "imei", "hash", "checksum mismatch", "repo", "commit hash", "sdk",
    "ndk", "jvm",
    "geocoder", "ble", "hid", "firmware blob", "kernel", "initrd", "swap", "inode", "client id",
    "client secret",
    "access token", "refresh token", "deserialize", "serialize", "timestamp", "boolean value", "integer",
    "localhost port",
    "proxy server", "tor circuit", "onion", "peer to peer", "peers", "mempool", "blockchain node", "on chain",
    "utxo", "secure key mac", "openvpn", "wireguard", "libvirt", "kvm",
    "d bus activation",
  ]
  /// Nothing, as programs call it; with a capital it may be a name, and in other languages it is a number.
  private static let nothing: Phrases = ["null", "undefined", "nil"]
  /// Before nil they are a team's.
  private static let goals: Phrases = ["one", "two", "three", "four", "five", "six", "won", "lost"]
  /// What is typed into a terminal.
  private static let commands: Phrases = [
    "sudo", "apt get", "apt install", "apt update", "dnf", "pacman", "systemctl", "journalctl", "chmod",
    "chown",
    "mkdir", "fsck", "dpkg",
  ]

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard !draft.isFromPerson else { return }
    for (field, text) in draft.content {
      if let part = jargon(in: text, draft.language) {
        advice.add(self, field, .textHoldsJargon, part: text.string(of: part))
      } else if let part = Markup.first(in: text.bytes) {
        advice.add(self, field, .textHoldsMarkup, part: text.string(at: part))
      } else if hasPlaceholder(text.bytes) || hasSystemPath(text.bytes) {
        advice.add(self, field, .textHoldsJargon)
      } else if let part = ScanWording.first(in: text) {
        advice.add(self, field, .textSaysTag, part: text.string(of: part))
      }
    }
  }

  private static func jargon(in text: WrittenText, _ language: WrittenLanguage) -> Range<Int>? {
    let words = text.words
    for index in words.indices {
      let word = words[index]
      if let run = jargon.match(words, at: index) ?? commands.match(words, at: index) { return run }
      let isOdd =
        word.key == notANumber && word.has(.mixed)
        || language != .other && nothing.contains(word) && isNothing(at: index, of: text)
        || word.has(.hasDigit) && isHexadecimal(text.bytes[word.range])
        || http == word.key && index + 1 < words.count && words[index + 1].has(.hasDigit)
        || endsAsClass(word, in: text) || isErrorName(word, in: text) || isInterface(text.bytes[word.range])
        || isBusName(at: index, of: text)
      if isOdd { return index..<(index + 1) }
      if let fingerprint = fingerprint(at: index, of: text) { return fingerprint }
    }
    return nil
  }

  /// Not the goals of a team: won 3–nil, two nil.
  private static func isNothing(at index: Int, of text: WrittenText) -> Bool {
    let words = text.words
    guard !words[index].has(.capitalised) else { return false }
    if index > 0 {
      let gap = text.gap(before: index)
      let isJoined = gap.contains(UInt8(ascii: "-")) || gap.contains(0xE2)
      if isJoined || words[index - 1].has(.hasDigit) || goals.contains(words[index - 1]) { return false }
    }
    return index + 1 == words.count || !words[index + 1].has(.hasDigit)
  }

  /// What belongs to the system: /usr/lib/cups, C:\\Windows. Where the person's own files are is worth telling.
  private static func hasSystemPath(_ bytes: [UInt8]) -> Bool {
    bytes.indices.contains { index in
      switch bytes[index] {
      case UInt8(ascii: "/") where index == 0 || !bytes[index - 1].isLetter && bytes[index - 1] != 0x2F:
        systemFolders.contains { bytes[(index + 1)...].starts(with: $0) }
      case UInt8(ascii: ":"):
        index == 1 && bytes.count > 2 && bytes[2] == UInt8(ascii: "\\")
      default: false
      }
    }
  }
  private static let systemFolders = [
    "usr/", "etc/", "var/", "tmp/", "dev/", "proc/", "sys/", "run/", "opt/", "lib/", "bin/", "sbin/",
  ].map { Array($0.utf8) }

  /// Written as only programs write it; Nan may be a grandmother.
  private static let notANumber = WordKey("nan")
  private static let http = WordKey("http")

  /// 0x1f3a.
  private static func isHexadecimal(_ word: ArraySlice<UInt8>) -> Bool {
    word.count > 3 && word.starts(with: [UInt8(ascii: "0"), UInt8(ascii: "x")])
  }

  /// NullPointerException, TypeError: written together as no language of people does.
  private static func endsAsClass(_ word: Word, in text: WrittenText) -> Bool {
    guard word.has(.mixed) else { return false }
    let bytes = text.bytes[word.range]
    return classEndings.contains { bytes.count > $0.count && bytes.suffix($0.count).elementsEqual($0) }
  }
  private static let classEndings = ["Exception", "Error"].map { Array($0.utf8) }

  /// ERR_CONNECTION_REFUSED and the like: capitals joined by underscores.
  private static func isErrorName(_ word: Word, in text: WrittenText) -> Bool {
    let end = word.range.upperBound
    return word.has(.shouted) && end + 1 < text.bytes.count && text.bytes[end] == UInt8(ascii: "_")
      && text.bytes[(end + 1)...].prefix(3).count == 3
      && text.bytes[(end + 1)...].prefix(3).allSatisfy(\.isCapital)
  }

  /// 9f:2c:61:0b:7e: a fingerprint, or the address of a device.
  private static func fingerprint(at index: Int, of text: WrittenText) -> Range<Int>? {
    let run = text.words[index...].prefix(6)
    guard run.count == 6, run.allSatisfy({ $0.range.count == 2 }),
      run.indices.dropFirst().allSatisfy({ text.gap(before: $0).elementsEqual([UInt8(ascii: ":")]) })
    else { return nil }
    return run.startIndex..<run.endIndex
  }

  /// eth0, wlp3s0, bnep0: as the kernel calls what leads to a network.
  private static func isInterface(_ word: ArraySlice<UInt8>) -> Bool {
    guard (4...12).contains(word.count), let last = word.last, last.isDigit,
      !word.contains(where: \.isCapital)
    else {
      return false
    }
    return interfaces.contains { word.starts(with: $0) && word[word.startIndex + $0.count].isDigit }
  }
  private static let interfaces = [
    "eth", "enp", "eno", "ens", "wlp", "wlan", "wlo", "bnep", "ppp", "tun", "virbr", "docker",
  ]
  .map { Array($0.utf8) }

  /// org.freedesktop.NetworkManager: a name on the bus, or of a class.
  private static func isBusName(at index: Int, of text: WrittenText) -> Bool {
    guard roots.contains(text.words[index]), text.words[index].has(.small), index + 2 < text.words.count
    else {
      return false
    }
    return (index + 1...index + 2).allSatisfy { text.gap(before: $0).elementsEqual([UInt8(ascii: ".")]) }
  }
  private static let roots: Phrases = ["org", "com", "net", "io", "java", "javax", "android", "kotlin"]

  /// `%s`, `%1$d`, `%@`, `{{name}}`, `${name}`, `{0}`, `{name}`, and `key=value`.
  private static func hasPlaceholder(_ bytes: [UInt8]) -> Bool {
    var isQuery = false
    for index in bytes.indices.dropLast() {
      let next = bytes[index + 1]
      switch bytes[index] {
      case UInt8(ascii: "?"): isQuery = true
      case 0x20, 0x0A: isQuery = false
      case UInt8(ascii: "%"):
        let isEnd = index + 2 >= bytes.count || !bytes[index + 2].isLetter
        if "sd@ufi".utf8.contains(next), isEnd { return true }
        if next.isDigit, index + 2 < bytes.count, bytes[index + 2] == UInt8(ascii: "$") { return true }
      case UInt8(ascii: "{"):
        if next == UInt8(ascii: "{") || next.isDigit || next.isSmall { return true }
      case UInt8(ascii: "$"):
        if next == UInt8(ascii: "{") { return true }
      case UInt8(ascii: "="):
        // Not in an address, nor in a formula.
        let isKey = index > 1 && bytes[index - 1].isLetter && bytes[index - 2].isLetter
        if !isQuery, isKey, next.isLetter || next.isDigit { return true }
      default: break
      }
    }
    return false
  }
}
