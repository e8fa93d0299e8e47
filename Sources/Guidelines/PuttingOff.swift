/// The person puts a notification off until a time of their own.
package enum PuttingOff {
  package static let name = "list.snooze"
}
