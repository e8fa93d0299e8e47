// swift-tools-version: 6.2
import PackageDescription

// Warnings are errors where the project is tested; elsewhere a newer compiler's warnings stop no build.
let strict = Context.environment["BELLHOP_STRICT"] != nil
let settings: [SwiftSetting] =
  [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault")]
  + (strict ? [.treatAllWarnings(as: .error)] : [])

/// Counts edges and comparisons for libFuzzer, in the modules of Sources alone (Tests/Fuzz/fuzz.sh).
let fuzzing: [SwiftSetting] =
  Context.environment["BELLHOP_FUZZ"] == nil
  ? [] : [.unsafeFlags(["-sanitize-coverage=edge,trace-cmp,inline-8bit-counters,pc-table"])]

/// Keeps the programs small. The implicit import of regular expressions would link the whole module, a tenth of a program,
/// for one `contains(_: String)`. Functions have sections of their own, so that the linker can leave out each by itself.
///
/// Release builds do not check at run time that no two accesses to a variable overlap: these checks are a twentieth of a
/// post's instructions. Debug builds keep them, and with them the tests.
let sourceSettings: [SwiftSetting] =
  settings + [
    .unsafeFlags([
      "-Xfrontend", "-disable-implicit-string-processing-module-import", "-Xfrontend", "-function-sections",
    ]),
    .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release)),
  ]

/// For modules that need not be fast, because no call waits for them or a person starts them by hand.
let small = sourceSettings + [.unsafeFlags(["-Osize"], .when(configuration: .release))]

// Executables carry the Swift runtime with them, so that a desktop needs no toolchain. Not in debug builds: the
// bundle of tests links executables too, and inherits their flags.
let standalone: [LinkerSetting] = [
  .unsafeFlags(
    [
      // With libstdc++ in it as well (config/static).
      "-static-stdlib", "-use-ld=lld", "-L\(Context.packageDirectory)/config/static",
      // The toolchain's own flags keep every public name, for programs that load others.
      "-Xlinker", "--no-export-dynamic",
      // A bit for each address that is set at the start, in place of 24 bytes; glibc reads it since 2.36.
      "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
      // By which a debugger finds the symbols of a stripped program.
      "-Xlinker", "--build-id=sha1",
    ], .when(configuration: .release))
]

/// One of the package's own Swift modules.
func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = [],
  settings: [SwiftSetting] = sourceSettings
) -> Target {
  .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: settings + fuzzing)
}

/// The tests of one module, which may use TestSupport.
func tests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [], resources: [Resource] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TestSupport"], exclude: exclude, resources: resources,
    swiftSettings: settings)
}

let package = Package(
  name: "bellhop",
  products: [
    .executable(name: "bellhopd", targets: ["bellhopd"]),
    .executable(name: "bellhop", targets: ["bellhop"]),
    .executable(name: "bellhop-bus", targets: ["bellhop-bus"]),
    .library(name: "BellhopClient", targets: ["BellhopClient"]),
  ],
  targets: [
    // Linux and its libraries, as modules.
    .target(name: "CLinux", cSettings: [.define("_GNU_SOURCE")]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CNotify", pkgConfig: "libnotify", providers: [.apt(["libnotify-dev"])]),
    .systemLibrary(name: "CXCB", pkgConfig: "xcb", providers: [.apt(["libxcb1-dev", "libxcb-sync-dev"])]),
    .systemLibrary(name: "CWayland", pkgConfig: "wayland-client", providers: [.apt(["libwayland-dev"])]),
    .target(name: "CWaylandProtocols", dependencies: ["CWayland"]),
    // Headers alone, where every distribution has them: pkg-config would link to the library, too.
    .target(
      name: "CPipeWire",
      cSettings: [
        .define("_GNU_SOURCE"),
        .unsafeFlags(["-isystem", "/usr/include/pipewire-0.3", "-isystem", "/usr/include/spa-0.2"]),
      ]),

    // The nouns: requests, decisions, records, events. Values only.
    module("NotificationModel", settings: settings),
    // The protocol: framing, JSON, calls and replies. No sockets.
    module("Varlink", settings: settings),
    // The two interfaces: their descriptions, and the nouns' form in JSON.
    module(
      "NotificationProtocol", ["NotificationModel", "Varlink"],
      resources: [
        .embedInCode("io.bellhop.Notifications.varlink"), .embedInCode("io.bellhop.Control.varlink"),
      ], settings: settings),
    // When a failed attempt is made again. Pure.
    module("Retry", settings: settings),
    // The lock; another one in builds with the thread sanitizer.
    module("Locks"),
    // epoll, timers, signals, Unix sockets; the engine's thread.
    module("EventLoop", ["CLinux", "Retry", "Locks"]),
    // The log lines of a background program.
    module("Journal"),
    // The loop as an executor for actors.
    module("LoopExecutor", ["EventLoop"]),
    // D-Bus messages as they pass, and the names in them; no sockets.
    module("BusWire"),
    // Connections to a bus, on the loop.
    module("BusSocket", ["BusWire", "CLinux", "EventLoop"]),
    // Request to decision: the guidelines that are enforced, pure.
    module("Guidelines", ["NotificationModel", "Wording"]),
    // Words and buttons to advice, on the guidelines that can only be advised on: pure.
    module("Advice", ["NotificationModel"]),
    // The daemon's own words, one file per language.
    module("Wording", ["NotificationModel"], settings: small),
    // GLib's time zones.
    module("TimeZones", ["CNotify", "Guidelines", "NotificationModel", "Locks"], settings: small),
    // The nouns of the store: what it keeps beside notifications, and what it is asked for. Values only.
    module("Records", ["NotificationModel"]),
    // Decision to record: SQLite.
    module("Store", ["CSQLite", "EventLoop", "NotificationModel", "Varlink", "Records", "Retry", "Locks"]),
    // The stages in order; schedule, retry, recovery, feedback.
    module(
      "Delivery",
      ["NotificationModel", "Guidelines", "Advice", "Records", "Retry", "Store", "Wording"]),
    // Socket to request: peers, limits, the two interfaces.
    module(
      "Intake",
      [
        "CLinux", "EventLoop", "Varlink", "NotificationProtocol", "NotificationModel", "Delivery", "Records",
        "Wording", "Locks",
      ]),
    // Image files to copies: told by their bytes, never decoded.
    module(
      "Images", ["CLinux", "CNotify", "EventLoop", "NotificationModel", "Delivery", "Records", "Locks"],
      settings: small),
    // Record to desktop: libnotify, or a terminal.
    module(
      "Sink",
      [
        "BusSocket", "BusWire", "CNotify", "EventLoop", "LoopExecutor", "NotificationModel", "Delivery",
        "Records", "Retry", "Locks",
      ]),
    // The desktop's state to context: the owner of the notification name, the names of apps.
    module(
      "Desktop",
      [
        "BusSocket", "BusWire", "CLinux", "CNotify", "CPipeWire", "CWaylandProtocols", "CWayland", "CXCB",
        "EventLoop", "Guidelines", "LoopExecutor", "NotificationModel", "Delivery", "Retry", "Varlink",
        "Locks",
      ], settings: small),
    // The bus that the notification server is behind. Without GLib and SQLite: it outlives the daemon, and the server
    // with it.
    module("ServerBus", ["BusSocket", "BusWire", "CLinux", "EventLoop", "Journal", "Retry"]),
    // The desktop's own notification interface: its calls to requests.
    module("Front", ["BusSocket", "BusWire", "EventLoop", "Guidelines", "NotificationModel", "Retry"]),
    // Key files to settings, with the precedence of their layers.
    module("Configuration", ["NotificationModel"], settings: small),
    // The library that apps and the command line call.
    module(
      "BellhopClient", ["Varlink", "NotificationProtocol", "NotificationModel", "Retry"], settings: settings),

    .executableTarget(
      name: "bellhopd",
      dependencies: [
        "CLinux", "NotificationModel", "Varlink", "NotificationProtocol", "EventLoop", "LoopExecutor",
        "Intake", "Images", "Delivery", "Store", "Sink", "Desktop", "Configuration", "TimeZones",
        "Wording", "BusWire", "Front", "Journal", "Records", "Retry", "Locks",
      ], swiftSettings: sourceSettings, linkerSettings: standalone),
    .executableTarget(
      name: "bellhop",
      dependencies: [
        "CLinux", "BellhopClient", "BusSocket", "BusWire", "Configuration", "EventLoop", "Guidelines",
        "Advice", "NotificationModel", "NotificationProtocol", "Retry", "ServerBus", "Varlink", "Wording",
        "Locks",
      ],
      swiftSettings: small, linkerSettings: standalone),

    .executableTarget(
      name: "bellhop-bus", dependencies: ["ServerBus"], swiftSettings: sourceSettings,
      linkerSettings: standalone),

    .target(
      name: "TestSupport",
      dependencies: [
        "BusSocket", "BusWire", "CNotify", "CXCB", "EventLoop", "NotificationModel", "NotificationProtocol",
        "Delivery", "Varlink", "BellhopClient", "Locks",
      ],
      path: "Tests/TestSupport",
      resources: [
        .embedInCode("Servers/scripted-server.py"), .embedInCode("Desktop/scripted-dock.py"),
        .embedInCode("Desktop/virtual-pointer.py"),
        .embedInCode("Desktop/scripted-apps.py"), .embedInCode("Desktop/deaf-display.py"),
        .embedInCode("Desktop/scripted-units.py"), .embedInCode("Clients/web-page.py"),
        .embedInCode("Bus/bus-flood.py"), .embedInCode("Bus/scripted-client.py"),
        .embedInCode("Desktop/scripted-idle.py"),
      ],
      swiftSettings: settings),
    // org.varlink.certification on our server and with our client.
    .executableTarget(
      name: "varlink-certification",
      dependencies: ["EventLoop", "Varlink", "Intake", "BellhopClient"],
      path: "Tests/Certification", resources: [.embedInCode("org.varlink.certification.varlink")],
      swiftSettings: settings),
    // Measures the bellhopd beside it: swift build -c release, then swift run -c release bellhop-benchmark.
    .executableTarget(
      name: "bellhop-benchmark",
      dependencies: [
        "BusWire", "CNotify", "CSQLite", "TestSupport", "Locks",
      ],
      path: "Tests/Benchmarks", exclude: ["Budget.md"], swiftSettings: settings),
    tests("NotificationModelTests", ["NotificationModel"]),
    tests("VarlinkTests", ["Varlink"]),
    tests("NotificationProtocolTests", ["NotificationProtocol", "NotificationModel", "Varlink"]),
    tests("EventLoopTests", ["EventLoop", "LoopExecutor", "Retry", "CLinux", "Locks"]),
    tests("JournalTests", ["Journal"]),
    tests("BusWireTests", ["BusWire"]),
    tests("BusSocketTests", ["BusSocket", "BusWire", "EventLoop"]),
    tests(
      "BellhopBusTests", ["bellhop", "bellhop-bus", "BusSocket", "BusWire", "EventLoop", "Locks"]),
    tests(
      "IntakeTests",
      [
        "Intake", "EventLoop", "LoopExecutor", "Varlink", "Delivery", "Store", "NotificationModel",
        "NotificationProtocol", "Records", "TimeZones", "Wording", "CLinux", "Locks",
      ]),
    tests("ImagesTests", ["Images", "EventLoop", "Delivery", "NotificationModel", "Records", "Locks"]),
    tests("GuidelinesTests", ["Guidelines", "NotificationModel", "Wording"]),
    tests("AdviceTests", ["Advice", "Guidelines", "NotificationModel", "Wording"]),
    tests("WordingTests", ["NotificationModel", "Wording"]),
    tests("TimeZonesTests", ["TimeZones", "Guidelines", "NotificationModel"]),
    tests(
      "DeliveryTests",
      [
        "BusWire", "CSQLite", "Delivery", "Front", "Guidelines", "NotificationModel", "Records", "Sink",
        "Store", "TimeZones", "Wording", "Locks",
      ]),
    tests("StoreTests", ["Store", "Records", "NotificationModel", "CSQLite"]),
    tests(
      "SinkTests",
      [
        "BusSocket", "BusWire", "EventLoop", "Sink", "Delivery", "NotificationModel", "Records", "Wording",
        "Locks",
      ]),
    tests(
      "DesktopTests",
      [
        "BusWire", "CXCB", "Delivery", "Desktop", "EventLoop", "LoopExecutor", "NotificationModel", "Varlink",
        "Wording", "Locks",
      ]),
    tests(
      "FrontTests",
      [
        "bellhop-bus", "BusSocket", "BusWire", "EventLoop", "LoopExecutor", "Front", "Guidelines",
        "NotificationModel", "Locks",
      ]),
    tests("ConfigurationTests", ["Configuration", "NotificationModel"]),
    tests("BellhopClientTests", ["BellhopClient", "Locks", "Varlink", "NotificationModel"]),
    tests(
      "CommandLineTests",
      ["bellhop", "Locks", "NotificationModel", "NotificationProtocol", "Varlink", "Wording"]),
    tests(
      "EndToEndTests",
      ["BellhopClient", "CSQLite", "EventLoop", "Locks", "NotificationModel", "Store", "Varlink"],
      exclude: ["CommandLine/press-tab.zsh"]),
    .testTarget(
      name: "Fuzz",
      dependencies: [
        "bellhop", "BusWire", "BusWireTests", "CNotify", "Configuration", "Delivery", "DeliveryTests",
        "Desktop", "EventLoop", "Front", "Guidelines", "Images", "Intake", "NotificationModel",
        "NotificationProtocol", "NotificationProtocolTests", "Records", "Sink", "Store", "TestSupport",
        "TimeZones", "Varlink", "Wording",
      ],
      path: "Tests/Fuzz", exclude: ["Corpus", "fuzz.sh"], swiftSettings: settings),
    tests("RepositoryTests", ["Configuration", "NotificationModel", "NotificationProtocol"]),
  ]
)
