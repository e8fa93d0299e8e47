/// Communication uses the words of people, and no technical jargon.
enum ContentJargon: AdviceRule {
  static let name = "content.jargon"

  private static let jargon: Phrases = [
    "errno", "localhost", "stderr", "stdout", "stdin", "segfault", "sigsegv", "sigkill", "sigterm",
    "enoent", "econnrefused", "econnreset", "etimedout", "eacces", "eperm", "enospc", "traceback",
    "stack trace", "segmentation fault", "core dumped", "nullpointerexception", "exit code", "exit status",
    "malloc", "mutex", "dbus", "d bus", "coredump", "syscall", "return code", "http error", "ssl handshake",
    "tls handshake", "rpc", "api call", "utf", "utf 8", "regex", "boolean", "bool", "uuid", "pid",
    "kernel panic", "stack overflow", "foreign key", "sql", "http status", "timeout exception", "bar baz",
    "lorem ipsum", "object object", "mime", "mime type", "i o error", "tls", "ssl", "udisks", "udisks2",
    "firewalld", "pulseaudio", "pipewire", "networkmanager", "polkit", "systemd", "rsync", "imap", "smtp",
    "sftp", "webdav", "sip", "json", "xml", "yaml", "dns", "dhcp", "tcp", "udp", "ssid", "uefi", "grub",
    "initramfs", "i18n", "debug", "backend", "daemon", "stdlib", "bencoding", "checksum", "segfaulted",
    "no space left on device", "permission denied errno", "operation not permitted", "command not found",
    "no such file or directory", "page timeout", "certificate chain", "runtime error", "ui error",
    "websocket", "oauth", "ntp", "selinux", "api secret", "api key", "connection reset by peer", "desklets",
    "packaging issue", "mqtt", "webhook", "gatt", "rtmp", "webrtc", "stun", "adb", "mtu", "ipv4", "ipv6",
    "sqlite", "ssh", "endpoint", "parse error", "syntax error", "foreground service", "background service",
    "service worker", "worker process", "too many requests", "internal server error", "bad gateway",
    "gateway timeout", "bad request", "unauthorized 401", "forbidden 403", "not found 404", "unknown host",
    "mac address", "imei", "checksum mismatch", "repo", "commit hash", "sdk", "ndk", "jvm", "geocoder",
    "ble", "hid", "firmware blob", "kernel", "initrd", "inode", "client id", "client secret",
    "access token", "refresh token", "deserialize", "serialize", "timestamp", "boolean value", "integer",
    "localhost port", "proxy server", "tor circuit", "peer to peer", "mempool", "blockchain node",
    "on chain", "utxo", "secure key mac", "openvpn", "wireguard", "libvirt", "kvm", "d bus activation",
    "ftp", "uri", "smb", "nfs", "upnp", "ldap", "rtsp", "snmp", "socks5", "caldav", "carddav", "pop3",
    "api", "guid", "base64", "base 64", "sha 256", "sha256", "md5", "psbt", "gpg", "pgp", "cron", "crontab",
    "docker", "kubernetes", "nginx", "redis", "postgresql", "mysql", "oom", "deadlock", "null pointer",
    "invalid argument", "no route to host", "host unreachable", "host lookup", "name resolution",
    "broken pipe", "file descriptor", "device or resource busy", "input output error",
    "read only file system", "access violation", "assertion failed", "unhandled", "uncaught",
    "unexpected token", "unexpected character", "index out of range", "illegal argument", "invalid state",
    "failed to parse", "be parsed", "unable to parse", "could not parse", "couldn't parse",
    "unable to decode", "failed to decode", "malformed", "status code", "response code", "protocol",
    "protocols", "obfuscation", "hostname", "subnet", "tcp port", "udp port", "environment variable",
    "symlink", "opengl", "vulkan", "gstreamer", "ffmpeg", "alsa", "x11", "xorg", "btrfs", "luks",
    "iptables", "nftables", "apparmor", "inotify", "hypervisor", "txid", "multisig", "nonce", "libsecret",
    "gsettings", "dconf", "gvfs", "gtk", "bootloader", "root filesystem", "stacktrace", "wpa supplicant",
    "kerberos", "config file", "config", "vpn secrets", "namespace", "frontend", "middleware", "proxies",
    "exception", "peers", "binary", "payload", "handshake", "hash", "ip address", "ip addresses",
    "serial port", "network interface", "connection timeout", "network timeout", "request timeout",
    "timeout error", "timeout while", "timeout during", "invalid certificate", "certificate error",
    "certificate verification", "certificate authority", "client certificate", "ca certificate",
    "private key", "public key", "metadata file", "mount point", "root user", "superuser", "packet loss",
    "swap file", "opml", "swap space", "swap partition", "swap memory", "hash mismatch",
    "hash value", "hash check", "hash sum", "invalid hash", "onion service", "onion address",
    "onion routing", "invalid payload", "payload size", "payload too large", "json payload",
    "exception occurred", "exception was thrown", "exception thrown", "exception has occurred",
    "unexpected exception", "exception while", "exception during", "exception in", "socket error",
    "socket closed", "socket timeout", "socket connection", "socket hang up", "socket file",
    "closed socket", "connected peers", "no peers", "peers connected", "peer connection", "remote peer",
    "avc denial", "avc denied", "binary file", "binary was", "binary not", "binary is", "binary could",
    "the binary", "handshake failed", "during handshake", "handshake error", "handshake timeout",
    "handshake did not", "503 service unavailable", "error service unavailable", "avc denials", "swap is",
    "sudo", "apt get", "apt install", "apt update", "dnf", "pacman", "systemctl", "journalctl", "chmod",
    "chown", "mkdir", "fsck", "dpkg",
  ]
  /// Nothing, as programs call it; with a capital it may be a name, and in other languages it is a number.
  private static let nothing: Phrases = ["null", "undefined", "nil"]
  /// Before nil they are a team's.
  private static let goals: Phrases = ["one", "two", "three", "four", "five", "six", "won", "lost"]
  /// Abbreviations that are words as well in small letters: he hid, a sip.
  private static let abbreviations: Phrases = ["hid", "sip", "stun", "mime", "grub"]
  /// Those that are words elsewhere: filen ble lagret.
  private static let abbreviationsElsewhere: Phrases = [
    "ble", "pid", "oom", "api", "uri", "bool", "nonce", "hash", "config", "repo", "tls",
  ]
  /// What is typed into a terminal in small letters: Pacman is a game, and who is DNF did not finish.
  private static let commands: Phrases = [
    "sudo", "dnf", "pacman", "systemctl", "journalctl", "chmod", "chown", "mkdir", "fsck", "dpkg",
  ]
  private static let inKorean: Fragments = [
    "데몬", "~커널", "핸드셰이크", "핸드쉐이크", "~소켓 오류", "~소켓 연결", "페이로드", "엔드포인트", "디버그", "디버깅", "스택 추적",
    "체크섬", "웹훅", "웹소켓", "웹 소켓", "직렬화", "역직렬화", "구문 분석", "파싱", "정규식", "환경 변수", "호스트 이름", "호스트명",
    "널 포인터", "프로토콜", "난독화", "백엔드", "프론트엔드", "피어", "상태 코드", "응답 코드", "반환 코드", "종료 코드", "서비스 워커",
    "포그라운드 서비스", "런타임", "디코딩", "바이너리", "데스크릿", "세션 키", "루프백", "서브넷", "심볼릭 링크", "부트로더",
    "파일 시스템 오류", "메타데이터 오류", "액세스 토큰", "클라이언트 인증서", "디스플레이 관리자",
  ]

  static func advise(_ draft: Draft, _ advice: inout AdviceList) {
    guard !draft.isFromPerson else { return }
    for (field, text) in draft.content {
      if let part = jargon(in: text, draft.language) {
        advice.add(self, field, .textHoldsJargon, part: text.string(of: part))
      } else if draft.language == .korean, let part = text.first(of: inKorean) {
        advice.add(self, field, .textHoldsJargon, part: part)
      } else if let part = Markup.first(in: text) {
        advice.add(self, field, .textHoldsMarkup, part: text.string(at: part))
      } else if hasPlaceholder(text) || hasSystemPath(text) {
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
      if let run = jargon.match(words, at: index), run.count > 1 || !isMereWord(at: index, words, language) {
        return run
      }
      let isOdd =
        word.key == notANumber && word.has(.mixed)
        || language != .other && nothing.contains(word) && isNothing(at: index, of: text)
        || word.has(.hasDigit) && isHexadecimal(text.bytes[word.range])
        || http == word.key && index + 1 < words.count && words[index + 1].has(.hasDigit)
        || endsAsClass(word, in: text) || isErrorName(word, in: text)
        || word.has(.hasDigit) && isInterface(text.bytes[word.range])
        || isBusName(at: index, of: text)
      if isOdd { return index..<(index + 1) }
      if let fingerprint = fingerprint(at: index, of: text) { return fingerprint }
    }
    return nil
  }

  /// Whether it is a word of people's here: of letters that are an abbreviation elsewhere, of a name, or with one before
  /// it with which programs do not say it.
  private static func isMereWord(at index: Int, _ words: [Word], _ language: WrittenLanguage) -> Bool {
    let word = words[index]
    if !word.has(.shouted) {
      if abbreviations.contains(word) { return true }
      if language == .other, abbreviationsElsewhere.contains(word) { return true }
    }
    if !word.has(.small), commands.contains(word) { return true }
    guard ambiguous.contains(word) else { return false }
    return word.has(.hyphenated) || index > 0 && people.contains(words[index - 1])
  }
  /// With the exception of Monday, your peers, non-binary.
  private static let ambiguous: Phrases = ["exception", "peers", "binary", "payload", "handshake", "hash"]
  private static let people: Phrases = [
    "the", "an", "with", "without", "your", "his", "her", "our", "their", "a", "non",
  ]

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
  private static func hasSystemPath(_ text: WrittenText) -> Bool {
    guard text.marks.hasAny(of: "/:") else { return false }
    let bytes = text.bytes
    return bytes.indices.contains { index in
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
    guard text.words[index].range.count == 2 else { return nil }
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
  private static func hasPlaceholder(_ text: WrittenText) -> Bool {
    guard text.marks.hasAny(of: "%{$=") else { return false }
    let bytes = text.bytes
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
