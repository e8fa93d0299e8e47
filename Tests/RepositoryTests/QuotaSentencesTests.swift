import NotificationProtocol
import Testing

struct QuotaSentencesTests {
  @Test("Every quota by which something is refused has its sentence, and no other has one")
  func sentences() {
    let literals = [/quota: "([\w.]+)"/, /bound\(\s*"(\w+)"/]
    var named: Set<String> = []
    for file in SourceFile.all where file.module != "NotificationProtocol" {
      let text = file.lines.joined(separator: "\n")
      for literal in literals { named.formUnion(text.matches(of: literal).map { String($0.1) }) }
    }
    // Those of `Quotas.Use`.
    named.formUnion(["posts", "repeats"])
    #expect(named == Set(Quota.allCases.map(\.rawValue)))
  }
}
