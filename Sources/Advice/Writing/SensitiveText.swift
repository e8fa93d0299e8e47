/// Whether a text holds what should not stand on a screen that others can see: numbers of cards and accounts,
/// codes and passwords, and a person's money and health.
enum SensitiveText {
  static func isIn(_ text: WrittenText) -> Bool { isSecret(text) || hasMoney(text) || hasHealth(text) }

  /// Whether the text holds numbers or codes that nobody else may have, whatever it is about.
  static func isSecret(_ text: WrittenText) -> Bool { hasNumber(text) || hasSecret(text) }

  // MARK: Numbers that identify

  private static func hasNumber(_ text: WrittenText) -> Bool {
    guard text.words.contains(where: { $0.has(.hasDigit) }) else { return false }
    return DigitGroups.all(in: text).contains { group in
      group.isCardNumber || group.isIdentityNumber
    } || AccountNumber.isIBAN(in: text) || namedNumbers.isFollowedByDigits(in: text)
      || text.holds(namedNumbersInKorean) && hasDigits(text, atLeast: 4)
  }

  /// What makes a number beside it one that identifies a person.
  private static let namedNumbers: Phrases = [
    "account number", "account no", "card number", "routing number", "passport number", "passport no", "ssn",
    "social security number", "social security", "license number", "licence number", "national id",
    "id number", "tax id", "iban", "passport", "insurance number", "policy number", "patient id", "cvv",
    "cvc", "credit card", "debit card", "sort code", "account",
  ]
  private static let namedNumbersInKorean: Fragments = [
    "~계좌 번호", "~카드 번호", "~주민등록번호", "~주민 번호", "~여권 번호", "~면허 번호", "계좌", "~은행 계좌", "~보험 번호",
  ]

  // MARK: Secrets

  private static func hasSecret(_ text: WrittenText) -> Bool {
    if let code = codes.first(in: text.words), !isPublic(code, in: text), hasCode(near: code, in: text) {
      return true
    }
    if let secret = secrets.first(in: text.words), namesValue(after: secret, in: text) { return true }
    if text.holds(codesInKorean), hasDigits(text, atLeast: 4) { return true }
    if text.holds(secretsInKorean), holdsSecretLike(text.words.indices, in: text) { return true }
    return text.words.contains { word in isToken(text.bytes[word.range]) }
  }

  private static let codes: Phrases = [
    "code", "otp", "passcode", "one time password", "one time code", "verification code", "security code",
    "pin", "authentication code", "login code", "token", "2fa", "confirmation code",
  ]
  /// Codes that are no secret: a zip code, an error code.
  private static func isPublic(_ code: Range<Int>, in text: WrittenText) -> Bool {
    code.lowerBound > 0 && publicCodes.contains(text.words[code.lowerBound - 1])
  }
  private static let publicCodes: Phrases = [
    "zip", "postal", "area", "promo", "source", "error", "status", "discount", "coupon", "qr", "bar", "dress",
    "country", "product", "gift", "referral", "booking",
  ]

  private static let codesInKorean: Fragments = [
    "~인증 번호", "~인증 코드", "~확인 코드", "~보안 코드", "일회용", "otp", "OTP", "~승인 번호", "~핀 번호", "~비밀 번호",
  ]
  private static let secrets: Phrases = [
    "password", "passphrase", "passwort", "pw", "recovery key", "secret key",
  ]
  private static let secretsInKorean: Fragments = ["~비밀 번호", "암호", "~패스워드"]

  /// Four to eight digits within a few words of what calls them a code.
  private static func hasCode(near phrase: Range<Int>, in text: WrittenText) -> Bool {
    let start = max(0, phrase.lowerBound - 4)
    let end = min(text.words.count, phrase.upperBound + 6)
    return (start..<end).contains { index in
      let word = text.words[index]
      guard word.has(.hasDigit), !phrase.contains(index) else { return false }
      let digits = text.bytes[word.range].filter(\.isDigit)
      // #4821, pull request 4821.
      let isNumbered =
        index > 0 && numbered.contains(text.words[index - 1])
        || text.gap(before: index).last == UInt8(ascii: "#")
      guard digits.count == word.range.count, !isNumbered else { return false }
      if (4...8).contains(digits.count) { return !isYear(digits) }
      // 123 456, 123-456, 48-29-13.
      guard (2...3).contains(digits.count), index + 1 < end else { return false }
      let next = text.words[index + 1]
      guard next.range.count == digits.count, text.bytes[next.range].allSatisfy(\.isDigit) else {
        return false
      }
      return digits.count == 3
        || index + 2 < end && text.bytes[text.words[index + 2].range].allSatisfy(\.isDigit)
    }
  }

  /// What counts things: their numbers are no codes.
  private static let numbered: Phrases = ["request", "issue", "order", "ticket", "bug", "version", "release"]

  /// Whether what follows "password" is one: behind "is" or a colon, and not a word of the language.
  private static func namesValue(after phrase: Range<Int>, in text: WrittenText) -> Bool {
    let behind = phrase.upperBound..<min(phrase.upperBound + 4, text.words.count)
    guard !behind.isEmpty else { return false }
    return text.gap(before: behind.lowerBound).contains(UInt8(ascii: ":"))
      || holdsSecretLike(behind, in: text)
  }

  /// Letters and digits up to the next blank, and more than a word with a number has: blue-harbor-77.
  private static func holdsSecretLike(_ words: Range<Int>, in text: WrittenText) -> Bool {
    // Each run is read once, however many words it has.
    var end = 0
    for word in text.words[words] where word.has(.technical) && word.range.lowerBound >= end {
      let run = text.bytes[word.range.lowerBound...].prefix { !$0.isBlank }
      if run.count > 5, run.contains(where: \.isLetter), run.contains(where: \.isDigit) { return true }
      end = run.endIndex
    }
    return false
  }

  /// Keys of well-known services, and JSON Web Tokens.
  private static func isToken(_ word: ArraySlice<UInt8>) -> Bool {
    word.count >= 16 && tokenBeginnings.contains { word.starts(with: $0) }
  }
  private static let tokenBeginnings = ["AKIA", "eyJ", "xoxb", "AIza", "ghp_", "glpat-"].map {
    Array($0.utf8)
  }

  private static func hasDigits(_ text: WrittenText, atLeast count: Int) -> Bool {
    text.words.contains { word in
      guard word.has(.hasDigit) else { return false }
      let digits = text.bytes[word.range].filter(\.isDigit)
      return digits.count >= count && !isYear(digits)
    }
  }

  /// 1900 to 2099.
  static func isYear(_ digits: [UInt8]) -> Bool {
    digits.count == 4 && (digits.starts(with: "19".utf8) || digits.starts(with: "20".utf8))
  }

  // MARK: Money and health

  private static func hasMoney(_ text: WrittenText) -> Bool {
    guard text.words.contains(where: { $0.has(.hasDigit) }) else { return false }
    return money.first(in: text.words) != nil && hasCurrency(text)
      || text.holds(moneyInKorean) && text.korean?.hasWon == true
  }

  private static let money: Phrases = [
    "balance", "salary", "paycheck", "payroll", "overdrawn", "overdraft", "debt", "income", "mortgage",
    "loan",
    "credited", "debited", "net worth", "wage", "wages", "pension", "savings", "owe", "overdue", "paid you",
    "account", "deposited", "withdrawn", "bonus", "transfer", "you received", "sent you", "received from",
  ]
  private static let moneyInKorean: Fragments = [
    "~잔액", "급여", "월급", "연봉", "대출", "~연체", "~입금", "~출금", "이체", "~자동이체", "~계좌이체", "적금", "예금",
  ]

  private static func hasCurrency(_ text: WrittenText) -> Bool {
    text.text.unicodeScalars.contains { scalar in
      scalar == "$" || scalar == "€" || scalar == "£" || scalar == "₩" || scalar == "¥"
    } || currencies.first(in: text.words) != nil
  }
  private static let currencies: Phrases = ["usd", "eur", "gbp", "dollars", "euros", "pounds", "krw", "chf"]

  private static func hasHealth(_ text: WrittenText) -> Bool {
    if health.first(in: text.words) != nil || text.holds(healthInKorean) { return true }
    return illnesses.first(in: text.words) != nil && own.first(in: text.words) != nil
  }

  private static let health: Phrases = [
    "diagnosis", "diagnosed", "sti", "biopsy", "antidepressant",
    "antidepressants", "chemotherapy", "chemo", "oncology", "oncologist", "psychiatrist", "tested positive",
    "tested negative", "blood pressure", "blood sugar", "cholesterol", "insulin", "glucose", "miscarriage",
    "herpes", "chlamydia", "hepatitis", "tumor", "tumour", "malignant",
    "blood test", "lab results", "test results", "medication", "diabetes", "fertility",
    "hba1c", "mri", "sertraline", "prozac", "metformin",
  ]
  /// News and the weather have these too; beside a "your" they are a person's.
  private static let illnesses: Phrases = [
    "hiv", "pregnancy", "pregnant", "depression", "anxiety", "cancer", "rehab", "fertility", "benign", "std",
    "bmi", "therapy", "symptoms",
  ]
  private static let own: Phrases = ["your", "you", "you're", "my", "her", "his"]

  private static let healthInKorean: Fragments = [
    "~진단을 받", "~진단 결과", "진단서", "~건강 진단", "~증 진단", "~암 진단", "임신", "~혈압", "~혈당", "우울", "정신과",
    "~정신 건강", "암 검", "항암", "~양성 판정", "~양성 반응", "양성으로", "양성입니다", "~음성 판정", "당뇨", "~검진 결과",
    "~검사 결과", "처방", "~콜레스테롤", "투약", "복용",
  ]
}

extension Phrases {
  /// Whether digits, four at least, stand within a few words behind one of them.
  func isFollowedByDigits(in text: WrittenText) -> Bool {
    text.words.indices.contains { index in
      guard let match = match(text.words, at: index) else { return false }
      let end = min(text.words.count, match.upperBound + 4)
      return text.words[match.upperBound..<end].contains { isLongNumber(text.bytes[$0.range]) }
    }
  }

  /// Four digits at least, and no year.
  private func isLongNumber(_ word: ArraySlice<UInt8>) -> Bool {
    let digits = word.filter(\.isDigit)
    return digits.count >= 4 && !SensitiveText.isYear(digits)
  }
}
