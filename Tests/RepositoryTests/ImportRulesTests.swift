import TestSupport
import Testing

/// The modules that each module may import: of the package, of C and of the toolchain. No import points up.
struct ImportRulesTests {
  private static let allowed: [String: Set<String>] = [
    "NotificationModel": [],
    "Varlink": [],
    "NotificationProtocol": ["NotificationModel", "Varlink"],
    "EventLoop": ["CLinux", "Glibc", "Retry", "Synchronization"],
    "Journal": ["Glibc"],
    "Retry": [],
    "LoopExecutor": ["EventLoop"],
    "BusWire": [],
    "ServerBus": ["BusSocket", "BusWire", "CLinux", "EventLoop", "Glibc", "Journal", "Retry"],
    "bellhop-bus": ["ServerBus", "Glibc"],
    "Guidelines": ["NotificationModel", "Wording"],
    "Advice": ["NotificationModel"],
    "Wording": ["NotificationModel"],
    "TimeZones": ["CNotify", "Guidelines", "NotificationModel", "Glibc", "Synchronization"],
    "Delivery": ["NotificationModel", "Guidelines", "Advice", "Retry", "Wording", "Synchronization"],
    "Intake": [
      "EventLoop", "Varlink", "NotificationProtocol", "NotificationModel", "Delivery", "Glibc",
      "Synchronization", "Wording",
    ],
    "Images": [
      "CLinux", "CNotify", "EventLoop", "NotificationModel", "Delivery", "Glibc", "Synchronization",
    ],
    "Store": [
      "CSQLite", "EventLoop", "NotificationModel", "Delivery", "Retry", "Glibc", "Synchronization",
    ],
    "Sink": [
      "BusSocket", "BusWire", "CNotify", "EventLoop", "LoopExecutor", "NotificationModel", "Delivery",
      "Retry",
      "Glibc", "Synchronization",
    ],
    // Varlink for its JSON alone: compositors speak it too.
    "Desktop": [
      "BusSocket", "BusWire", "CLinux", "CNotify", "CPipeWire", "CWaylandProtocols", "CWayland", "CXCB",
      "EventLoop", "LoopExecutor", "NotificationModel", "Delivery", "Retry", "Varlink", "Glibc",
      "Synchronization",
    ],
    "BusSocket": ["BusWire", "CLinux", "EventLoop", "Glibc"],
    "Front": ["BusSocket", "BusWire", "EventLoop", "Guidelines", "NotificationModel", "Retry"],
    "Configuration": ["NotificationModel", "Glibc"],
    "BellhopClient": ["Varlink", "NotificationProtocol", "NotificationModel", "Glibc"],
    "bellhop": [
      "CLinux", "BellhopClient", "BusSocket", "BusWire", "Configuration", "EventLoop", "Guidelines", "Advice",
      "NotificationModel", "NotificationProtocol", "Retry", "ServerBus", "Varlink", "Glibc",
      "Synchronization", "Wording",
    ],
    "bellhopd": [
      "CLinux", "NotificationModel", "Varlink", "NotificationProtocol", "EventLoop", "LoopExecutor", "Intake",
      "Images", "Delivery", "Store", "Sink", "Desktop", "Configuration", "Glibc",
      "Synchronization", "TimeZones", "Wording", "BusWire", "Front", "Journal", "Retry",
    ],
  ]

  @Test("A module imports nothing above itself, and no C library but its own")
  func imports() {
    for file in SourceFile.all {
      guard let allowed = Self.allowed[file.module] else { continue }
      for (number, module) in file.imports {
        #expect(allowed.contains(module), "\(file.path):\(number) imports \(module)")
      }
    }
  }

  @Test("No rule allows what its module does not import")
  func needed() {
    for (module, allowed) in Self.allowed {
      let imports = SourceFile.all.filter { $0.module == module }.flatMap { $0.imports.map(\.module) }
      #expect(allowed.subtracting(imports) == [], "\(module)")
    }
  }

  @Test("Every module of the sources has its rule")
  func everyModule() {
    #expect(Set(SourceFile.all.map(\.module)) == Set(Self.allowed.keys))
  }

  @Test("Foundation is nowhere in the sources")
  func foundation() {
    for file in SourceFile.all {
      for (number, module) in file.imports {
        #expect(!module.hasPrefix("Foundation"), "\(file.path):\(number)")
      }
    }
  }
}
