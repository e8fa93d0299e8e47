import NotificationModel
import Wording

/// Sentences for the person when the front is switched on.
enum FrontWords {
  /// Before anything is changed: who is concerned, what will be kept, and what will be another.
  static func beforehand(_ place: ServerPlace, _ report: FrontReport) -> [FrontSentence] {
    [who(place), kept(report), .willBeAnother]
  }

  private static func who(_ place: ServerPlace) -> FrontSentence {
    switch place {
    case .unit(let owner, let unit): .shownByUnit(owner.told, unit: unit.name)
    case .shell(_, let shell): .shownByShell(shell.rawValue, unit: shell.unit)
    case .behind(let owner): .shownBehind(owner.told)
    case .foreign(let owner, _): .shownBy(owner.told)
    }
  }

  static func kept(_ report: FrontReport) -> FrontSentence {
    let kept: FrontSentence.Kept =
      switch report.store {
      case .all?, nil: .all
      case .titles?: .titles
      case .some(.none): .none
      }
    return .kept(kept, days: report.keepDays)
  }
}

extension FrontSwitch {
  /// Why it is not on, and what of it could not be taken back.
  func failure(_ fault: StepFault, takingBack faults: [StepFault]) -> FrontSentence {
    let rest: FrontSentence =
      faults.isEmpty
      ? .everythingIsAsBefore
      : .couldNotBeTakenBack(faults.map { .init(step: $0.step, fault: $0.fault.told) })
    let told: [FrontSentence] = [.cannot(fault.step, fault.fault.told), rest]
    return .text(told.map { session.words.front($0) }.joined(separator: "\n"))
  }
}
