/// What the notification server made of a banner, and what it could not show of it.
package enum ServerAnswer {
  package static let name = "delivery.sink"
}
