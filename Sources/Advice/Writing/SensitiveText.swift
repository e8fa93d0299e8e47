/// Whether a text holds what should not stand on a screen that others can see: numbers of cards and accounts,
/// codes and passwords, and a person's money and health.
enum SensitiveText {
  static func isIn(_ text: WrittenText) -> Bool { isSecret(text) || hasMoney(text) || hasHealth(text) }

  /// Whether one text says that there is a code, and the other holds it: Your Verification Code, 482913.
  static func holdsCode(_ text: WrittenText, calledSoIn other: WrittenText) -> Bool {
    let isCalled =
      codes.first(in: other.words).map { !isPublic($0, in: other) } ?? false || other.holds(codesInKorean)
      || signIns.first(in: other.words) != nil
    // Beside other numbers it takes more than a number to be a code.
    guard isCalled, text.words.count <= 12 else { return false }
    return text.words.indices.contains { isCode(at: $0, before: text.words.count, in: text) }
  }

  /// What a code is sent for.
  private static let signIns: Phrases = [
    "sign in to", "log in to", "signing in", "verify your", "verification", "two factor", "two step",
  ]

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
    "cvc", "credit card", "debit card", "sort code",
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
    return hasToken(text)
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
    "~인증 번호", "~인증 코드", "~인증번호", "~비밀번호는", "~확인 코드", "~보안 코드", "일회용", "otp", "OTP", "~승인 번호", "~핀 번호",
    "~비밀 번호",
  ]
  private static let secrets: Phrases = [
    "password", "passphrase", "passwort", "pw", "recovery key", "secret key",
  ]
  private static let secretsInKorean: Fragments = ["~비밀 번호", "암호", "~패스워드"]

  /// Four to nine digits within a few words of what calls them a code.
  private static func hasCode(near phrase: Range<Int>, in text: WrittenText) -> Bool {
    let start = max(0, phrase.lowerBound - 4)
    let end = min(text.words.count, phrase.upperBound + 6)
    return (start..<end).contains { index in
      !phrase.contains(index) && isCode(at: index, before: end, in: text)
    }
  }

  /// 4829, 123 456, 48-29-13, ABX-29K, F7K2Q.
  private static func isCode(at index: Int, before end: Int, in text: WrittenText) -> Bool {
    let word = text.words[index]
    guard word.has(.hasDigit) || word.has(.shouted) else { return false }
    // #4821, pull request 4821.
    let isNumbered =
      index > 0 && numbered.contains(text.words[index - 1])
      || text.gap(before: index).last == UInt8(ascii: "#")
    guard !isNumbered else { return false }
    let digits = text.bytes[word.range].filter(\.isDigit)
    guard digits.count == word.range.count else { return isMixedCode(at: index, before: end, in: text) }
    if (4...9).contains(digits.count) { return !isYear(digits) }
    guard (2...3).contains(digits.count), index + 1 < end else { return false }
    let next = text.words[index + 1]
    guard next.range.count == digits.count, text.bytes[next.range].allSatisfy(\.isDigit),
      text.gap(before: index + 1).count == 1
    else { return false }
    return digits.count == 3
      || index + 2 < end && text.bytes[text.words[index + 2].range].allSatisfy(\.isDigit)
  }

  /// Capitals and digits, five at least, and three of either in all: no 2FA, no HDMI2, no Pixel 7.
  private static func isMixedCode(at index: Int, before end: Int, in text: WrittenText) -> Bool {
    var characters = Array(text.bytes[text.words[index].range])
    if index + 1 < end, text.gap(before: index + 1).elementsEqual([UInt8(ascii: "-")]) {
      characters += text.bytes[text.words[index + 1].range]
    }
    guard (5...10).contains(characters.count), characters.allSatisfy({ $0.isDigit || $0.isCapital }) else {
      return false
    }
    let digits = characters.count(where: \.isDigit)
    return digits >= 2 && characters.count - digits >= 1
      && zip(characters, characters.dropFirst()).contains { $0.isDigit && $1.isCapital }
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

  private static func hasToken(_ text: WrittenText) -> Bool {
    var start = 0
    while start < text.bytes.count {
      let end = text.bytes[start...].firstIndex(where: \.isBlank) ?? text.bytes.count
      if isToken(text.bytes[start..<end]) { return true }
      start = end + 1
    }
    return false
  }

  /// Keys of well-known services, JSON Web Tokens, and the first line of a key in a file.
  private static func isToken(_ word: ArraySlice<UInt8>) -> Bool {
    word.count >= 10 && tokenBeginnings.contains { word.starts(with: $0) && word.count >= $0.count + 6 }
  }
  private static let tokenBeginnings = [
    "AKIA", "ASIA", "eyJ", "xoxb-", "xoxp-", "xapp-", "AIza", "ghp_", "gho_", "ghu_", "ghs_", "github_pat_",
    "glpat-", "sk-", "sk_live_", "rk_live_", "pk_live_", "npm_", "pypi-", "dop_v1_", "hf_", "ya29.",
    "-----BEGIN",
  ].map { Array($0.utf8) }

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
    return money.first(in: text.words) != nil && hasCurrency(text) || hasSignedAmount(text)
      || balances.first(in: text.words) != nil && hasAmount(text)
      || text.holds(moneyInKorean) && (text.korean?.hasWon == true || hasCurrency(text))
  }

  /// -$42.50, +25,000 sat: what was taken from an account or added to it.
  private static func hasSignedAmount(_ text: WrittenText) -> Bool {
    guard hasCurrency(text) else { return false }
    return text.bytes.indices.dropLast().contains { index in
      let (byte, next) = (text.bytes[index], text.bytes[index + 1])
      let isSign = byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
      let isApart = index == 0 || text.bytes[index - 1].isBlank || text.bytes[index - 1] == UInt8(ascii: "(")
      return isSign && isApart && (next.isDigit || next == UInt8(ascii: "$") || next == 0xE2)
    }
  }

  /// Numbers beside these are amounts of money, whatever the currency.
  private static let balances: Phrases = [
    "available balance", "account balance", "current balance", "new balance", "balance is", "balance",
  ]

  /// 12,450.33 or 1.204,00: two digits behind the last mark.
  private static func hasAmount(_ text: WrittenText) -> Bool {
    text.words.indices.dropFirst().contains { index in
      let (word, gap) = (text.words[index], text.gap(before: index))
      return word.range.count == 2 && text.bytes[word.range].allSatisfy(\.isDigit) && gap.count == 1
        && (gap.first == UInt8(ascii: ".") || gap.first == UInt8(ascii: ","))
        && text.words[index - 1].has(.hasDigit)
    }
  }

  private static let money: Phrases = [
    "balance", "salary", "paycheck", "payroll", "overdrawn", "overdraft", "debt", "income", "mortgage",
    "loan",
    "credited", "debited", "net worth", "wage", "wages", "pension", "savings", "owe", "overdue", "paid you",
    "account", "deposited", "withdrawn", "bonus", "transfer", "budget", "expenses", "you requested",
    "was charged",
    "you were charged", "you spent", "received", "payment", "transaction", "sent", "paid", "spent", "fee",
    "purchase of", "refund", "deposit", "checking", "payment of", "invoice",
    "you received", "sent you", "received from",
  ]
  private static let moneyInKorean: Fragments = [
    "~잔액", "급여", "월급", "연봉", "대출", "~연체", "~입금", "~출금", "이체", "~자동이체", "~계좌이체", "적금", "예금", "송금",
    "~원을 보냈", "~원을 받았", "~원 보냄", "~원 받음", "~결제되", "~승인되었", "~사용하셨", "예산", "지출", "수입",
  ]

  static func hasCurrency(_ text: WrittenText) -> Bool {
    text.text.unicodeScalars.contains { scalar in
      // The block of currency symbols, and those that are older than it.
      (0x20A0...0x20CF).contains(scalar.value) || scalar == "$" || scalar == "£" || scalar == "¥"
    } || currencies.first(in: text.words) != nil || hasUnit(text)
  }
  /// 25,000 sat, 3 pounds: days and weights are called so as well, but not behind a large number.
  private static func hasUnit(_ text: WrittenText) -> Bool {
    text.words.indices.dropFirst().contains { index in
      let before = text.words[index - 1]
      return units.contains(text.words[index]) && before.has(.hasDigit)
        && text.bytes[before.range].allSatisfy(\.isDigit) && before.range.count > 2
    }
  }
  private static let units: Phrases = ["sat", "pounds"]
  private static let currencies: Phrases = [
    "usd", "eur", "gbp", "dollars", "euros", "krw", "chf", "btc", "mbtc", "sats", "eth",
    "xmr", "inr", "jpy",
  ]

  private static func hasHealth(_ text: WrittenText) -> Bool {
    if let match = health.first(in: text.words), !isInName(match, of: text) { return true }
    if text.holds(healthInKorean) { return true }
    return illnesses.first(in: text.words) != nil && own.first(in: text.words) != nil
  }

  /// wikipedia_en_medicine: a name that only programs give.
  private static func isInName(_ run: Range<Int>, of text: WrittenText) -> Bool {
    let end = text.words[run.upperBound - 1].range.upperBound
    return text.gap(before: run.lowerBound).last == UInt8(ascii: "_")
      || end < text.bytes.count && text.bytes[end] == UInt8(ascii: "_")
  }

  private static let health: Phrases = [
    "diagnosis", "diagnosed", "sti", "biopsy", "antidepressant",
    "antidepressants", "chemotherapy", "chemo", "oncology", "oncologist", "psychiatrist", "tested positive",
    "tested negative", "blood pressure", "blood sugar", "cholesterol", "insulin", "glucose", "miscarriage",
    "herpes", "chlamydia", "hepatitis", "tumor", "tumour", "malignant",
    "blood test", "lab results", "test results", "medication", "diabetes", "fertility",
    "hba1c", "mri", "sertraline", "prozac", "metformin", "prescription", "prescriptions", "ovulation",
    "menstruation", "your period", "period starts", "period started", "period may", "period is",
    "next period",
    "fertile window", "contraceptive", "birth control", "mg dl", "mmol l", "mmol", "bolus", "blood glucose",
    "bg", "cgm",
    "ibuprofen", "paracetamol", "aspirin", "medicine", "your pill", "your pills", "dose", "dosage",
    "take your pill",
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
    "~검사 결과", "처방", "~콜레스테롤", "투약", "복용", "생리", "배란", "피임", "인슐린", "약 복용", "약을 드", "약 먹",
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
