#!/usr/bin/env python3
"""What has changed in the golden recordings since a commit, beside headers, notify lines and lines that were cut off.

    Tests/ProgramTests/Recordings/differences.py [COMMIT]      by default HEAD

A header holds the texts of the arm's and the mapping's file, and a notify line what a shield said: neither changes what goes
on the wire. A recording that NAME.rest stands beside is cut off; its checksum stands for the lines behind. Exit status 1 when
anything else has changed, or a recording is gone.
"""
import pathlib
import subprocess
import sys
import zlib

folder = pathlib.Path(__file__).resolve().parent


def git(*arguments: str) -> bytes:
    return subprocess.run(["git", "-C", folder, *arguments], check=True, stdout=subprocess.PIPE).stdout


def steps(lines: list[str]) -> list[str]:
    return [line for line in lines[1:] if '"event":"notify"' not in line]


def difference(old: str, new: pathlib.Path) -> str | None:
    before, after = old.splitlines(), new.read_text().splitlines()
    rest = new.with_suffix(".rest")
    if rest.exists() and len(before) > len(after):
        cut = "".join(line + "\n" for line in before[len(after):]).encode()
        said = f"{len(before) - len(after)} more lines, CRC-32 {zlib.crc32(cut):x}\n"
        if said != rest.read_text():
            return f"behind line {len(after)}: {rest.read_text().strip()}, before {said.strip()}"
        before = before[:len(after)]
    for number, (was, is_now) in enumerate(zip(steps(before), steps(after)), 2):
        if was != is_now:
            return f"step {number}: {is_now}, before {was}"
    if len(steps(before)) != len(steps(after)):
        return f"{len(steps(after))} steps, before {len(steps(before))}"
    return None


def main() -> int:
    commit = sys.argv[1] if len(sys.argv) > 1 else "HEAD"
    names = git("ls-tree", "--name-only", commit, "./").decode().split()
    recordings = [name for name in names if name.endswith(".jsonl")]
    failed = 0
    for name in recordings:
        path = folder / name
        problem = difference(git("show", f"{commit}:./{name}").decode(), path) if path.exists() else "is gone"
        if problem:
            failed += 1
            print(f"{name}: {problem}")
    print(f"{len(recordings)} recordings compared with {commit}, {failed} differ")
    return failed > 0


sys.exit(main())
