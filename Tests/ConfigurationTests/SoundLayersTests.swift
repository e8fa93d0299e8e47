import NotificationModel
import TestSupport
import Testing

@testable import Configuration

/// What holds while a file has a fault.
struct SoundLayersTests {
  private static let faulty = "[Previews]\nShow=always\nSchow=x\n"
  private static let locking =
    "[Locked]\nKeys=Previews/Show;App bad/Authorization\n[Previews]\nShow=never\n[App bad]\nAuthorization=denied\n"

  private let directory = TemporaryDirectory()

  /// What holds with these files, after the earlier ones were read one after the other.
  private func read(
    _ etc: String, _ own: String, orElse sound: inout SoundLayers
  ) -> (policy: Policy, faults: [String]) {
    directory.write("etc/bellhop.conf", etc.utf8)
    directory.write("own/bellhop.conf", own.utf8)
    let files = ConfigurationFiles(
      systemDirectory: "\(directory.path)/etc", userDirectory: "\(directory.path)/own")
    let (policy, faults) = files.read(orElse: &sound)
    return (policy, faults.map { "\($0.file.dropFirst(directory.path.count)):\($0.line)" })
  }

  private func denial(_ policy: Policy) -> Authorization {
    policy.settings(of: .literal("bad"), chosen: AppSettings()).authorization
  }

  @Test func `a fault in the person's files keeps no lock out that comes later`() {
    var sound = SoundLayers()
    _ = read("", "[Previews]\nShow=always\n[App bad]\nAuthorization=authorized\n", orElse: &sound)
    let (policy, faults) = read(Self.locking, Self.faulty, orElse: &sound)
    #expect(faults == ["/own/bellhop.conf:3"])
    #expect(policy.previews == .never && denial(policy) == .denied)
    #expect(policy.overallLocks["Previews/Show"] != nil)
  }

  @Test func `nor one that goes, and the person's last good files hold meanwhile`() {
    var sound = SoundLayers()
    let own = "[Previews]\nShow=always\n[Storage]\nKeepDays=7\n"
    let locked = read(Self.locking, own, orElse: &sound).policy
    #expect(locked.previews == .never && locked.keepDays == 7)
    let unlocked = read("[Storage]\nKeepDays=9\n", Self.faulty, orElse: &sound).policy
    #expect(unlocked.previews == .always && unlocked.keepDays == 7)
    #expect(denial(unlocked) == .notDetermined)
  }

  @Test func `a fault in etc leaves its last good files in force, and the person's as they are now`() {
    var sound = SoundLayers()
    _ = read(Self.locking, "[Storage]\nKeepDays=7\n", orElse: &sound)
    let (policy, faults) = read(
      "[Previews]\nShow=always\nnonsense\n", "[Previews]\nShow=always\n[Storage]\nKeepDays=8\n",
      orElse: &sound)
    #expect(faults == ["/etc/bellhop.conf:3"])
    #expect(policy.previews == .never && denial(policy) == .denied && policy.keepDays == 8)
  }

  @Test func `a file in etc that cannot be read is such a fault`() {
    var sound = SoundLayers()
    _ = read(Self.locking, "", orElse: &sound)
    directory.write("etc/bellhop.conf.d/a.conf", [0xFF, 0x0A])
    let (policy, faults) = read("", "[Storage]\nKeepDays=8\n", orElse: &sound)
    #expect(faults == ["/etc/bellhop.conf.d/a.conf:1"])
    #expect(policy.previews == .never && policy.keepDays == 8)
  }

  @Test func `with a fault in both, both hold as they last were`() {
    var sound = SoundLayers()
    _ = read(Self.locking, "[Storage]\nKeepDays=7\n", orElse: &sound)
    let (policy, faults) = read(Self.faulty, "KeepDays=8\n", orElse: &sound)
    #expect(faults == ["/etc/bellhop.conf:3", "/own/bellhop.conf:1"])
    #expect(policy.previews == .never && policy.keepDays == 7)
  }

  @Test func `where nothing was ever good, the person's layer says nothing, and etc's is the strictest`() {
    var persons = SoundLayers()
    #expect(read("[Storage]\nKeepDays=9\n", Self.faulty, orElse: &persons).policy.keepDays == 9)
    #expect(read("[Storage]\nKeepDays=9\n", Self.faulty, orElse: &persons).policy.previews == .whenUnlocked)
    var etc = SoundLayers(persons: [LayerFile(path: "own", text: "[Previews]\nShow=always", isSystem: false)])
    #expect(read(Self.faulty, "[Consent]\nDefault=allow\n", orElse: &etc).policy == .strictest)
    #expect(etc.persons?.map(\.text) == ["[Previews]\nShow=always"])
  }

  @Test func `a line of the person's that a lock hid counts as a fault once the lock is gone`() {
    var sound = SoundLayers()
    let own = "[Previews]\nShow=loudly\n[Storage]\nKeepDays=7\n"
    #expect(read(Self.locking, own, orElse: &sound).faults == [])
    let (policy, faults) = read("[Storage]\nKeepDays=9\n", own, orElse: &sound)
    #expect(faults == ["/own/bellhop.conf:2"])
    #expect(policy.previews == .whenUnlocked && policy.keepDays == 9)
  }

  @Test func `one file in place of all layers is the administrator's, and no other counts`() {
    var sound = SoundLayers()
    _ = read(Self.locking, "[Storage]\nKeepDays=7\n", orElse: &sound)
    let files = ConfigurationFiles(userDirectory: nil, only: ["\(directory.path)/own/bellhop.conf"])
    let (policy, faults) = files.read(orElse: &sound)
    #expect(faults == [] && policy.keepDays == 7 && policy.previews == .whenUnlocked)
    #expect(policy.overallLocks.isEmpty)
  }
}
