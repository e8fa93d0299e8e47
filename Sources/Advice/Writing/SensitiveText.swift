/// Whether a text holds information that should not be on a screen that others can see: numbers of cards and accounts,
/// codes and passwords, and a person's money and health.
enum SensitiveText {
  static func isIn(_ text: WrittenText) -> Bool {
    hasNumber(text) || hasSecret(text) || hasMoney(text) || hasHealth(text)
  }

  /// Whether one text says that there is a code, and the other holds it: Your Verification Code, 482913.
  static func holdsCode(_ text: WrittenText, namedIn other: WrittenText) -> Bool {
    (code(in: other) != nil || other.holds(codes) || other.has(signIns)) && text.words.count <= 12
      && text.words.indices.contains { isCode(at: $0, before: text.words.count, in: text) }
  }
  private static let signIns: Phrases =
    "sign/log in to, signing in, verify your, verification, two factor/step"

  // MARK: Numbers that identify

  private static func hasNumber(_ text: WrittenText) -> Bool {
    guard text.words.contains(where: { $0.has(.hasDigit) }) else { return false }
    return DigitGroup.all(in: text).contains { $0.isCardNumber || $0.isIdentityNumber }
      || namedNumbers.first(in: text.words).map { hasLongNumber(text.words[$0.upperBound...].prefix(4)) }
        == true
      || text.holds(namedNumbers) && hasLongNumber(text.words[...])
  }

  /// A number beside one of these words identifies a person.
  private static let namedNumbers: Phrases = """
    account/card/routing/passport/license/licence/id/insurance/policy number, account/passport no, iban, passport, ssn,
    social security, national/tax/patient id, cvv, cvc, credit/debit card, sort code, ~계좌/카드번호/주민등록번호/주민번호/여권번호/면허번호
    """

  /// Whether there is a number of at least four digits that is not a year.
  private static func hasLongNumber(_ words: ArraySlice<Word>) -> Bool {
    words.contains { word in
      let digits = word.key.unicodeScalars.filter(\.isDigit)
      return digits.count >= 4 && !isYear(String(String.UnicodeScalarView(digits)))
    }
  }

  static func isYear(_ digits: String) -> Bool {
    digits.count == 4 && (digits.hasPrefix("19") || digits.hasPrefix("20"))
  }

  // MARK: Secrets

  private static let codes: Phrases = """
    code, otp, passcode, one time password/code, verification/security/authentication/login/confirmation code, pin,
    token, 2fa, ~인증번호/인증코드/비밀번호는/확인코드/보안코드/승인번호/핀번호, 일회용/OTP~
    """
  /// A code after one of these words is not secret: a zip code, an error code.
  private static let publicKinds: Phrases = """
    zip, postal, area, promo, source, error, status, discount, coupon, qr, bar, dress, country, product, gift,
    referral, booking, exit
    """
  private static let secrets: Phrases = "password, passphrase, recovery/secret key, ~비밀번호/패스워드, 암호~"
  /// A number after one of these words counts items.
  private static let counted: Phrases = "request, issue, order, ticket, bug, version, release"
  private static func code(in text: WrittenText) -> Range<Int>? {
    guard let code = codes.first(in: text.words) else { return nil }
    return code.lowerBound > 0 && publicKinds.contains(text.words[code.lowerBound - 1]) ? nil : code
  }

  private static func hasSecret(_ text: WrittenText) -> Bool {
    if let code = code(in: text) {
      let near = max(0, code.lowerBound - 4)..<min(text.words.count, code.upperBound + 6)
      if near.contains(where: { !code.contains($0) && isCode(at: $0, before: near.upperBound, in: text) }) {
        return true
      }
    }
    if let secret = secrets.first(in: text.words), secret.upperBound < text.words.count {
      let isNamed = text.gap(before: secret.upperBound).contains(":")
      if isNamed || holdsSecretLike(text.words[secret.upperBound...].prefix(4), of: text) { return true }
    }
    return text.holds(codes) && hasLongNumber(text.words[...])
      || text.holds(secrets) && holdsSecretLike(text.words[...], of: text)
  }

  /// 4829, 123 456, ABX-29K, F7K2Q; not #4821, and no pull request 4821.
  private static func isCode(at index: Int, before end: Int, in text: WrittenText) -> Bool {
    let word = text.words[index]
    let isCounted =
      index > 0 && counted.contains(text.words[index - 1]) || text.gap(before: index).last == "#"
    guard !isCounted, word.has(.hasDigit) || word.has(.shouted) else { return false }
    let isJoined = index + 1 < end && text.gap(before: index + 1).count == 1
    let next = isJoined ? text.words[index + 1].key : ""
    guard word.isNumber else {
      // At least five capitals and digits, which leaves out 2FA and HDMI2.
      let joined = isJoined && text.gap(before: index + 1).first == "-" ? word.key + next : word.key
      let digits = joined.unicodeScalars.count(where: \.isDigit)
      return !word.has(.small) && (5...10).contains(joined.count) && digits >= 2 && digits < joined.count
        && zip(joined.utf8, joined.utf8.dropFirst()).contains { $0 < 0x3A && (0x61...0x7A).contains($1) }
    }
    if (4...9).contains(word.key.count) { return !isYear(word.key) }
    return word.key.count == 3 && next.count == 3 && next.utf8.allSatisfy { $0 < 0x3A }
  }

  /// Letters and digits up to the next blank, and more than a word with a number has: blue-harbor-77.
  private static func holdsSecretLike(_ words: ArraySlice<Word>, of text: WrittenText) -> Bool {
    words.prefix(40).contains { word in
      let run = text.scalars[word.range.lowerBound...].prefix(40).prefix { !$0.isBlank }
      return word.has(.technical) && run.count > 5 && run.contains(where: \.isDigit)
        && run.contains { $0.isASCII && !$0.isDigit }
    }
  }

  // MARK: Money and health

  private static let money: Phrases = """
    balance, salary, paycheck, payroll, overdrawn, overdraft, debt, income, mortgage, loan, credited, debited,
    wage/wages, pension, savings, owe, overdue, account, deposited, withdrawn, bonus, transfer, budget, expenses,
    charged, received, payment, transaction, sent, paid, spent, fee, refund, deposit, invoice, requested,
    ~잔액/연체/입금/출금/결제되/승인되었/사용하셨/을보냈/를보냈/원을받았, 급여/월급/연봉/대출/이체/적금/예금/송금/예산/지출/수입~
    """
  private static let currencies: Phrases = """
    usd, eur, gbp, dollars, euros, krw, chf, btc, mbtc, sat, sats, eth, xmr, inr, jpy
    """

  private static func hasMoney(_ text: WrittenText) -> Bool {
    hasCurrency(text) && text.has(money)
  }

  /// Whether a sign or a name of a currency is beside a number; the name of the won must directly follow it.
  static func hasCurrency(_ text: WrittenText) -> Bool {
    text.words.contains { $0.has(.hasDigit) }
      && (text.scalars.contains { $0.properties.generalCategory == .currencySymbol } || text.has(currencies)
        || text.words.contains { $0.has(.hasDigit) && $0.key.contains("원") })
  }

  private static let health: Phrases = """
    diagnosis, diagnosed, biopsy, antidepressant/antidepressants, chemotherapy, oncologist, psychiatrist, tested
    positive/negative, blood pressure/sugar/glucose/test, cholesterol, insulin, glucose, miscarriage, hepatitis,
    tumor/tumour, lab/test results, medication/medications/medicine/medicines, diabetes, mri, prescription, ovulation,
    your/next period, period starts, fertile window, contraceptive, birth control, mg dl, mmol, bg, ibuprofen,
    paracetamol, aspirin, pill/pills, dose, dosage, ~진단을받/진단결과/혈압/혈당/양성판정/음성판정/검진결과/검사결과,
    진단서/임신/우울/정신과/항암/당뇨/처방/투약/복용/생리/배란/피임/인슐린/약을드/약먹~
    """
  /// News and weather reports have these words, too; beside a "your" they are about a person.
  private static let illnesses: Phrases = """
    hiv, pregnancy, pregnant, depression, anxiety, cancer, rehab, fertility, std, sti, therapy, symptoms
    """
  private static let own: Phrases = "your, you, you're, my, her, his"

  private static func hasHealth(_ text: WrittenText) -> Bool {
    text.words.indices.contains { index in
      // Programs use names such as wikipedia_en_medicine.
      health.match(text.words, at: index) != nil && text.gap(before: index).last != "_"
    } || text.holds(health) || text.has(illnesses) && text.has(own)
  }
}

/// A number in groups of digits, with single blanks or hyphens between them.
private struct DigitGroup {
  private var parts: [String] = []

  static func all(in text: WrittenText) -> [DigitGroup] {
    var found = [DigitGroup()]
    for (index, word) in text.words.enumerated() {
      let gap = text.gap(before: index)
      let isJoined = word.isNumber && (gap.elementsEqual([" "]) || gap.elementsEqual(["-"]))
      if !isJoined { found.append(DigitGroup()) }
      if word.isNumber { found[found.count - 1].parts.append(word.key) }
    }
    return found
  }

  /// 13 to 19 digits, the last of which is the check digit (ISO/IEC 7812, the Luhn algorithm), and not the number of a
  /// book (ISBN).
  var isCardNumber: Bool {
    let digits = parts.joined().utf8.map { Int($0) - 48 }
    guard (13...19).contains(digits.count), !digits.starts(with: [0]), !digits.starts(with: [9, 7]) else {
      return false
    }
    let sum = digits.reversed().enumerated().reduce(0) { sum, element in
      let doubled = element.offset % 2 == 1 ? element.element * 2 : element.element
      return sum + (doubled > 9 ? doubled - 9 : doubled)
    }
    return sum % 10 == 0
  }

  /// A social security number of the United States, or a resident registration number of Korea.
  var isIdentityNumber: Bool { [[3, 2, 4], [6, 7]].contains(parts.map(\.utf8.count)) }
}
