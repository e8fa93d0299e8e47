/// An argument of this process that is not UTF-8, counted from 1.
package struct ArgumentFault: Error, CustomStringConvertible {
  let number: Int

  package var description: String { "argument \(number) is not UTF-8" }
}

extension CommandLine {
  /// The arguments behind the program's name, as they were given: `arguments` replaces bytes that are not UTF-8,
  /// and so would name another file, or say another text. Without so many at the end, which another program reads.
  package static func words(butLast others: Int = 0) throws(ArgumentFault) -> [String] {
    var words: [String] = []
    var number = 1
    while number < Int(argc) - others, let bytes = unsafeArgv[number] {
      guard let word = String(validatingCString: bytes) else { throw ArgumentFault(number: number) }
      words.append(word)
      number += 1
    }
    return words
  }
}
