package import NotificationModel
package import Varlink

extension EffectiveSettings: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      authorization: try fields.required("authorization", try fields.word("authorization")),
      banners: try fields.requiredBool("banners"), badges: try fields.requiredBool("badges"),
      sounds: try fields.requiredBool("sounds"), timeSensitive: try fields.requiredBool("timeSensitive"),
      critical: try fields.requiredBool("critical"), marketing: try fields.requiredBool("marketing"),
      previews: try fields.required("previews", try fields.word("previews")))
  }

  package var json: JSON {
    JSON(fields: [
      "authorization": authorization.json, "banners": banners.json, "badges": badges.json,
      "sounds": sounds.json, "timeSensitive": timeSensitive.json, "critical": critical.json,
      "marketing": marketing.json, "previews": previews.json,
    ])
  }
}
