import NotificationModel
import NotificationProtocol
import Testing
import Varlink

/// The same object with one more field, in turn at every object within; those of free content excepted.
private func withUnknownField(_ value: JSON) -> [JSON] {
  switch value {
  case .object(let fields):
    var variants = [JSON.object(fields + [JSON.Field("unheardOf", .bool(true))])]
    for (index, field) in fields.enumerated() where field.name != "target" {
      for variant in withUnknownField(field.value) {
        var changed = fields
        changed[index].value = variant
        variants.append(.object(changed))
      }
    }
    return variants
  case .array(let elements):
    return elements.indices.flatMap { index in
      withUnknownField(elements[index]).map { variant in
        var changed = elements
        changed[index] = variant
        return .array(changed)
      }
    }
  default: return []
  }
}

@Suite struct InterfaceConformanceTests {
  /// Writes a full value, compares it with the declaration, reads it again, and tries unknown fields.
  private func check<Noun: JSONRepresentable & Equatable>(
    _ example: Noun, is type: DeclaredType, in declarations: Declarations, incomplete: [String] = []
  ) throws {
    let json = example.json
    let departures = try declarations.departures(of: json, from: type, complete: true, at: "it")
    #expect(departures == incomplete)
    #expect(try Noun(json: json, path: "it") == example)
    #expect(try Noun(json: JSON(parsing: Array(json.text.utf8)), path: "it") == example)
    for variant in withUnknownField(json) {
      let fault = #expect(throws: FieldFault.self) { try Noun(json: variant, path: "it") }
      if case .invalid(let path, let reason) = fault {
        #expect(path.hasPrefix("it") && path.hasSuffix(".unheardOf"))
        #expect(reason == "is unknown")
      } else {
        Issue.record("of another kind")
      }
      #expect(try Noun(reply: variant, path: "it") == example)
    }
  }

  @Test("what apps exchange is exactly what io.bellhop.Notifications declares")
  func notificationsTypes() throws {
    let idl = notificationsDeclarations
    try check(TextInput(placeholder: "p", button: "b"), is: .named("TextInput"), in: idl)
    try check(try Examples.action(), is: .named("Action"), in: idl)
    try check(try Examples.category(), is: .named("Category"), in: idl)
    try check(Sender(name: "n", group: "g", avatar: "a"), is: .named("Sender"), in: idl)
    try check(Examples.calendar(), is: .named("Calendar"), in: idl)
    try check(
      Trigger.after(seconds: 60, repeats: true), is: .named("Trigger"), in: idl,
      incomplete: ["it.at: missing", "it.calendar: missing"])
    try check(
      Trigger.at(Examples.time), is: .named("Trigger"), in: idl,
      incomplete: ["it.after: missing", "it.calendar: missing", "it.repeats: missing"])
    try check(
      try Examples.notification(), is: .named("Notification"), in: idl,
      incomplete: ["it.trigger.at: missing", "it.trigger.after: missing"])
    try check(Examples.decision(), is: .named("Decision"), in: idl)
    try check(Examples.advice(), is: .named("Advice"), in: idl)
    try check(Examples.receipt(), is: .named("Receipt"), in: idl)
    try check(
      try Examples.record(), is: .named("Record"), in: idl,
      incomplete: ["it.notification.trigger.at: missing", "it.notification.trigger.after: missing"])
    try check(try Examples.event(), is: .named("Event"), in: idl)
    try check(Examples.settings(), is: .named("Settings"), in: idl)
  }

  @Test("what tools exchange is exactly what io.bellhop.Control declares")
  func controlTypes() throws {
    let idl = controlDeclarations
    try check(DatedDecision(Examples.decision(), at: Examples.time), is: .named("Decision"), in: idl)
    try check(try Examples.appEntry(), is: .named("App"), in: idl)
    try check(ReloadEffect.Count(notifications: 9, apps: 2), is: .named("NotificationCount"), in: idl)
    try check(Examples.status(), is: .named("Status"), in: idl)
    try check(DesktopFinding(.lock, .missing, "No.", remedy: "Yes."), is: .named("Finding"), in: idl)
    try check(try Examples.entry(), is: .named("Entry"), in: idl)
    try check(Examples.quiet(), is: .named("Quiet"), in: idl)
    try check(LetThrough(name: "Ada", app: try Examples.app()), is: .named("LetThrough"), in: idl)
    try check(try Examples.conditions(), is: .named("Conditions"), in: idl)
    let watch = try #require(idl.methods["Watch"]?.results)
    try check(try Examples.watchReply(), is: watch, in: idl)
  }

  @Test("every object that calls carry tells a field that is not declared before one that is missing")
  func misspelt() throws {
    let nouns: [String: any JSONRepresentable.Type] = [
      "Notification": NotificationRequest.self, "Action": Action.self, "TextInput": TextInput.self,
      "Category": NotificationModel.Category.self, "Sender": Sender.self, "Trigger": Trigger.self,
      "Calendar": CalendarFields.self, "Conditions": Conditions.self,
    ]
    var carried: Set<String> = []
    for idl in [notificationsDeclarations, controlDeclarations] {
      for method in idl.methods.values { carried.formUnion(idl.structures(in: method.parameters)) }
    }
    #expect(carried == Set(nouns.keys))
    for noun in nouns.values {
      #expect(throws: FieldFault.invalid(path: "it.unheardOf", reason: "is unknown")) {
        _ = try noun.init(json: JSON(fields: ["unheardOf": true.json]), path: "it")
      }
    }
    #expect(declaredParameters(of: "io.bellhop.Control.Judge")?.map(\.name).first == "notification")
    #expect(declaredParameters(of: "io.bellhop.Control.GetStatus") == [])
    #expect(declaredParameters(of: "io.bellhop.Control.Post") == nil)
  }

  @Test("what GetFront says is what is declared, and is read again; an earlier daemon says less")
  func front() throws {
    let declared = try #require(controlDeclarations.methods["GetFront"]?.results)
    let report = Examples.frontReport()
    #expect(
      try controlDeclarations.departures(of: report.json, from: declared, complete: true, at: "it") == [])
    #expect(try FrontReport(json: report.json, path: "it") == report)
    let earlier = JSON(fields: ["mode": "on".json])
    #expect(try FrontReport(json: earlier, path: "it") == FrontReport(mode: "on"))
  }

  @Test("every call whose sentences are for people takes their language")
  func languages() throws {
    func takesLanguage(_ method: String, of declarations: Declarations) -> Bool {
      guard case .structure(let fields)? = declarations.methods[method]?.parameters else { return false }
      return fields.contains { $0.name == "language" }
    }
    #expect(takesLanguage("Post", of: notificationsDeclarations))
    for method in ["Explain", "Judge"] { #expect(takesLanguage(method, of: controlDeclarations)) }
  }

  @Test(
    "the settings that the person chooses are those that SetAppSettings declares, and it takes them as words")
  func settings() throws {
    let declared = try #require(controlDeclarations.methods["SetAppSettings"]?.parameters)
    for (index, setting) in AppSetting.personal.enumerated() {
      var said = AppSettings()
      for word in setting.words {
        _ = said.set(setting, to: word)
        let fields = [JSON.Field("app", "org.example.App".json)] + said.fields(of: AppSetting.personal)
        let departures = try controlDeclarations.departures(
          of: .object(fields), from: declared, complete: false, at: "it")
        #expect(departures == [])
        var reader = try ShapeReader(.object(Array(fields.dropFirst())))
        let read = try reader.settingsIfAny(AppSetting.personal)
        #expect(read == said && said.word(for: setting) == word)
      }
      guard case .structure(let fields) = declared else { continue }
      #expect(fields[index + 1].name == setting.rawValue)
      // The settings stand between `app` and the end.
      #expect(fields.count == AppSetting.personal.count + 3)
    }
  }

  @Test("a setting that is none of its words is refused by its name, with the words that there are")
  func noSetting() throws {
    for setting in AppSetting.personal {
      var reader = try ShapeReader(.object([JSON.Field(setting.rawValue, .string("perhaps"))]))
      let fault = #expect(throws: FieldFault.self) { _ = try reader.settingsIfAny(AppSetting.personal) }
      let reason =
        switch setting.form {
        case .onOff: "must be true or false"
        case .words(let words): "must be one of \(words.joined(separator: ", "))"
        case .number: "must be an integer"
        }
      #expect(fault == .invalid(path: setting.rawValue, reason: reason))
    }
  }

  @Test("an undated decision and the advice are of the Control interface's types too")
  func sharedTypes() throws {
    let idl = controlDeclarations
    #expect(
      try idl.departures(of: Examples.decision().json, from: .named("Decision"), complete: false, at: "it")
        == [])
    #expect(
      try idl.departures(of: Examples.advice().json, from: .named("Advice"), complete: true, at: "it") == [])
  }

  @Test("every enumeration has the cases that are declared, in their order")
  func enumerations() throws {
    func declared(_ name: String, in declarations: Declarations) throws -> [String] {
      guard case .enumeration(let cases) = try declarations.resolved(.named(name)) else { return [] }
      return cases
    }
    let idl = notificationsDeclarations
    #expect(try declared("InterruptionLevel", in: idl) == InterruptionLevel.allCases.map(\.rawValue))
    #expect(try declared("Kind", in: idl) == Kind.allCases.map(\.rawValue))
    #expect(try declared("Outcome", in: idl) == Outcome.allCases.map(\.rawValue))
    #expect(try declared("State", in: idl) == State.allCases.map(\.rawValue))
    #expect(try declared("EventKind", in: idl) == EventKind.allCases.map(\.rawValue))
    for idl in [idl, controlDeclarations] {
      #expect(try declared("Authorization", in: idl) == Authorization.allCases.map(\.rawValue))
      #expect(try declared("Previews", in: idl) == Previews.allCases.map(\.rawValue))
    }
  }

  @Test("errors carry exactly the declared fields, and are recognised again")
  func errors() throws {
    let app = try Examples.app()
    let notifications: [NotificationsError] = [
      .notAuthorized(app: app, authorization: .denied, why: "Marketing is switched off."),
      .notPermitted(app: app, verified: "org.example.Other"), .notAdmitted(why: "It is in a sandbox."),
      .tooManyActions(limit: 4, given: 5),
      .tooLarge(field: "notification.title", limit: 256, given: 300, unit: .characters),
      .quotaExceeded(quota: "posts", limit: 1_000, retryAfterMilliseconds: 250, why: "w"),
      .againstGuidelines([Examples.advice()]), .notFound(what: "category"), .notStored(reason: "disk full"),
      .invalidField(path: "notification.level", reason: "must be one of passive, active"),
    ]
    let control: [ControlError] = [
      .notFound(what: "notification"),
      .locked(app: "org.example.Mail", setting: "Previews", by: "/etc/b.conf"),
      .badConfiguration(
        FileFault(file: "/etc/b.conf", line: 3, reason: "unknown key"),
        further: [FileFault(file: "/etc/b.conf", line: 4, reason: "no value")]),
    ]
    #expect(notifications.map { NotificationsError($0.callError) } == notifications)
    #expect(control.map { ControlError($0.callError) } == control)
    try check(notifications.map(\.callError), of: notificationsInterface, notificationsDeclarations)
    try check(control.map(\.callError), of: controlInterface, controlDeclarations)
    let waitless = NotificationsError.quotaExceeded(
      quota: "unheard", limit: 64, retryAfterMilliseconds: nil)
    #expect(waitless.callError.parameters.text == #"{"quota":"unheard","limit":64}"#)
    #expect(NotificationsError(waitless.callError) == waitless)
    for quota in Quota.allCases {
      let error = NotificationsError.quotaExceeded(
        quota: quota.rawValue, limit: 64, retryAfterMilliseconds: nil)
      let why = error.callError.parameters["why"]
      #expect(why == .string(quota.why(limit: 64)))
    }
    let unexplained = NotificationsError.notAuthorized(app: app, authorization: .denied)
    #expect(NotificationsError(unexplained.callError) == unexplained)
    #expect(NotificationsError(control[0].callError) == nil)
    #expect(ControlError(notifications[0].callError) == nil)
    #expect(NotificationsError(CallError(name: "io.bellhop.Notifications.TooLarge")) == nil)
    #expect(NotificationsError(CallError(name: "io.bellhop.Notifications.Unheard")) == nil)
  }

  private func check(
    _ errors: [CallError], of interface: InterfaceDescription, _ idl: Declarations
  ) throws {
    #expect(Set(errors.map(\.name)) == Set(idl.errors.keys.map { "\(interface.name).\($0)" }))
    for error in errors {
      let name = String(error.name.dropFirst(interface.name.count + 1))
      let type = try #require(idl.errors[name])
      #expect(try idl.departures(of: error.parameters, from: type, complete: true, at: name) == [])
    }
  }

  @Test("the methods that follow something are flagged")
  func flags() {
    func names(_ interface: InterfaceDescription, _ flag: (InterfaceDescription.Method) -> Bool) -> [String] {
      interface.methods.filter(flag).map(\.name)
    }
    #expect(names(notificationsInterface) { $0.requiresMore } == ["Subscribe"])
    #expect(names(notificationsInterface) { $0.supportsMore } == ["RequestAuthorization", "Subscribe"])
    #expect(names(controlInterface) { $0.supportsMore } == ["Watch"])
    #expect(notificationsInterface.methods.count == 11)
    #expect(controlInterface.methods.count == 29)
  }
}
