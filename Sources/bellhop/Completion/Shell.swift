/// A shell whose Tab key asks this program. Its script hands over the words that are written, and takes a candidate
/// a line, with what it means behind a tab.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  /// What stands alone where the shell is to offer files.
  static let files = "\tfiles\n"

  var script: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }

  /// The words as this program will be given them. Bash takes `=` and `:` for words of their own.
  func joined(_ words: [String]) -> [String] {
    guard self == .bash else { return words }
    return words.reduce(into: []) { joined, word in
      let isSeparator = ["=", ":"].contains(word)
      let followsSeparator = joined.last.map { $0.hasSuffix("=") || $0.hasSuffix(":") } ?? false
      if let last = joined.indices.last, isSeparator || followsSeparator, !joined[last].isEmpty {
        joined[last] += word
      } else {
        joined.append(word)
      }
    }
  }

  func answer(_ candidates: [Candidate]?, to word: String) -> String {
    guard let candidates else { return Self.files }
    return candidates.map { candidate in
      switch self {
      // Of a word with an `=`, bash replaces what stands behind that.
      case .bash: candidate.text.dropFirst(word.lastIndex(of: "=").map { word[...$0].count } ?? 0) + "\n"
      case .zsh, .fish: candidate.text + (candidate.meaning.isEmpty ? "" : "\t" + candidate.meaning) + "\n"
      }
    }.joined()
  }

  private static let bashScript = #"""
    # bash completion for bellhop; made by 'bellhop completion bash'
    _bellhop() {
      local candidates
      candidates=$("${COMP_WORDS[0]}" completion bash --candidates -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null) ||
        return 0
      local IFS=$'\n'
      if [[ $candidates == $'\tfiles' ]]; then
        compopt -o filenames
        COMPREPLY=($(compgen -f -- "${COMP_WORDS[COMP_CWORD]}"))
        return 0
      fi
      COMPREPLY=($candidates)
      [[ ${#COMPREPLY[@]} -ne 1 || $COMPREPLY != *= ]] || compopt -o nospace
    }
    complete -F _bellhop bellhop

    """#

  private static let zshScript = #"""
    #compdef bellhop
    # zsh completion for bellhop; made by 'bellhop completion zsh'
    _bellhop() {
      local line
      local -a lines plain open
      lines=("${(@f)$($words[1] completion zsh --candidates -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
      if [[ $lines[1] == $'\tfiles' ]]; then
        _files
        return
      fi
      for line in $lines; do
        line=${${line//:/\\:}/$'\t'/:}
        if [[ ${line%%:*} == *= ]]; then open+=($line); else plain+=($line); fi
      done
      _describe -V bellhop plain -- open -S ''
    }
    if [[ $funcstack[1] == _bellhop ]]; then _bellhop "$@"; else compdef _bellhop bellhop; fi

    """#

  private static let fishScript = #"""
    # fish completion for bellhop; made by 'bellhop completion fish'
    function __bellhop_candidates
        set -l words (commandline -opc) (commandline -ct)
        set -l candidates (command $words[1] completion fish --candidates -- $words[2..-1] 2>/dev/null)
        if test "$candidates[1]" = \tfiles
            __fish_complete_path (commandline -ct)
        else if set -q candidates[1]
            printf '%s\n' $candidates
        end
    end
    complete -c bellhop -f -k -a '(__bellhop_candidates)'

    """#
}
