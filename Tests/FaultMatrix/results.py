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
    listed, seen, detection = {}, {}, {}
    for report in reports:
        place = report["fault"], report.get("moment")
        if "reason" in report:
            listed[place] = report["reason"]
        elif "detection" in report:
            detection[report["fault"]] = report["detection"]
        else:
            seen.setdefault(place, []).append(report)
    # In the table's order, whatever the order in which they were reported.
    notes = list(dict.fromkeys(
        listed[fault, moment] for fault in faults.values() for moment in moments.values() if (fault, moment) in listed))
    page = (HERE / "page.md").read_text()
    rows = ["| fault | known | " + " | ".join(moments.values()) + " |", "|---" * (len(moments) + 2) + "|"]
    for fault in faults.values():
        row = []
        for moment in moments.values():
            if (fault, moment) in listed:
                row.append(f"[^{notes.index(listed[fault, moment]) + 1}]")
            elif (fault, moment) in seen:
                row.append(cell(seen[fault, moment]))
            else:
                sys.exit(f"{fault} x {moment} was not reported")
        rows.append(f"| {fault} | {detection[fault]} | " + " | ".join(row) + " |")
    print(
        page.replace("{table}", "\n".join(rows))
        .replace("{notes}", "\n".join(f"[^{number}]: {note}" for number, note in enumerate(notes, 1)))
        .replace("{run}", str(len(seen))).replace("{listed}", str(len(listed)))
        .replace("{all}", str(len(faults) * len(moments))).replace("{passes}", sys.argv[2])
        .replace("{processors}", str(os.cpu_count())),
        end="",
    )


main()
