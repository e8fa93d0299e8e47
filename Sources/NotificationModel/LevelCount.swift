/// How many notifications an app has posted of late, and how many of them asked for Time Sensitive.
package struct LevelCount: Hashable, Sendable {
  package var all: Int
  package var timeSensitive: Int
  package init(all: Int, timeSensitive: Int) {
    self.all = all
    self.timeSensitive = timeSensitive
  }
}
