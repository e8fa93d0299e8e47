import NotificationModel

extension [NotificationID] {
  /// Numbers of notifications, cut into as many as one call takes.
  var batches: [[NotificationID]] {
    // The method and the braces around the numbers need much less.
    let room = Limits.messageBytes - 1_024
    var batches: [[NotificationID]] = []
    var start = 0
    var bytes = 0
    for (index, id) in enumerated() {
      // With the comma behind it.
      let size = id.description.utf8.count + 1
      if bytes + size > room || index - start == Limits.idsPerCall {
        batches.append(Array(self[start..<index]))
        start = index
        bytes = 0
      }
      bytes += size
    }
    return start < count ? batches + [Array(self[start...])] : batches
  }
}
