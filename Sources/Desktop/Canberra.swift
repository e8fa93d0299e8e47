import Glibc

/// libcanberra, which finds sounds in the theme and plays them on the sound server. Loaded at the first sound, since
/// most notification servers play their own; without the library only the sounds are missing.
final class Canberra: SoundLibrary {
  // The declarations of canberra.h, with contexts and property lists as opaque pointers.
  private typealias Create = @convention(c) (UnsafeMutablePointer<OpaquePointer?>) -> Int32
  private typealias Destroy = @convention(c) (OpaquePointer) -> Int32
  private typealias SetText =
    @convention(c) (OpaquePointer, UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32
  private typealias SetDriver = @convention(c) (OpaquePointer, UnsafePointer<CChar>) -> Int32
  private typealias Play =
    @convention(c) (
      OpaquePointer, UInt32, OpaquePointer, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
    ) -> Int32
  private typealias ErrorText = @convention(c) (Int32) -> UnsafePointer<CChar>?

  private static let file = "libcanberra.so.0"

  private let variables: SessionVariables
  private let createContext: Create
  private let destroyContext: Destroy
  private let setDriver: SetDriver
  private let createProperties: Create
  private let destroyProperties: Destroy
  private let setProperty: SetText
  private let playProperties: Play
  private let errorText: ErrorText
  private var context: OpaquePointer?

  /// Whether the library can be loaded.
  static var isInstalled: Bool {
    guard let library = dlopen(file, RTLD_LAZY | RTLD_LOCAL) else { return false }
    dlclose(library)
    return true
  }

  /// Loads the library for the rest of the process's life.
  init(_ variables: @escaping SessionVariables) throws(SoundFault) {
    guard let library = dlopen(Self.file, RTLD_NOW | RTLD_LOCAL) else {
      throw SoundFault(reason: "libcanberra is not installed")
    }
    self.variables = variables
    createContext = try Self.symbol("ca_context_create", in: library)
    destroyContext = try Self.symbol("ca_context_destroy", in: library)
    setDriver = try Self.symbol("ca_context_set_driver", in: library)
    createProperties = try Self.symbol("ca_proplist_create", in: library)
    destroyProperties = try Self.symbol("ca_proplist_destroy", in: library)
    setProperty = try Self.symbol("ca_proplist_sets", in: library)
    playProperties = try Self.symbol("ca_context_play_full", in: library)
    errorText = try Self.symbol("ca_strerror", in: library)
  }

  deinit { rest() }

  func play(_ sound: String, app: String) throws(SoundFault) {
    let context = try openContext()
    var created: OpaquePointer?
    try check(createProperties(&created))
    guard let properties = created else { throw SoundFault(reason: "libcanberra made no properties") }
    defer { _ = destroyProperties(properties) }
    try check(setProperty(properties, "event.id", sound))
    try check(setProperty(properties, "application.name", app))
    // A sound server that caches samples may drop these.
    try check(setProperty(properties, "canberra.cache-control", "volatile"))
    try check(playProperties(context, 0, properties, nil, nil))
  }

  func rest() {
    if let context { _ = destroyContext(context) }
    context = nil
  }

  private func openContext() throws(SoundFault) -> OpaquePointer {
    if let context { return context }
    var created: OpaquePointer?
    try check(createContext(&created))
    guard let created else { throw SoundFault(reason: "libcanberra made no context") }
    context = created
    if !Self.hasPulse(variables), variables("CANBERRA_DRIVER") == nil { _ = setDriver(created, "alsa") }
    return created
  }

  /// Whether a sound server listens. Without one, libpulse may start one as a child of this process, and the daemon
  /// starts no programs. The socket's file alone proves nothing: a crash may have left it behind.
  static func hasPulse(_ variables: SessionVariables) -> Bool {
    if variables("PULSE_SERVER") != nil { return true }
    let directory = variables("PULSE_RUNTIME_PATH") ?? variables("XDG_RUNTIME_DIR").map { "\($0)/pulse" }
    guard let directory, let socket = UnixSocket.connect(to: "\(directory)/native") else { return false }
    close(socket)
    return true
  }

  private func check(_ result: Int32) throws(SoundFault) {
    guard result != 0 else { return }
    throw SoundFault(reason: errorText(result).map { String(cString: $0) } ?? "error \(result)")
  }

  private static func symbol<Function>(_ name: String, in library: UnsafeMutableRawPointer)
    throws(SoundFault) -> Function
  {
    guard let address = dlsym(library, name) else { throw SoundFault(reason: "libcanberra lacks \(name)") }
    // The types above are those of canberra.h, which libcanberra.so.0 has kept since its first release.
    return unsafeBitCast(address, to: Function.self)
  }
}
