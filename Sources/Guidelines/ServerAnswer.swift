/// What the notification server made of a banner, and what it could not show of it.
public enum ServerAnswer {
  public static let name = "delivery.sink"
}
