import Varlink

extension InterfaceDescription {
  /// What its fields are called, without repetition.
  var fieldNames: Set<String> {
    var names: Set<String> = []
    for line in text.split(separator: "\n") where !line.drop(while: { $0 == " " }).hasPrefix("#") {
      // A name stands before each colon, and between it and the bracket, comma or blank before it nothing else.
      for part in line.split(separator: ":", omittingEmptySubsequences: false).dropLast() {
        let name = part.reversed().prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
        if !name.isEmpty { names.insert(String(name.reversed())) }
      }
    }
    return names
  }
}
