import WaldoCore

/// A report as one HTML file that needs nothing else.
enum ReportPage {
    private static let style = """
        :root { color-scheme: light; }
        body { font: 10.5pt/1.45 "DejaVu Sans", "Helvetica Neue", Arial, sans-serif; color: #1a1a1a; background: #fff;
          max-width: 46rem; margin: 2.2rem auto; padding: 0 1.2rem; }
        h1 { font-size: 1.55rem; line-height: 1.2; margin: 0 0 .2rem; overflow-wrap: anywhere; }
        header { border-bottom: 2px solid #1a1a1a; padding-bottom: .7rem; margin-bottom: 1rem; }
        header p { margin: 0; color: #444; }
        h2 { font-size: 1.02rem; margin: 1.5rem 0 .4rem; border-bottom: 1px solid #bbb; padding-bottom: .15rem;
          break-after: avoid; }
        section { break-inside: avoid-page; }
        dl { display: grid; grid-template-columns: 9.5rem 1fr; gap: .12rem .8rem; margin: 0; }
        dt { color: #555; } dd { margin: 0; overflow-wrap: anywhere; }
        table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; margin: .3rem 0; }
        th, td { text-align: left; padding: .16rem .7rem .16rem 0; border-bottom: 1px solid #e2e2e2; vertical-align: top;
          overflow-wrap: anywhere; }
        th { font-weight: 600; color: #444; border-bottom: 1px solid #888; }
        .n { text-align: right; white-space: nowrap; } .n + :not(.n) { padding-left: .8rem; }
        p { margin: .3rem 0; } .warning { border-left: 4px solid #b00020; padding-left: .6rem; font-weight: 600; }
        figure { margin: .4rem 0; } figcaption { color: #555; font-size: .9em; }
        svg { width: 100%; height: auto; display: block; } svg text { font-size: 11px; fill: #1a1a1a; }
        svg .name { font-weight: 600; }
        .frame { fill: #f6f7f8; stroke: #999; } .plate { fill: #fff; opacity: .8; }
        .line { fill: none; stroke: #1a1a1a; stroke-width: 1.6; } .arrow { fill: #1a1a1a; }
        @page { size: A4; margin: 18mm; }
        @media print { body { margin: 0; padding: 0; max-width: none; font-size: 9.5pt; } }
        """

    /// The page.
    static func html(_ report: ReportDocument) -> String {
        var text = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(MarkupText.escaped(report.title))</title>
            <style>
            \(style)
            </style>
            </head>
            <body>
            <header>
            <h1>\(MarkupText.escaped(report.title))</h1>
            <p>\(MarkupText.escaped(report.subtitle))</p>
            </header>

            """
        for section in report.sections {
            text += "<section>\n<h2>\(MarkupText.escaped(section.title))</h2>\n"
            text += section.blocks.map(html).joined()
            text += "</section>\n"
        }
        return text + "</body>\n</html>\n"
    }

    private static func html(_ block: ReportDocument.Block) -> String {
        switch block {
        case .facts(let facts):
            let rows = facts.map { "<dt>\(MarkupText.escaped($0.name))</dt><dd>\(MarkupText.escaped($0.value))</dd>\n" }
            return "<dl>\n\(rows.joined())</dl>\n"
        case .table(let header, let numbers, let rows):
            func cells(_ row: [String], _ tag: String) -> String {
                row.enumerated().map { index, cell in
                    "<\(tag)\(numbers.contains(index) ? " class=\"n\"" : "")>\(MarkupText.escaped(cell))</\(tag)>"
                }.joined()
            }
            return "<table>\n<thead><tr>\(cells(header, "th"))</tr></thead>\n<tbody>\n"
                + rows.map { "<tr>\(cells($0, "td"))</tr>\n" }.joined() + "</tbody>\n</table>\n"
        case .sentence(let text, let isWarning):
            return "<p\(isWarning ? " class=\"warning\"" : "")>\(MarkupText.escaped(text))</p>\n"
        case .map(let map, let caption):
            return "<figure>\n\(map.svg)<figcaption>\(MarkupText.escaped(caption))</figcaption>\n</figure>\n"
        }
    }
}
