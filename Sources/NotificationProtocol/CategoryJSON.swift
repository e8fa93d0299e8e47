package import NotificationModel
package import Varlink

extension Category: JSONRepresentable {
  package init(fields: inout ShapeReader) throws(FieldFault) {
    self.init(
      id: try fields.required("id", try fields.item("id")), kind: try fields.word("kind"),
      actions: try fields.actions("actions"),
      hiddenPreviewBody: try fields.text("hiddenPreviewBody", within: Limits.line),
      hiddenPreviewShowsTitle: try fields.bool("hiddenPreviewShowsTitle") ?? false,
      hiddenPreviewShowsSubtitle: try fields.bool("hiddenPreviewShowsSubtitle") ?? false,
      summaryFormat: try fields.text("summaryFormat", within: Limits.line),
      reportsDismissal: try fields.bool("reportsDismissal"),
      language: try fields.language("language"))
  }

  package var json: JSON {
    JSON(fields: [
      "id": id.json, "kind": kind?.json, "actions": actions?.json,
      "hiddenPreviewBody": hiddenPreviewBody?.json,
      "hiddenPreviewShowsTitle": hiddenPreviewShowsTitle.jsonIfTrue,
      "hiddenPreviewShowsSubtitle": hiddenPreviewShowsSubtitle.jsonIfTrue,
      "summaryFormat": summaryFormat?.json, "reportsDismissal": reportsDismissal?.json,
      "language": language?.json,
    ])
  }
}
