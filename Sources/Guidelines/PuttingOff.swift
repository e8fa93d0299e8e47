/// The person puts a notification off until a time of their own.
public enum PuttingOff {
  public static let name = "list.snooze"
}
