/// Why a call is not done, as its caller is told.
enum DoorError: Hashable {
  case arguments
  case tooLong
  case tooManyWaiting
  case noServer
  case noAnswer
  case notOwner
  case unknownInterface
  case ourselves
  case denied
  case notStored(String)
  case tooMany(retryAfterMilliseconds: Int64?)

  init(_ refusal: FrontRefusal) {
    self =
      switch refusal {
      case .denied: .denied
      case .tooMany(let wait): .tooMany(retryAfterMilliseconds: wait)
      case .notStored(let reason): .notStored(reason)
      }
  }

  var name: String {
    switch self {
    case .arguments: "org.freedesktop.DBus.Error.InvalidArgs"
    case .tooLong, .tooManyWaiting: "org.freedesktop.DBus.Error.LimitsExceeded"
    case .noServer, .notOwner: "org.freedesktop.DBus.Error.ServiceUnknown"
    case .noAnswer: "org.freedesktop.DBus.Error.NoReply"
    case .unknownInterface: "org.freedesktop.DBus.Error.UnknownInterface"
    case .ourselves: "org.freedesktop.DBus.Error.Failed"
    case .denied: "org.freedesktop.DBus.Error.AccessDenied"
    case .notStored: "io.bellhop.Front.Error.NotStored"
    // As Plasma calls it.
    case .tooMany: "org.freedesktop.Notifications.Error.ExcessNotificationGeneration"
    }
  }

  var text: String {
    switch self {
    case .arguments: "the arguments are not the method's"
    case .tooLong: "the message is too long"
    case .tooManyWaiting: "too many calls wait already"
    case .noServer: "there is no notification server"
    case .noAnswer: "the notification server does not answer"
    case .notOwner: "Bellhop does not have the notification name"
    case .unknownInterface: "there is no such interface"
    case .denied: "this app may not"
    case .ourselves: "Bellhop does not notify itself"
    case .notStored(let reason): "it cannot be stored: \(reason)"
    case .tooMany(let wait):
      "too many notifications" + (wait.map { "; the next one is taken in \($0) ms" } ?? "")
    }
  }
}
