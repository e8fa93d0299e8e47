/// What scripts can rely on.
enum ExitStatus: Int32 {
  case done = 0
  case refused = 1
  case usage = 2
  case noDaemon = 3
}
