#!/bin/zsh -f
# complete.zsh SHELL LINE: what an interactive zsh or fish makes of LINE when Tab is pressed.
zmodload zsh/zpty
case $1 in
    zsh)
        zpty shell zsh -f -i
        zpty -w shell "PS1= RPS1=; unsetopt zle_bracketed_paste; autoload -Uz compinit; compinit -D -u"
        zpty -w shell "show() { print -r -- \"<\$BUFFER>\"; BUFFER=; zle .accept-line }; zle -N show; bindkey '^X' show; print rea''dy"
        ;;
    fish)
        zpty shell fish --private --interactive
        zpty -w shell "function fish_prompt; end; function show; echo '<'(commandline)'>'; commandline ''; end; bind \\cx show; echo rea''dy"
        ;;
esac
zpty -r shell output '*ready*'
zpty -w -n shell "$2"$'\t\x18'
zpty -r shell output '*<*>*'
print -r -- "${${output##*<}%%>*}"
zpty -d shell
