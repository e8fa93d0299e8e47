import EventLoop
import NotificationModel

/// What all connections of one door have in common.
struct Door {
  let loop: EventLoop
  let scheduler: Scheduler
  let host: any FrontHost
  let directory: any PosterDirectory
  let ownProcess: Int32
  /// Where bellhop-bus listens.
  let path: String
  let now: () -> Moment
  let information: ServerInformation
}
