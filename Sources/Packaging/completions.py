#!/usr/bin/python3
"""Prints the completion for bash, zsh or fish: `completions.py WALDO SHELL`.

It is the script that the program generates, with two things that the generator cannot do. Where a value may be a name or a
file, files are offered too. And a command that has a default command completes the default's options: those of
`waldo survey run` after `waldo survey -`."""

import json
import subprocess
import sys


def asked(waldo, *arguments):
    return subprocess.run([waldo, *arguments], check=True, capture_output=True, text=True).stdout


def changed(script, old, new, count=1):
    """The script with a text in place of another. A generator that writes something else is not passed over."""
    if script.count(old) < count:
        sys.exit(f"completions.py: what waldo generates has no `{old}` any more; adapt this script to it")
    return script.replace(old, new)


def bash(script, defaults):
    cases = "".join(f"    '{name} -'*) default={default} ;;\n" for name, default in defaults)
    # Readline completes files where no name begins so. A script that is sourced names no interpreter.
    script = changed(script, "#!/bin/bash\n\n", "")
    return changed(
        script,
        "complete -o filenames -F _waldo waldo",
        f"""\
_waldo_with_default() {{
    local default=''
    case "${{COMP_WORDS[1]}} ${{COMP_WORDS[2]}}" in
{cases}    esac
    if [[ -n "${{default}}" && "${{COMP_CWORD}}" -gt 1 ]]; then
        COMP_LINE="${{COMP_LINE/"${{COMP_WORDS[1]}}"/"${{COMP_WORDS[1]}} ${{default}}"}}"
        COMP_POINT="$((COMP_POINT + ${{#default}} + 1))"
        COMP_WORDS=("${{COMP_WORDS[@]:0:2}}" "${{default}}" "${{COMP_WORDS[@]:2}}")
        COMP_CWORD="$((COMP_CWORD + 1))"
    fi
    _waldo "${{@}}"
}}

complete -o filenames -o default -F _waldo_with_default waldo""",
    )


def zsh(script, defaults):
    cases = "".join(
        f"""\
    '{name} -'*)
        words=("${{(@)words[1,2]}}" {default} "${{(@)words[3,-1]}}")
        ((CURRENT++))
        ;;
"""
        for name, default in defaults
    )
    first = '    local -r command_name="${words[1]}"\n'
    script = changed(script, first, f'    case "${{words[2]}} ${{words[3]}}" in\n{cases}    esac\n{first}')
    asking = '        __waldo_complete "${completions[@]:0:-1}"\n    fi\n'
    return changed(script, asking, f"{asking}    _files\n")


def fish(script, defaults):
    cases = "".join(
        f"""\
        case '{name} -*'
            set unparsed_tokens $unparsed_tokens[1..2] {default} $unparsed_tokens[3..]
"""
        for name, default in defaults
    )
    first = "    set -l unparsed_tokens (__waldo_tokens -pc)\n"
    # The word at the cursor is no token yet.
    script = changed(
        script,
        first,
        f"""\
{first}    set -l next $unparsed_tokens[3..] (commandline -ct)
    switch "$unparsed_tokens[2] $next[1]"
{cases}    end
""",
    )
    # -F: files; -f: none.
    return changed(script, "fka '(__waldo_custom_completion", "Fka '(__waldo_custom_completion")


def main():
    waldo, shell = sys.argv[1:]
    commands = json.loads(asked(waldo, "--experimental-dump-help"))["command"]["subcommands"]
    defaults = [(one["commandName"], one["defaultSubcommand"]) for one in commands if "defaultSubcommand" in one]
    script = asked(waldo, "--generate-completion-script", shell)
    print({"bash": bash, "zsh": zsh, "fish": fish}[shell](script, defaults), end="")


main()
