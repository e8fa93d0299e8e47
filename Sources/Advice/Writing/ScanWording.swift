/// "Use scan and hold near rather than tap and touch"; "avoid technical terms such as NFC and tag": people know neither, and
/// what is to be read need not be touched.
enum ScanWording {
  /// The word that is meant for engineers, in a text about reading something that is held near.
  static func first(in text: WrittenText) -> Range<Int>? {
    if let technical = terms.first(in: text.words) { return technical }
    guard isAboutScanning.first(in: text.words) != nil || text.holds(isAboutScanningInKorean) else {
      return nil
    }
    if let touch = touches.first(in: text.words) { return touch }
    return text.holds(touchesInKorean) ? text.words.indices : nil
  }

  private static let terms: Phrases = ["nfc", "rfid", "nfc tag", "nfc tags", "ndef"]
  private static let isAboutScanning: Phrases = [
    "scan", "scanned", "scanning", "reader", "to read", "contactless", "card reader", "transit card",
  ]
  private static let touches: Phrases = [
    "tap your phone", "tap your device", "tap your card", "tap the tag", "touch your phone", "touch the tag",
    "touch your card", "tap to scan", "touch to scan", "tap the phone", "touch the phone", "tag", "tags",
  ]
  private static let isAboutScanningInKorean: Fragments = ["스캔", "리더기", "~단말기", "교통카드"]
  private static let touchesInKorean: Fragments = ["태그", "탭하", "터치하"]
}
