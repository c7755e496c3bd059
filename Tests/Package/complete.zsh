#!/bin/zsh -f
# complete.zsh LINE: what an interactive zsh completes LINE to when Tab is pressed.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1= RPS1=; unsetopt zle_bracketed_paste; autoload -Uz compinit; compinit -D -u; setopt list_ambiguous"
zpty -w shell "show() { print -r -- \"<\$BUFFER>\"; BUFFER=; zle .accept-line }; zle -N show; bindkey '^X' show; print rea''dy"
zpty -r shell output '*ready*'
zpty -w -n shell "$1"$'\t\x18'
zpty -r shell output '*<*>*'
print -r -- "${${output##*<}%%>*}"
zpty -d shell
