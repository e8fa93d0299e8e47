import BellhopClient

extension Failure {
  init(_ error: ClientError) {
    self =
      switch error {
      case .noDaemon(let path): .noDaemon(path: path)
      case .disconnected: .silent("the daemon went away; look at 'systemctl --user status bellhop.service'")
      case .timedOut: .silent("the daemon does not answer; look at 'systemctl --user status bellhop.service'")
      case .protocolFault: .failed("what answers there does not speak Varlink")
      case .refused(let refusal): .refused(refusal)
      }
  }
}
