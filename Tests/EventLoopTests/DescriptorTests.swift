import EventLoop
import Glibc
import Testing

struct DescriptorTests {
  @Test func `a handler is called while its descriptor is readable`() throws {
    let loop = try EventLoop()
    let pair = try Pair()
    let near = pair.near.raw
    var calls = 0
    _ = try loop.monitor(near, for: .readable) { ready in
      #expect(ready.contains(.readable))
      calls += 1
      // Level-triggered: unread bytes are reported again.
      guard calls == 3 else { return }
      loop.stop()
    }
    pair.say()
    runBounded(loop)
    #expect(calls == 3)
  }

  @Test func `a descriptor watched for nothing still reports its hangup`() throws {
    let loop = try EventLoop()
    var pair: Pair? = try Pair()
    let near = dup(pair?.near.raw ?? -1)
    defer { close(near) }
    _ = try loop.monitor(near, for: []) { ready in
      #expect(ready.contains(.hangup))
      loop.stop()
    }
    pair = nil
    runBounded(loop)
  }

  @Test func `modify changes what is waited for`() throws {
    let loop = try EventLoop()
    let pair = try Pair()
    var seen: [Readiness] = []
    var registration: Registration?
    registration = try loop.monitor(pair.near.raw, for: .writable) { ready in
      seen.append(ready)
      if seen.count == 2 { return loop.stop() }
      guard let registration else { return }
      try? loop.modify(registration, for: .readable)
    }
    pair.say()
    runBounded(loop)
    #expect(seen == [.writable, .readable])
  }

  @Test func `an event of a cancelled registration is dropped even when its number lives on`() throws {
    let loop = try EventLoop()
    let first = try Pair()
    let second = try Pair()
    var calls: [String] = []
    var registrations: [Registration] = []
    // Both are ready in one iteration; whichever comes first cancels both and watches them anew.
    for (name, raw) in [("first", first.near.raw), ("second", second.near.raw)] {
      registrations.append(
        try loop.monitor(raw, for: .readable) { _ in
          calls.append(name)
          for registration in registrations { loop.cancel(registration) }
          for raw in [first.near.raw, second.near.raw] {
            let anew = try? loop.monitor(raw, for: .readable) { _ in
              calls.append("anew")
              loop.stop()
            }
            #expect(anew != nil)
          }
        })
    }
    first.say()
    second.say()
    loop.onIterationEnd = { calls.append("end") }
    runBounded(loop)
    #expect(calls.first == "first" || calls.first == "second")
    #expect(Array(calls.dropFirst().prefix(2)) == ["end", "anew"])
  }

  @Test func `watching a closed descriptor is an error that names the call`() throws {
    let loop = try EventLoop()
    #expect(throws: SystemError(call: "epoll_ctl", code: EBADF)) {
      _ = try loop.monitor(-1, for: .readable) { _ in }
    }
  }

  @Test func `an iteration ends once for all that was ready`() throws {
    let loop = try EventLoop()
    let pairs = [try Box(Pair()), try Box(Pair()), try Box(Pair())]
    var log: [String] = []
    for pair in pairs {
      _ = try loop.monitor(pair.value.near.raw, for: .readable) { _ in
        _ = pair.value.hear()
        log.append("event")
      }
      pair.value.say()
    }
    loop.onIterationEnd = {
      log.append("end")
      loop.stop()
    }
    runBounded(loop)
    #expect(log == ["event", "event", "event", "end"])
  }

  @Test func `a job for the next iteration runs without any event`() throws {
    let loop = try EventLoop()
    var turns = 0
    loop.onIterationEnd = { turns += 1 }
    loop.nextIteration {
      #expect(turns == 0)
      loop.nextIteration {
        #expect(turns == 1)
        loop.stop()
      }
    }
    runBounded(loop)
  }

  @Test func `a descriptor is closed when its owner lets go and kept when it is given away`() throws {
    var ends: [Int32] = [0, 0]
    #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { close(ends[1]) }
    func canSend() -> Bool { send(ends[1], "x", 1, Int32(MSG_NOSIGNAL)) == 1 }
    let given = FileDescriptor(owning: ends[0]).release()
    #expect(canSend())
    do {
      let owner = FileDescriptor(owning: given)
      #expect(owner.raw == given)
    }
    #expect(!canSend())
  }
}

private final class Box {
  let value: Pair
  init(_ value: consuming Pair) { self.value = value }
}
