/// A shell whose Tab key asks this program. The shell's script passes the words typed so far, and reads one candidate
/// per line, followed by a tab and its meaning. A line that begins with a tab names a completion of the shell's own.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  func answer(_ offer: CompletionReply, to words: TypedWords) -> String {
    switch offer {
    case .files(let prefix): "\tfiles\t\(prefix.dropFirst(words.settled))\n"
    // Counted from the program's name.
    case .commandLine(let first): "\tcommand\t\(words.part(ofWord: first) + 1)\n"
    case .candidates(let candidates):
      candidates.map { candidate in
        let meaning = self == .bash || candidate.meaning.isEmpty ? "" : "\t" + candidate.meaning
        return candidate.text.dropFirst(words.settled) + meaning + "\n"
      }.joined()
    }
  }

  var script: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }

  private static let bashScript = #"""
    # bash completion for bellhop; made by 'bellhop completion bash'
    _bellhop() {
      local program=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]} answer
      [[ $program != '~/'* ]] || program=$HOME${program:1}
      answer=$("$program" completion bash --candidates -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
      # Separators alone: the word behind them is still empty.
      [[ $word == *[!=:]* ]] || word=
      case $answer in
        '') ;;
        $'\tfiles\t'*) _bellhop_files "$word" "${answer#$'\tfiles\t'}" ;;
        $'\tcommand\t'*) _bellhop_command "$word" "${answer#$'\tcommand\t'}" ;;
        *)
          mapfile -t COMPREPLY <<<"$answer"
          [[ ${#COMPREPLY[@]} -ne 1 || $COMPREPLY != *= ]] || compopt -o nospace
          ;;
      esac
    }
    _bellhop_files() { # WORD, PREFIX of it that stays
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -P "$2" -f -- "${1#"$2"}")
    }
    _bellhop_command() { # WORD, NUMBER of the word that the command is
      if declare -F _command_offset >/dev/null; then
        _command_offset "$2"
      elif ((COMP_CWORD == $2)) && [[ $1 != */* ]]; then
        mapfile -t COMPREPLY < <(compgen -c -- "$1")
      else
        _bellhop_files "$1"
      fi
    }
    complete -F _bellhop bellhop

    """#

  private static let zshScript = #"""
    #compdef bellhop
    # zsh completion for bellhop; made by 'bellhop completion zsh'
    _bellhop() {
      local line word shown program=${${(Q)words[1]}/#\~\//$HOME/}
      local -a lines layout plain plain_shown open open_shown
      local -i width=0 ret=1
      lines=("${(@f)$($program completion zsh --candidates -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
      case $lines[1] in
        ($'\tfiles\t'*)
          compset -p ${#lines[1]#$'\tfiles\t'}
          _files
          return
          ;;
        ($'\tcommand\t'*)
          shift ${lines[1]#$'\tcommand\t'} words
          (( CURRENT -= ${lines[1]#$'\tcommand\t'} ))
          _normal
          return
          ;;
      esac
      for line in $lines; do
        word=${line%%$'\t'*}
        (( ${(m)#word} <= width )) || width=${(m)#word}
      done
      # Not with _describe, which puts what means the same on one line, and takes a backslash for its own.
      for line in $lines; do
        word=${line%%$'\t'*} shown=$word
        if [[ $line == *$'\t'* ]]; then
          shown="${(mr:width:)word}  -- ${line#*$'\t'}" layout=(-l)
          (( ${(m)#shown} < COLUMNS )) || shown=${(mr:COLUMNS-1:)shown}
        fi
        if [[ $word == *= ]]; then open+=($word) open_shown+=($shown); else plain+=($word) plain_shown+=($shown); fi
      done
      compadd -V bellhop $layout -d plain_shown -a plain && ret=0
      compadd -V bellhop $layout -d open_shown -S '' -a open && ret=0
      return ret
    }
    if [[ $funcstack[1] == _bellhop ]]; then _bellhop "$@"; else compdef _bellhop bellhop; fi

    """#

  private static let fishScript = #"""
    # fish completion for bellhop; made by 'bellhop completion fish'
    function __bellhop_candidates
        set -l words (commandline -opc) (commandline -ct)
        set -l program (string replace -r '^~/' ~/ -- $words[1])
        set -l lines (command $program completion fish --candidates -- $words[2..-1] 2>/dev/null)
        set -l answer (string split \t -- "$lines[1]")
        if test -n "$answer[1]"
            printf '%s\n' $lines
        else if test "$answer[2]" = files
            set -l name (string sub -s (math (string length -- "$answer[3]") + 1) -- $words[-1])
            printf '%s\n' $answer[3](complete -C "'' $name")
        else if test "$answer[2]" = command
            set -l first (math $answer[3] + 1)
            complete -C (string join ' ' -- (string escape -- $words[$first..-2]) $words[-1])
        end
    end
    complete -c bellhop -f -k -a '(__bellhop_candidates)'

    """#
}
