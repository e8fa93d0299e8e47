import Glibc

/// The wide ncurses, as curses.h of its ABI 6 declares it. Loaded by whoever draws a screen, so that the other subcommands
/// start without it; stays loaded.
struct Ncurses {
  typealias Window = OpaquePointer

  /// MEVENT: laid out as C does it.
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

  /// The whole screen; there is one once `newterm` has been called.
  var screen: Window? { standard.pointee }

  init() throws(Failure) {
    // It brings libtinfo along where it needs it, and what that offers is found in it.
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

// What its headers define as macros.
extension Ncurses {
  static let okay: Int32 = 0
  /// What `wget_wch` returns for a key that writes nothing.
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
