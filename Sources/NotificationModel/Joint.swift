/// The part of a notification in the banners that speak for several: the summary of its app, and the missed notice.
///
/// Each such banner has a round, a number that is given when the banner is handed over, in one count with the places in
/// the queue. A banner speaks for the notifications that waited with a lower number, and goes on counting those that it
/// has told. A banner that is gone needs no change of them: its round does not come again.
package struct Joint: Hashable, Sendable {
  package enum Banner: CaseIterable, Sendable { case summary, notice }

  /// The part in one of these banners.
  package struct Part: Hashable, Sendable {
    /// The number of its place, and once it is told, the round of the banner that told it.
    package var number: Int64
    /// Whether it gets a banner of its own while there are few like it.
    package var mayStandAlone: Bool
    package var isTold: Bool

    package init(_ number: Int64, mayStandAlone: Bool, isTold: Bool = false) {
      self.number = number
      self.mayStandAlone = mayStandAlone
      self.isTold = isTold
    }

    /// Whether the banner of this round speaks for it.
    package func isCounted(by round: Int64) -> Bool { isTold ? number == round : number <= round }
  }

  package var summary: Part?
  package var notice: Part?
  package init() {}

  package subscript(banner: Banner) -> Part? {
    get { banner == .summary ? summary : notice }
    set { if banner == .summary { summary = newValue } else { notice = newValue } }
  }

  /// One that waits already keeps its place.
  mutating func join(_ banner: Banner, _ part: Part) {
    let number = self[banner].flatMap { $0.isTold ? nil : $0.number }
    self[banner] = Part(number ?? part.number, mayStandAlone: part.mayStandAlone)
  }

  mutating func told(by banner: Banner, round: Int64) {
    self[banner]?.number = round
    self[banner]?.isTold = true
  }

  /// No banner that is to come tells it. One on screen goes on counting it.
  mutating func leaveToCome(_ banners: [Banner] = Banner.allCases) {
    for banner in banners where self[banner]?.isTold == false { self[banner] = nil }
  }
}
