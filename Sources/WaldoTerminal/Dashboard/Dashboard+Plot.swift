import WaldoTime

/// The panel of the commands over time: where a large terminal has space for it.
extension Dashboard {
    /// The least rows of a channel, and the cells of its name.
    private static let leastRows = 2, leastName = 4, widestName = 16
    /// The span of the plot, and of a tick on it.
    static let plotSpan: TimeSpan = .seconds(20)
    private static let tick: TimeSpan = .seconds(5)

    func drawPlot(_ lines: [DashboardView.PlotLine], on canvas: inout Canvas, in rect: CellRect) {
        canvas.frame(rect, "commands, \(Self.plotSpan / .seconds(1)) s")
        let inside = rect.inside.part(from: 1, width: rect.width - 4)
        guard !lines.isEmpty else { return _ = canvas.put("nothing yet", in: inside, .faint) }
        let shown = lines.prefix(max(1, inside.height / Self.leastRows))
        let height = inside.height / shown.count
        let widest = shown.map { CellWidth.cells($0.channel) }.max() ?? 0
        let name = min(max(10, inside.width / 2), Self.widestName, max(Self.leastName, widest))
        for (index, line) in shown.enumerated() {
            let strip = inside.rows((index * height)..<((index + 1) * height))
            let word = MiddleCut.of(line.channel, cells: name, style)
            canvas.put(word, in: strip.part(from: 0, width: name), row: (height - 1) / 2)
            draw(line, on: &canvas, in: strip.part(from: name + 1, width: .max))
        }
    }

    /// Draws a channel's numbers as steps; its zero is a dotted line.
    private func draw(_ line: DashboardView.PlotLine, on canvas: inout Canvas, in rect: CellRect) {
        var sheet = BrailleCanvas(width: rect.width, height: rect.height, isBraille: style.hasBraille)
        let right = Double(sheet.columns - 1), bottom = Double(sheet.rows - 1)
        // A row of dots is left between two channels.
        let half = max(0, bottom - (style.hasBraille ? 1 : 0)) / 2
        sheet.line((0, half), (right, half), .faint, every: style.hasBraille ? 4 : 2, sign: "-")
        var ticks = Self.tick
        while ticks < Self.plotSpan {
            let x = column(ticks, right)
            sheet.line((x, max(0, half - 1)), (x, min(bottom, half + 1)), .faint, sign: "|")
            ticks = ticks + Self.tick
        }
        var last: BrailleCanvas.Spot?
        for sample in line.samples {
            let spot = (x: column(sample.before, right), y: half - sample.value.asDeflection * half)
            if let last {
                sheet.line(last, (spot.x, last.y), .good, sign: "#")
                sheet.line((spot.x, last.y), spot, .good, sign: "#")
            }
            last = spot
        }
        if let last { sheet.line(last, (right, last.y), .good, sign: "#") }
        sheet.draw(on: &canvas, in: rect)
    }

    private func column(_ before: TimeSpan, _ right: Double) -> Double {
        let part = Double(max(.zero, min(before, Self.plotSpan)).microseconds) / Double(Self.plotSpan.microseconds)
        return right * (1 - part)
    }
}
