/// How many notifications an app has posted of late, and how many of them asked for Time Sensitive.
public struct LevelCount: Hashable, Sendable {
  public var all: Int
  public var timeSensitive: Int
  public init(all: Int, timeSensitive: Int) {
    self.all = all
    self.timeSensitive = timeSensitive
  }
}
