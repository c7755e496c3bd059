#!/usr/bin/python3
"""Makes the fault matrix's page out of what its cells have reported: results.py REPORT PASSES >README.md"""

import json
import os
import pathlib
import re
import statistics
import sys

HERE = pathlib.Path(__file__).parent


def names(file):
    """An enum's cases and their raw values, in order."""
    return dict(re.findall(r'case (\w+) = "(.*)"', (HERE / "Table" / file).read_text()))


def reasons(faults, moments):
    """Why cells cannot be, as the table in Cell.swift says."""
    text = (HERE / "Table" / "Cell.swift").read_text()
    found = {}
    for pairs, reason in re.findall(r'case ([^"]*?):\s+\.cannot\(\s*"(.*?)"\)', text, re.S):
        for fault, moment in re.findall(r"\(\.(\w+), \.(\w+)\)", pairs):
            found[faults[fault], moments[moment]] = reason
    return found


def milliseconds(microseconds):
    return f"{microseconds / 1000:.0f}" if microseconds >= 9500 else f"{microseconds / 1000:.1f}"


def cell(reports):
    outcomes = sorted({report["outcome"] for report in reports})
    times = [report["us"] for report in reports if report["us"] is not None]
    text = " or ".join(outcomes)
    if times:
        text += f"<br>{milliseconds(statistics.median(times))} / {milliseconds(max(times))}"
    return text


def main():
    reports = [json.loads(line) for line in open(sys.argv[1])]
    faults, moments = names("Fault.swift"), names("Moment.swift")
    listed = reasons(faults, moments)
    seen = {}
    for report in reports:
        seen.setdefault((report["fault"], report["moment"]), []).append(report)
    notes = list(dict.fromkeys(listed.values()))
    page = (HERE / "page.md").read_text()
    rows = ["| fault | " + " | ".join(moments.values()) + " |", "|---" * (len(moments) + 1) + "|"]
    for fault in faults.values():
        row = []
        for moment in moments.values():
            if (fault, moment) in listed:
                row.append(f"[^{notes.index(listed[fault, moment]) + 1}]")
            elif (fault, moment) in seen:
                row.append(cell(seen[fault, moment]))
            else:
                sys.exit(f"{fault} x {moment} was not reported")
        rows.append(f"| {fault} | " + " | ".join(row) + " |")
    print(
        page.replace("{table}", "\n".join(rows))
        .replace("{notes}", "\n".join(f"[^{number}]: {note}" for number, note in enumerate(notes, 1)))
        .replace("{run}", str(len(seen))).replace("{listed}", str(len(listed)))
        .replace("{all}", str(len(faults) * len(moments))).replace("{passes}", sys.argv[2])
        .replace("{processors}", str(os.cpu_count())),
        end="",
    )


main()
