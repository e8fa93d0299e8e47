# press-tab.zsh SHELL LINE SETUP: types LINE and Tab into that shell, which ran SETUP before, and prints the
# completed line; for fish, which prints them itself, its offers.
zmodload zsh/zpty zsh/zselect
export LINE_FILE=$(mktemp -u)
case $1 in
  fish)
    exec fish --no-config -c 'bellhop completion fish | source; eval $argv[2]; complete -C "$argv[1]"' $2 $3
    ;;
  bash)
    zpty tab env INPUTRC=/dev/null bash --norc --noprofile -i
    zpty -w tab 'eval "$(bellhop completion bash)"'
    zpty -w tab $3
    zpty -w tab 'show() { printf "%s\n" "$READLINE_LINE" >"$LINE_FILE"; }; bind -x "\"\C-o\": show"'
    ;;
  zsh)
    zpty tab zsh -f -i
    zpty -w tab 'autoload -Uz compinit; compinit -u -D; eval "$(bellhop completion zsh)"'
    zpty -w tab $3
    zpty -w tab 'show() { print -r -- $BUFFER >$LINE_FILE }; zle -N show; bindkey "^O" show'
    ;;
esac
zpty -n -w tab $2$'\t\x0f'
# The test that waits for this program ends it if the line never comes.
until [[ -s $LINE_FILE ]]; do zpty -r -t tab || zselect -t 5; done >/dev/null
cat $LINE_FILE
rm $LINE_FILE
zpty -d tab
