package import NotificationModel
internal import NotificationProtocol

extension ControlClient {
  /// How it stands with the desktop's notification name, and what is kept of what comes there.
  package func frontReport() throws(ClientError) -> FrontReport {
    try connection.call(Self.method("GetFront"), returning: FrontReport.init(fields:))
  }
}
