import Testing

@testable import bellhop

struct ShellTests {
  private func answer(of shell: Shell, _ offer: CompletionReply, to words: String...) -> String {
    shell.answer(offer, to: TypedWords(words, of: shell))
  }

  @Test("What bash takes apart at = and : is put together again")
  func joined() {
    #expect(TypedWords(["post", "--kind", "=", "al"], of: .bash).joined == ["post", "--kind=al"])
    #expect(TypedWords(["post", "--kind", "="], of: .bash).joined == ["post", "--kind="])
    let time = ["post", "--at", "18", ":", "00", ""]
    #expect(TypedWords(time, of: .bash).joined == ["post", "--at", "18:00", ""])
    #expect(TypedWords(["a", "=", "b"], of: .zsh).joined == ["a", "=", "b"])
  }

  @Test("Bash is answered from where it takes a word apart, and with the whole word where it does not")
  func bash() {
    let alarm = CompletionReply.candidates([Candidate(text: "--kind=alarm")])
    #expect(answer(of: .bash, alarm, to: "--kind", "=", "al") == "alarm\n")
    #expect(answer(of: .bash, alarm, to: "--kind", "=") == "alarm\n")
    #expect(answer(of: .bash, alarm, to: "--kind=al") == "--kind=alarm\n")
    #expect(answer(of: .bash, .files(prefix: "--image="), to: "--image", "=", "/e") == "\tfiles\t\n")
    #expect(answer(of: .bash, .files(prefix: "--image="), to: "--image=/e") == "\tfiles\t--image=\n")
  }

  @Test("Zsh and fish are told what a candidate means, and what of a word stays before a file")
  func meanings() {
    let list = CompletionReply.candidates([Candidate(text: "list", meaning: "List.")])
    #expect(answer(of: .fish, list, to: "l") == "list\tList.\n")
    #expect(answer(of: .bash, list, to: "l") == "list\n")
    #expect(answer(of: .zsh, .files(prefix: "--image="), to: "--image=/e") == "\tfiles\t--image=\n")
    #expect(answer(of: .fish, .files(prefix: ""), to: "check-config", "") == "\tfiles\t\n")
  }

  @Test("A command line of its own begins where the shell's own count has it")
  func commandLine() {
    let make = CompletionReply.commandLine(first: 2)
    #expect(answer(of: .zsh, make, to: "run", "--after=5", "make", "") == "\tcommand\t3\n")
    #expect(answer(of: .bash, make, to: "run", "--after", "=", "5", "make", "") == "\tcommand\t5\n")
    #expect(answer(of: .bash, make, to: "run", "--after=5", "ma") == "\tcommand\t3\n")
  }
}
