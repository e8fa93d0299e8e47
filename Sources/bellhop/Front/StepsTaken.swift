import Wording

/// What was done so far, and how it is taken back: in reverse order, and as far as it goes.
struct StepsTaken {
  private var back: [(step: FrontSentence.Step, take: () throws(FrontFault) -> Void)] = []

  /// `back`: also where the step fails, for it may have been half done.
  mutating func take<Value>(
    _ name: FrontSentence.Step, _ step: () throws(FrontFault) -> Value,
    back: (() throws(FrontFault) -> Void)? = nil
  ) throws(StepFault) -> Value {
    if let back { self.back.append((name, back)) }
    do throws(FrontFault) { return try step() } catch { throw StepFault(step: name, fault: error) }
  }

  /// Those that could not be taken back.
  mutating func takeBack() -> [StepFault] {
    var faults: [StepFault] = []
    while let last = back.popLast() {
      do throws(FrontFault) { try last.take() } catch {
        faults.append(StepFault(step: last.step, fault: error))
      }
    }
    return faults
  }
}

/// Which step has failed, and why.
struct StepFault: Error, Equatable {
  let step: FrontSentence.Step
  let fault: FrontFault
}
