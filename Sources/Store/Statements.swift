/// Everything that is prepared once per connection, by the file that uses it.
struct Statements {
  let begin = Statement("BEGIN IMMEDIATE")
  let commit = Statement("COMMIT")
  let rollback = Statement("ROLLBACK")
  let notifications = NotificationStatements()
  let lists = ListStatements()
  let counts = CountStatements()
  let queues = QueueStatements()
  let banners = BannerStatements()
  let pruning = PruningStatements()
  let decisions = DecisionStatements()
  let events = EventStatements()
  let apps = AppStatements()
  let categories = CategoryStatements()
  let ratings = RatingStatements()
  let images = ImageStatements()
  let switches = SwitchStatements()
}
