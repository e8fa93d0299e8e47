import CNotify

/// Work that may take long, on a thread that nobody waits for. What comes of it is told on the GLib thread that
/// asked for it, unless that has ended meanwhile.
package enum Background {
  package static func run<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value, then: @escaping (Value) -> Void
  ) {
    let finished: (UnsafeMutableRawPointer?) -> Void = { if let value = Box<Value>.take($0) { then(value) } }
    let task = g_task_new(
      nil, nil,
      { _, result, data in
        let finished = Box<(UnsafeMutableRawPointer?) -> Void>.take(data)
        finished?(g_task_propagate_pointer(result, nil))
      }, Box(finished).retained())
    let working: @Sendable () -> UnsafeMutableRawPointer = { Box(work()).retained() }
    g_task_set_task_data(
      task, Box(working).retained(), { Box<@Sendable () -> UnsafeMutableRawPointer>.release($0) })
    g_task_run_in_thread(task) { task, _, data, _ in
      let work = Box<@Sendable () -> UnsafeMutableRawPointer>.peek(data)
      g_task_return_pointer(task, work?(), nil)
    }
    g_object_unref(task.map { UnsafeMutableRawPointer($0) })
  }
}
