import CPipeWire

/// A connection to PipeWire, and the nodes there that have pictures to give.
///
/// Invariant: used on the watch's thread; nothing it does waits.
final class PipeWireConnection {
  /// More than any desktop has. What a program adds to that is not followed.
  private static let manyNodes = 256

  private(set) var nodes: [UInt32: VideoNode] = [:]
  /// Everything that was there at first is known.
  private(set) var isSettled = false
  private var connection: OpaquePointer?

  /// Takes over a connected socket. `nil` where libpipewire is not installed.
  init?(_ socket: Int32) {
    var listener = cpipewire_listener(
      // The connection is closed before this object goes.
      context: Unmanaged.passUnretained(self).toOpaque(),
      appeared: { context, node, mediaClass in
        PipeWireConnection.from(context)?.appeared(node, mediaClass) ?? false
      },
      changed: { context, node, name, mediaName, isRunning in
        PipeWireConnection.from(context)?.changed(node, [name, mediaName], isRunning)
      },
      gone: { context, node in PipeWireConnection.from(context)?.nodes[node] = nil },
      settled: { context in PipeWireConnection.from(context)?.isSettled = true })
    connection = cpipewire_open(socket, &listener)
    if connection == nil { return nil }
  }

  deinit { if let connection { cpipewire_close(connection) } }

  /// Can be read when `dispatch` has something to do.
  var descriptor: Int32 { cpipewire_descriptor(connection) }

  /// False when the connection is lost.
  func dispatch() -> Bool { cpipewire_dispatch(connection) }

  private static func from(_ context: UnsafeMutableRawPointer?) -> PipeWireConnection? {
    context.map { Unmanaged<PipeWireConnection>.fromOpaque($0).takeUnretainedValue() }
  }

  private func appeared(_ node: UInt32, _ mediaClass: UnsafePointer<CChar>?) -> Bool {
    guard let mediaClass, VideoNode.classes.contains(String(cString: mediaClass)) else { return false }
    guard nodes[node] == nil, nodes.count < Self.manyNodes else { return false }
    nodes[node] = VideoNode()
    return true
  }

  private func changed(_ node: UInt32, _ names: [UnsafePointer<CChar>?], _ isRunning: Bool) {
    nodes[node] = VideoNode(
      names: names.compactMap { $0.map { String(cString: $0) } }, isRunning: isRunning)
  }
}
