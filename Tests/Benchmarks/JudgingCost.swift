import Advice
import Guidelines
import NotificationModel
import NotificationProtocol
import TestSupport
import Varlink

/// The cost of judging and advising, compared with reading the JSON of the same notifications, without a daemon: the
/// labelled texts in Tests/NotificationTexts.
struct JudgingCost {
  private static let barOfJudging = 1.5
  private static let barOfAdvice = 4.0
  /// Passes over all texts in one measurement.
  private static let passes = 20

  /// A class, so that passing it costs nothing in the measurement.
  private final class Sample {
    let bytes: [UInt8]
    /// The request as the app wrote it, and as it is stored.
    let posted: NotificationRequest
    let request: NotificationRequest
    let category: NotificationModel.Category?
    /// Kept for many posts, as in the engine.
    let appName: AppName

    init(_ text: LabelledText, _ request: NotificationRequest, in category: NotificationModel.Category?) {
      bytes = Array(text.json.text.utf8)
      posted = request
      self.request = PlainText.cleaned(request)
      self.category = category.map { PlainText.cleaned($0) }
      appName = AppName(text.appName, of: request.app)
    }
  }

  let rounds: Int

  func measure(_ report: inout Report) throws {
    let samples = try Self.samples()
    guard !samples.isEmpty else { throw Unmeasurable("there are no labelled texts") }
    let situation = Self.busiest
    var reading: [Double] = []
    var judging: [Double] = []
    var advising: [Double] = []
    // Each pass is short, and a busy machine can interrupt it: the median of many counts.
    for _ in 0..<max(15, rounds) {
      reading.append(
        try Self.seconds(samples) { sample in
          _ = try NotificationRequest(json: JSON(parsing: sample.bytes), path: "notification")
        })
      judging.append(
        Self.seconds(samples) { sample in
          let request = PlainText.cleaned(sample.posted)
          _ = RequestFault.first(in: request)
          _ = Guidelines.judge(request, in: situation)
          _ = HiddenPreviews.form(of: request, settings: situation.settings, locked: true)
        })
      advising.append(
        Self.seconds(samples) { sample in
          _ = Adviser.advice(on: sample.request, category: sample.category, appName: sample.appName)
        })
    }
    report.add("reading a notification's JSON", reading.median * 1e6, "µs", digits: 2)
    judge("judging / reading", judging.median / reading.median, Self.barOfJudging, &report)
    judge("advice / reading", advising.median / reading.median, Self.barOfAdvice, &report)
  }

  /// A situation in which as many guidelines as possible apply: three kinds of quiet, and an earlier entry with other
  /// text.
  private static var busiest: Situation {
    let now = Timestamp(milliseconds: 1_795_176_000_000)
    var settings = EffectiveSettings(AppSettings(authorization: .authorized))
    settings.summary = true
    let later = ClockMoment(now.advanced(bySeconds: 3_600), in: FixedZone.utc)
    var situation = Situation(
      now: now, settings: settings,
      existing: NotificationRecord(
        request: NotificationRequest(app: .shell, title: "Earlier"), state: .delivered, outcome: .presented,
        posted: now, unread: true),
      foreground: .overruled, doNotDisturb: .on(until: nil), quietHoursEnd: later, summary: later,
      alertsTooFast: true, isMuted: true, soundsTooFast: true)
    situation.isLocked = true
    return situation
  }

  private func judge(_ what: String, _ ratio: Double, _ bar: Double, _ report: inout Report) {
    report.add(what, ratio, digits: 2, .atMost(bar))
  }

  /// The average seconds for one sample.
  private static func seconds<Failure: Error>(
    _ samples: [Sample], _ body: (Sample) throws(Failure) -> Void
  ) throws(Failure) -> Double {
    let start = now()
    for _ in 0..<passes {
      for sample in samples { try body(sample) }
    }
    return (now() - start) / Double(passes * samples.count)
  }

  private static func samples() throws -> [Sample] {
    try LabelledText.all().compactMap { text in
      guard case .notification(let request, let category) = text.subject else { return nil }
      return Sample(text, request, in: category)
    }
  }
}
