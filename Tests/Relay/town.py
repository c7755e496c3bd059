"""A town with a source in it, whose streets were walked once each: a bGeigie log, in the format that Safecast's devices write."""

SOURCE = (144.96608, -37.81166)
METRES = (87_970.0, 110_990.0)
CORNER = (144.9631, -37.8136)


def points():
    """Streets 60 m apart, a point each 7 m, in metres east and north of the corner."""
    for street in range(9):
        for step in range(69):
            yield (step if street % 2 == 0 else 68 - step) * 7.0, street * 60.0
    for street in range(9):
        for step in range(69):
            yield (8 - street) * 60.0, step * 7.0


def log(device=1200, days=("2026-11-20",)):
    """A log of one walk a day, 1242 measurements each."""
    lines, total = ["# NEW LOG", "# format=1.3.4nano", "# deadtime=off"], 0
    for day, (index, (east, north)) in ((day, each) for day in days for each in enumerate(points())):
        longitude, latitude = CORNER[0] + east / METRES[0], CORNER[1] + north / METRES[1]
        x, y = (longitude - SOURCE[0]) * METRES[0], (latitude - SOURCE[1]) * METRES[1]
        counts = round(2.8 + 24_000 / max(x * x + y * y, 25))
        total += counts
        time = f"{8 + index // 720:02}:{index // 12 % 60:02}:{index % 12 * 5:02}"
        fields = (f"BNRDD,{device},{day}T{time}Z,{counts * 12},{counts},{total},A,37{(-latitude - 37) * 60:07.4f},S,"
                  f"144{(longitude - 144) * 60:07.4f},E,20.0,A,9,110")
        check = 0
        for byte in fields.encode():
            check ^= byte
        lines.append(f"${fields}*{check:02X}\r")
    return "\n".join(lines) + "\n"
