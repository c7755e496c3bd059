"""The corpus: its entries, and the copies of it in which they run."""

import glob
import gzip
import hashlib
import os
import re
import shlex
import shutil
import subprocess

import contents

FOLDER = os.path.dirname(os.path.abspath(__file__))
PARTS = ["recordings", "surveys", "files", "faults", "relay"]
# A longer text is stated by its hash.
MOST_CHARACTERS = 4000
# What is in these files depends on the time, on random numbers or on the program's version; commands say what they hold.
UNSTATED = (".gpkg", ".gpkg-wal", ".gpkg-shm", ".relay", ".relay-wal", ".relay-shm", ".mcap")


def entries(kind):
    """The entries of a manifest: name, and commands. `[NAME PATTERN]` is an entry for each file of the pattern, whose name
    follows NAME; `{}` is its path in the commands, `{name}` that without its extension."""
    with open(os.path.join(FOLDER, kind + ".txt")) as file:
        blocks = re.split(r"^\[(.*)\]\n", file.read(), flags=re.MULTILINE)[1:]
    for heading, text in zip(blocks[::2], blocks[1::2]):
        name, *patterns = heading.split()
        commands = [line for line in text.split("\n") if line and not line.startswith("#")]
        if not patterns:
            yield name, commands
        for path in sorted(path for pattern in patterns for path in glob.glob(pattern, root_dir=FOLDER)):
            path = path.removesuffix(".gz")
            plain = os.path.splitext(path)[0]
            yield (f"{name}/{path.split('/', 1)[1]}",
                   [command.replace("{name}", plain).replace("{}", path) for command in commands])


class Scratch:
    """A folder with copies of the files that commands name, and of those beside them: logs of SQLite, ledgers."""

    def __init__(self, folder, programs, commands):
        self.folder, self.programs = folder, programs
        os.makedirs(f"{folder}/home")
        named = {os.path.normpath(word) for command in commands for word in shlex.split(command)}
        for part in PARTS:
            for place, _, names in os.walk(os.path.join(FOLDER, part)):
                for name in names:
                    source = os.path.join(place, name)
                    target = os.path.relpath(source, FOLDER).removesuffix(".gz")
                    if {target, os.path.splitext(target)[0] + ".gpkg", os.path.dirname(target)} & named:
                        self.unpack(source, os.path.join(folder, target))
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith(("WALDO", "XDG", "PG"))}
        self.environment |= {"HOME": f"{folder}/home"}
        self.seen = self.files()

    @staticmethod
    def unpack(source, target):
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with (gzip.open if source.endswith(".gz") else open)(source, "rb") as packed, open(target, "wb") as file:
            shutil.copyfileobj(packed, file)

    def files(self):
        """All files, by their paths, with what tells whether one has changed."""
        found = {}
        for place, _, names in os.walk(self.folder):
            for name in names:
                path = os.path.join(place, name)
                if not path.endswith(("-wal", "-shm")):
                    found[os.path.relpath(path, self.folder)] = (os.stat(path).st_mtime_ns, os.stat(path).st_size)
        return found

    def run(self, commands, words=None):
        """Runs the commands in turn; what they say."""
        return "".join(self.said(command, words or {}) for command in commands)

    def said(self, command, words):
        program, *arguments = [words.get(word, word) for word in shlex.split(command)]
        if program in self.programs:
            done = subprocess.run([self.programs[program], *arguments], cwd=self.folder, env=self.environment,
                                  stdin=subprocess.DEVNULL, capture_output=True, timeout=120)
            out, errors, status = done.stdout, done.stderr, done.returncode
        else:
            out, errors, status = contents.COMMANDS[program](self.folder, *arguments).encode(), b"", 0
        lines = [f"$ {command}"] + stated("| ", self.plain(out, words)) + stated("! ", self.plain(errors, words))
        lines.append(f"= {status}")
        return "\n".join([*lines, *self.written(words)]) + "\n\n"

    def plain(self, data, words):
        """A text without the three things that vary: today's date in a report, this folder, and the services' addresses."""
        text = data.decode(errors="backslashreplace")
        text = re.sub(r"(Survey report, )\d{4}-\d\d-\d\d", r"\1DATE", text).replace(self.folder + "/", "")
        for name, word in words.items():
            text = text.replace(word, name)
        return text

    def written(self, words):
        """What of the files has changed."""
        before, self.seen = self.seen, self.files()
        for path in sorted(self.seen):
            if before.get(path) == self.seen[path]:
                continue
            if path.endswith(UNSTATED):
                yield f"+ {path}"
                continue
            with open(os.path.join(self.folder, path), "rb") as file:
                data = file.read()
            if b"\0" in data:
                yield f"+ {path}: {len(data)} bytes, SHA-256 {hashlib.sha256(data).hexdigest()}"
                continue
            yield f"+ {path}:"
            yield from stated("  ", self.plain(data, words))
        yield from (f"- {path}" for path in sorted(set(before) - set(self.seen)))


def stated(mark, text):
    """A text as lines with a mark; a long one as its length and its hash."""
    if not text:
        return []
    lines = text.split("\n")
    if len(text) > MOST_CHARACTERS:
        digest = hashlib.sha256(text.encode()).hexdigest()
        return [mark + f"({len(lines) - 1} lines, {len(text)} characters, SHA-256 {digest})"]
    ending = [] if lines[-1] == "" else ["\\ no newline at the end"]
    return [mark + line for line in (lines if ending else lines[:-1])] + ending
