package import NotificationModel

/// The files of each layer as they last were without a fault; `nil` for a layer that never was.
package struct SoundLayers: Hashable, Sendable {
  package var administrators: [LayerFile]?
  package var persons: [LayerFile]?

  package init(administrators: [LayerFile]? = nil, persons: [LayerFile]? = nil) {
    self.administrators = administrators
    self.persons = persons
  }
}

extension ConfigurationFiles {
  /// The policy in force, and all faults. A layer with a fault counts as it last was without one, and the other one as
  /// it is, so that no fault in a person's files keeps out what their administrator says. Where it never was without
  /// one, the person's layer says nothing; without the administrator's, whose locks are unknown then, no file counts,
  /// and the policy is the strictest. `sound` remembers each layer that is without a fault now.
  package func read(orElse sound: inout SoundLayers) -> (policy: Policy, faults: [ConfigurationFault]) {
    let now = load()
    let current = now.reading
    let faults = now.faults + current.faults
    guard !faults.isEmpty else {
      sound = SoundLayers(administrators: now.administrators.files, persons: now.persons.files)
      return (current.policy, [])
    }
    if now.administrators.faults.isEmpty, current.isSound(.administrators) {
      sound.administrators = now.administrators.files
    }
    guard let above = sound.administrators, reading(above).isSound(.administrators) else {
      return (.strictest, faults)
    }
    // The locks above it decide what a person's line may say.
    let candidates = [now.persons.faults.isEmpty ? now.persons.files : nil, sound.persons]
    for case let persons? in candidates {
      let whole = reading(above + persons)
      guard whole.isSound(.persons) else { continue }
      sound.persons = persons
      return (whole.policy, faults)
    }
    return (reading(above).policy, faults)
  }
}
