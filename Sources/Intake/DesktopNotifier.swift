package import Delivery
package import NotificationModel
package import NotificationProtocol

/// Posts by the rules of the desktop's own notification interface.
package protocol DesktopNotifier: AnyObject {
  /// `then` is told at once, or in a later iteration before its transaction ends.
  func post(
    _ post: DesktopPost, process: Int32, by caller: BusCaller,
    then: @escaping (Result<PostedNumber, Refusal>) -> Void)
  /// Takes back what has this number, if anything has.
  func close(_ number: UInt32, by caller: BusCaller) throws(Refusal)
}

/// How whoever has posted knows it, and what of it means nothing here.
package struct PostedNumber: Hashable, Sendable {
  package let number: UInt32
  package let passedOver: [String]

  package init(number: UInt32, passedOver: [String]) {
    self.number = number
    self.passedOver = passedOver
  }
}

extension ConnectionID {
  /// As one of a bus of our own, on which nobody is but those who call us: no id of a bus has these letters.
  var caller: BusCaller { BusCaller(bus: BusCaller.controlSocket, name: "\(number)") }
}
