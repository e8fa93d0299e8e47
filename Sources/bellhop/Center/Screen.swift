import CLinux
import Glibc

/// The terminal's screen while the centre owns it. The terminal is restored at the end, also after a signal.
struct Screen: ~Copyable {
  private let ncurses: Ncurses
  private let hasColours: Bool
  /// The sequence that restores the terminal, for the signal handler.
  private let restoring: String
  private var keys = KeyReader()
  private var isOpen = true

  /// A lone Esc is told from a sequence by this many milliseconds of silence.
  private static let escapeDelay: Int32 = 25

  init() throws(Failure) {
    // The screen writes UTF-8, also in a locale with another encoding.
    setlocale(LC_CTYPE, "")
    if nl_langinfo(Int32(CODESET)).map({ String(cString: $0) }) != "UTF-8" { setlocale(LC_CTYPE, "C.UTF-8") }
    let ncurses = try Ncurses()
    let restoring = try Self.restoringText(ncurses)
    _ = ncurses.set_escdelay(Self.escapeDelay)
    Self.arm(restoring)
    // The streams are the process's own, and never closed.
    guard ncurses.newterm(nil, fdopen(STDOUT_FILENO, "w"), fdopen(STDIN_FILENO, "r")) != nil else {
      throw .failed("the terminal cannot be used")
    }
    Self.send(KeyReader.startPasting)
    _ = ncurses.cbreak()
    _ = ncurses.noecho()
    _ = ncurses.nonl()
    _ = ncurses.keypad(ncurses.screen, true)
    _ = ncurses.nodelay(ncurses.screen, true)
    _ = ncurses.curs_set(0)
    _ = ncurses.mousemask(Ncurses.Button.left | Ncurses.Button.wheelUp | Ncurses.Button.wheelDown, nil)
    // A click counts when the button goes down, without a wait for a double click.
    _ = ncurses.mouseinterval(0)
    let refusesColour = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
    let hasColours = !refusesColour && ncurses.has_colors() && ncurses.start_color() == Ncurses.okay
    if hasColours { Self.choosePairs(ncurses) }
    self.ncurses = ncurses
    self.restoring = restoring
    self.hasColours = hasColours
  }

  deinit { if isOpen { Self.close(ncurses) } }

  /// Restores the terminal.
  mutating func close() {
    if isOpen { Self.close(ncurses) }
    isOpen = false
  }

  private static func arm(_ restoring: String) {
    clinux_restore_terminal_at_signal(restoring, restoring.utf8.count)
  }

  private static func close(_ ncurses: Ncurses) {
    // A terminal without a second screen would keep the text visible for the next user.
    _ = ncurses.werase(ncurses.screen)
    _ = ncurses.wnoutrefresh(ncurses.screen)
    _ = ncurses.doupdate()
    _ = ncurses.endwin()
    send(KeyReader.endPasting)
    clinux_restore_terminal_at_signal(nil, 0)
  }

  /// Writes a sequence that ncurses does not know.
  private static func send(_ sequence: String) { _ = write(STDOUT_FILENO, sequence, sequence.utf8.count) }

  /// Gives the terminal to the shell until this process continues; at once if no shell could continue it.
  func pause() {
    Self.close(ncurses)
    Self.stop()
    Self.arm(restoring)
    Self.send(KeyReader.startPasting)
    redraw()
  }

  /// Stops as the key would, by SIGTSTP: unlike SIGSTOP, it does not stop a process that no shell could continue.
  private static func stop() {
    // ncurses has a handler of its own.
    let former = signal(SIGTSTP, SIG_DFL)
    var stopping = sigset_t()
    sigemptyset(&stopping)
    sigaddset(&stopping, SIGTSTP)
    raise(SIGTSTP)
    // The loop keeps the signal blocked; it is delivered here.
    pthread_sigmask(SIG_UNBLOCK, &stopping, nil)
    pthread_sigmask(SIG_BLOCK, &stopping, nil)
    signal(SIGTSTP, former)
  }

  /// Redraws everything next time.
  func redraw() { _ = ncurses.clearok(ncurses.screen, true) }

  /// Adapts to the terminal's present size.
  func resize() -> Picture.Size {
    var size = winsize()
    if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) != 0 || size.ws_row == 0 || size.ws_col == 0 {
      (size.ws_row, size.ws_col) = (24, 80)
    }
    _ = ncurses.resizeterm(Int32(size.ws_row), Int32(size.ws_col))
    return Picture.Size(rows: Int(size.ws_row), columns: Int(size.ws_col))
  }

  // MARK: Drawing

  func draw(_ picture: Picture) {
    let screen = ncurses.screen
    _ = ncurses.werase(screen)
    for (row, spans) in picture.lines.enumerated() {
      for span in spans {
        let (attributes, pair) = style(of: span.look)
        _ = ncurses.wattr_set(screen, attributes, pair, nil)
        _ = ncurses.wmove(screen, Int32(row), Int32(span.column))
        let characters = span.text.text.unicodeScalars.map { Int32(bitPattern: $0.value) }
        _ = ncurses.waddnwstr(screen, characters, Int32(characters.count))
      }
    }
    _ = ncurses.wattr_set(screen, 0, 0, nil)
    if let cursor = picture.cursor { _ = ncurses.wmove(screen, Int32(cursor.row), Int32(cursor.column)) }
    _ = ncurses.curs_set(picture.cursor == nil ? 0 : 1)
    _ = ncurses.wnoutrefresh(screen)
    _ = ncurses.doupdate()
  }

  private func style(of look: Look) -> (attributes: UInt32, pair: Int16) {
    switch look {
    case .plain: (0, 0)
    case .dim: (Ncurses.Attribute.dim, 0)
    case .bold: (Ncurses.Attribute.bold, 0)
    case .selected, .bar: (Ncurses.Attribute.reverse, 0)
    case .heading: (Ncurses.Attribute.bold, hasColours ? 1 : 0)
    case .notice: (Ncurses.Attribute.bold, hasColours ? 2 : 0)
    }
  }

  /// Cyan and yellow, on the terminal's default background.
  private static func choosePairs(_ ncurses: Ncurses) {
    _ = ncurses.use_default_colors()
    _ = ncurses.init_pair(1, 6, -1)
    _ = ncurses.init_pair(2, 3, -1)
  }

  // MARK: Reading

  /// The inputs since the last call, in order.
  mutating func read() -> [Input] {
    while true {
      var code: UInt32 = 0
      let kind = ncurses.wget_wch(ncurses.screen, &code)
      if kind == Ncurses.isKeyCode {
        let input = code == Ncurses.mouse ? readMouse() : Ncurses.keys[code].map(Input.key)
        if let input { keys.consume(input) }
      } else if kind == Ncurses.okay {
        if let scalar = Unicode.Scalar(code) { keys.consume(scalar) }
      } else {
        return keys.read()
      }
    }
  }

  private func readMouse() -> Input? {
    var mouse = Ncurses.Mouse()
    guard ncurses.getmouse(&mouse) == Ncurses.okay else { return nil }
    if mouse.buttons & Ncurses.Button.wheelUp != 0 { return .key(.wheelUp) }
    if mouse.buttons & Ncurses.Button.wheelDown != 0 { return .key(.wheelDown) }
    return mouse.buttons & Ncurses.Button.left != 0
      ? .click(row: Int(mouse.row), column: Int(mouse.column)) : nil
  }

  // MARK: Restoring

  /// The sequence that restores the terminal without ncurses. Throws for a terminal that cannot position its cursor.
  private static func restoringText(_ ncurses: Ncurses) throws(Failure) -> String {
    var result: Int32 = 0
    guard ncurses.setupterm(nil, STDOUT_FILENO, &result) == Ncurses.okay, text("cup", ncurses) != nil else {
      throw .failed(
        "the terminal has no screen that can be drawn on (TERM); 'bellhop list' prints what is there")
    }
    return "\u{1b}[?1006l\u{1b}[?1000l" + KeyReader.endPasting
      + ["op", "sgr0", "clear", "cnorm", "rmkx", "rmcup"].compactMap { text($0, ncurses) }.joined()
  }

  /// Removes the delays that old terminals need.
  private static func text(_ capability: String, _ ncurses: Ncurses) -> String? {
    guard let address = ncurses.tigetstr(capability), UInt(bitPattern: address) != .max else { return nil }
    var (text, isPause) = ("", false)
    for character in String(cString: address) {
      if character == "<", text.last == "$" {
        text.removeLast()
        isPause = true
      } else if isPause {
        isPause = character != ">"
      } else {
        text.append(character)
      }
    }
    return text
  }
}

/// The wide ncurses, as declared by curses.h of ABI 6. Loaded on first use, so that the other subcommands start without
/// it; stays loaded.
private struct Ncurses {
  typealias Window = OpaquePointer

  /// MEVENT, in C's layout.
  struct Mouse {
    var device: Int16 = 0
    var column: Int32 = 0
    var row: Int32 = 0
    var depth: Int32 = 0
    var buttons: UInt32 = 0
  }

  typealias Call = @convention(c) () -> Int32
  typealias Number = @convention(c) (Int32) -> Int32
  typealias OfWindow = @convention(c) (Window?) -> Int32
  typealias Switch = @convention(c) (Window?, Bool) -> Int32

  let newterm:
    @convention(c) (UnsafePointer<CChar>?, UnsafeMutablePointer<FILE>?, UnsafeMutablePointer<FILE>?) ->
      OpaquePointer?
  let setupterm: @convention(c) (UnsafePointer<CChar>?, Int32, UnsafeMutablePointer<Int32>?) -> Int32
  let tigetstr: @convention(c) (UnsafePointer<CChar>) -> UnsafePointer<CChar>?
  let endwin, cbreak, noecho, nonl, doupdate, start_color, use_default_colors: Call
  let has_colors: @convention(c) () -> Bool
  let curs_set, set_escdelay, mouseinterval: Number
  let init_pair: @convention(c) (Int16, Int16, Int16) -> Int32
  let mousemask: @convention(c) (UInt32, UnsafeMutablePointer<UInt32>?) -> UInt32
  let getmouse: @convention(c) (UnsafeMutableRawPointer) -> Int32
  let resizeterm: @convention(c) (Int32, Int32) -> Int32
  let keypad, nodelay, clearok: Switch
  let werase, wnoutrefresh: OfWindow
  let wmove: @convention(c) (Window?, Int32, Int32) -> Int32
  let wattr_set: @convention(c) (Window?, UInt32, Int16, UnsafeMutableRawPointer?) -> Int32
  let waddnwstr: @convention(c) (Window?, UnsafePointer<Int32>, Int32) -> Int32
  let wget_wch: @convention(c) (Window?, UnsafeMutablePointer<UInt32>) -> Int32
  private let standard: UnsafePointer<Window?>

  private static let file = "libncursesw.so.6"

  /// The whole screen; valid after `newterm`.
  var screen: Window? { standard.pointee }

  init() throws(Failure) {
    // It loads libtinfo if it depends on it, whose symbols are then found through this handle.
    guard let library = dlopen(Self.file, RTLD_NOW | RTLD_LOCAL) else {
      throw .failed(
        "\(Self.file) is not installed (Debian's package libncursesw6); 'bellhop list' works without it")
    }
    func symbol<Value>(_ name: String) throws(Failure) -> Value {
      guard let address = dlsym(library, name) else { throw .failed("\(Self.file) lacks \(name)") }
      // The types above are those of curses.h, to which every library of this name keeps.
      return unsafeBitCast(address, to: Value.self)
    }
    newterm = try symbol("newterm")
    setupterm = try symbol("setupterm")
    tigetstr = try symbol("tigetstr")
    endwin = try symbol("endwin")
    cbreak = try symbol("cbreak")
    noecho = try symbol("noecho")
    nonl = try symbol("nonl")
    doupdate = try symbol("doupdate")
    start_color = try symbol("start_color")
    use_default_colors = try symbol("use_default_colors")
    has_colors = try symbol("has_colors")
    curs_set = try symbol("curs_set")
    set_escdelay = try symbol("set_escdelay")
    mouseinterval = try symbol("mouseinterval")
    init_pair = try symbol("init_pair")
    mousemask = try symbol("mousemask")
    getmouse = try symbol("getmouse")
    resizeterm = try symbol("resizeterm")
    keypad = try symbol("keypad")
    nodelay = try symbol("nodelay")
    clearok = try symbol("clearok")
    werase = try symbol("werase")
    wnoutrefresh = try symbol("wnoutrefresh")
    wmove = try symbol("wmove")
    wattr_set = try symbol("wattr_set")
    waddnwstr = try symbol("waddnwstr")
    wget_wch = try symbol("wget_wch")
    standard = try symbol("stdscr")
  }
}

// Macros of its headers.
extension Ncurses {
  static let okay: Int32 = 0
  /// The result of `wget_wch` for a function key.
  static let isKeyCode: Int32 = 0o400

  enum Attribute {
    static let reverse: UInt32 = 1 << 18
    static let dim: UInt32 = 1 << 20
    static let bold: UInt32 = 1 << 21
  }

  enum Button {
    static let left: UInt32 = 0o2
    static let wheelUp: UInt32 = 0o2 << 15
    static let wheelDown: UInt32 = 0o2 << 20
  }

  static let mouse: UInt32 = 0o631
  static let keys: [UInt32: Key] = [
    0o402: .down, 0o403: .up, 0o404: .left, 0o405: .right, 0o406: .home, 0o407: .backspace, 0o512: .delete,
    0o522: .pageDown, 0o523: .pageUp, 0o527: .enter, 0o550: .end,
  ]
}
