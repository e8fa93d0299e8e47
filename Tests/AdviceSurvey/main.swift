import Advice
import Glibc
import NotificationModel

let help = """
  usage: bellhop-advice-survey [DIRECTORY]

  Gives the messages of the programs that are installed here to the rules of advice, as if they were
  notifications, and prints how often each rule speaks: a rule that never speaks, or always, is seen. Reads the
  message catalogues (.mo) below DIRECTORY (/usr/share/locale): translations into English and Korean, and the
  originals of all. Keeps and prints none of their text.

  """

let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "--help" || arguments.count > 1 || arguments.first?.hasPrefix("-") == true {
  print(help, terminator: "")
  exit(arguments.first == "--help" ? 0 : 2)
}
let root = arguments.first ?? "/usr/share/locale"
guard let app = AppID("org.example.Quillhaven") else { exit(3) }

var survey = Survey(app: app)
var files = 0
for (path, program, language) in CatalogueFiles.all(below: root) {
  guard let catalogue = MessageCatalogue(CatalogueFiles.contents(of: path)) else { continue }
  files += 1
  for (original, translation) in catalogue.messages where !original.isEmpty {
    if let message = Message(original, language: "en") { survey.judge(message, of: program) }
    let tag: String? =
      switch language {
      case .english: "en"
      case .korean: "ko"
      case .another: nil
      }
    if let tag, let message = Message(translation, language: tag) { survey.judge(message, of: program) }
  }
}
guard files > 0 else {
  print("no message catalogues below \(root)")
  exit(3)
}
print("\(files) catalogues below \(root)\n")
print(Survey.heading)
print(survey.totals)
for rule in Adviser.ruleNames { print(survey.line(of: rule)) }
