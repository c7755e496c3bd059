#!/usr/bin/python3
"""Writes the manual: a page for waldo and one for each of its commands, of what the program says of itself.

    manual.py WALDO DATE FURTHER FOLDER

FURTHER has the sections of waldo(1) that no command states. The pages use the macros of man(7)."""

import json
import pathlib
import re
import subprocess
import sys


def roff(text):
    """Text as roff prints it unchanged, with commands in backquotes in bold."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("^", "\\(ha").replace("~", "\\(ti")
    text = re.sub(r"`([^`\n]+)`", lambda m: f"\\fB{m[1]}\\fR", text.replace("“", "\\(lq").replace("”", "\\(rq"))
    # A line that begins with a dot would be a macro.
    return re.sub(r"^(?=[.'])", r"\\&", text, flags=re.MULTILINE)


def bold(text):
    return f"\\fB{roff(text)}\\fR"


def italic(text):
    return f"\\fI{roff(text)}\\fR"


def name_of(name):
    dash = {"long": "--", "short": "-", "longWithSingleDash": "-"}[name["kind"]]
    return dash + name["name"]


def shown(items):
    return [item for item in items or [] if item["shouldDisplay"]]


def value_of(argument):
    value = italic(argument["valueName"])
    return f"[{value}]" if argument["mayLackValue"] else value


def words(command):
    return [*command.get("superCommands", []), command["commandName"]]


def page(command):
    return "-".join(words(command))


def paragraphs(text):
    """A command's discussion: paragraphs between empty lines; indented lines stay as they are. EXIT STATUS is a section."""
    lines = []
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        if block.startswith("Exit status:"):
            continue
        literal = all(line.startswith("    ") for line in block.splitlines())
        lines += [".PP", ".EX", roff(block), ".EE"] if literal else [".PP", roff(block)]
    return lines


def synopsis(command):
    arguments = shown(command.get("arguments"))
    options = [a for a in arguments if a["kind"] != "positional"]
    parts = [bold(" ".join(words(command)))]
    if command.get("subcommands"):
        parts.append(italic("command") if not command.get("defaultSubcommand") else f"[{italic('command')}]")
    if options:
        parts.append(f"[{italic('options')}]")
    for argument in arguments:
        if argument["kind"] == "positional" or (argument["kind"] == "option" and not argument["isOptional"]):
            text = value_of(argument) + ("..." if argument["isRepeating"] else "")
            if argument["kind"] == "option":
                text = f"{bold(name_of(argument['preferredName']))} {text}"
            parts.append(f"[{text}]" if argument["isOptional"] else text)
    return [".SH SYNOPSIS", ".nh", ".ad l", " ".join(parts), ".ad", ".hy"]


def described(argument):
    """An argument, what it is, its values and its default, as far as the text does not state them."""
    if argument["kind"] == "positional":
        head = value_of(argument)
    else:
        head = ", ".join(bold(name_of(name)) for name in argument["names"])
        if argument["kind"] == "option":
            head += " " + value_of(argument)
    text = argument.get("abstract", "")
    if argument.get("allValues"):
        text += f" Values: {', '.join(argument['allValues'])}."
    if argument.get("defaultValue") and "Default:" not in text:
        text += f" Default: {argument['defaultValue']}."
    return [".TP", head, roff(text.strip() or "See above.")]


def options(command):
    sections = {}
    for argument in shown(command.get("arguments")):
        title = "Arguments" if argument["kind"] == "positional" else argument.get("sectionTitle") or "Options"
        sections.setdefault(title, []).append(argument)
    lines = []
    for title in sorted(sections, key=lambda title: {"Arguments": 0, "Options": 2}.get(title, 1)):
        lines += [f'.SH "{roff(title.upper())}"']
        for argument in sections[title]:
            lines += described(argument)
    return lines


def commands(command):
    lines = [".SH COMMANDS"] if command.get("subcommands") else []
    for one in shown(command.get("subcommands")):
        text = one.get("abstract", "")
        if one["commandName"] == command.get("defaultSubcommand"):
            text += " This is what is done without a command."
        lines += [".TP", bold(" ".join(words(one))), f"{roff(text)} See", f".BR {roff(page(one))} (1)."]
    return lines


def related(command, root):
    """The page above, or for the program itself none; and those below."""
    above = [] if command is root else ["-".join(words(command)[:-1])]
    pages = sorted({"waldo", *above} - {page(command)}) if command is not root else []
    pages += [page(one) for one in shown(command.get("subcommands"))]
    if not pages:
        return []
    return [".SH SEE ALSO"] + [f".BR {roff(name)} (1){',' if name != pages[-1] else ''}" for name in pages]


def written(command, root, version, date, further):
    abstract = command.get("abstract", "").rstrip(".")
    return "\n".join(
        [
            '.\\" Made of what the program says of itself; do not edit.',
            f'.TH "{page(command).upper()}" 1 "{date}" "Waldo {version}" "Waldo"',
            ".SH NAME",
            f"{roff(page(command))} \\- {roff(abstract[:1].lower() + abstract[1:])}",
            *synopsis(command),
            ".SH DESCRIPTION",
            roff(command.get("abstract", "")),
            *paragraphs(command.get("discussion", "")),
            *commands(command),
            *options(command),
            *(further if command is root else []),
            *related(command, root),
            "",
        ]
    )


def asked(waldo, *arguments):
    return subprocess.run([waldo, *arguments], check=True, capture_output=True, text=True).stdout


def completed(waldo, command):
    """A command with what the program's description lacks: which options may be without their value; and without
    `waldo help`, whose place the manual takes."""
    usage = asked(waldo, "help", *words(command)[1:])
    for argument in command.get("arguments", []):
        argument["mayLackValue"] = argument["kind"] == "option" and any(
            f"{name_of(name)} [<" in usage for name in argument["names"]
        )
    command["subcommands"] = [
        completed(waldo, one) for one in command.get("subcommands", []) if one["commandName"] != "help"
    ]
    return command


def every(command):
    yield command
    for one in shown(command["subcommands"]):
        yield from every(one)


def main():
    waldo, date, further, folder = sys.argv[1:]
    version = asked(waldo, "--version").strip()
    root = completed(waldo, json.loads(asked(waldo, "--experimental-dump-help"))["command"])
    sections = pathlib.Path(further).read_text().splitlines()
    for command in every(root):
        text = written(command, root, version, date, sections)
        (pathlib.Path(folder) / f"{page(command)}.1").write_text(text)


main()
