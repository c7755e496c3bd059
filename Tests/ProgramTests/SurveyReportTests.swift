import Foundation
import Testing
import WaldoTestSupport
import WaldoTesting

/// `waldo survey report` as users run it.
@Suite(.onLoop, .serialized) struct SurveyReportTests {
    private let files: SurveyFiles

    init() throws { files = try SurveyFiles() }

    private func importWalk() async throws {
        let walk = try files.writeWalk(lines: 100)
        // Ten lines are missing in the middle, and one is damaged.
        var lines = walk.split(separator: "\r\n", omittingEmptySubsequences: false)
        lines.removeSubrange(60..<70)
        lines[30] = "garbage <b>&"
        try Data(lines.joined(separator: "\r\n").utf8).write(to: URL(filePath: files.path("walk.LOG")))
        let found = try await files.survey(
            "import", "walk.LOG", "--to", "s.gpkg", "--title", "A <walk> & more", "--tag", "lake")
        #expect(found.status == 0)
        #expect(try await files.survey("note", "s.gpkg", "rain from 11 on").status == 0)
    }

    @Test func theTextHasWhatOneHandsIn() async throws {
        try await importWalk()
        let found = try await files.survey("report", "s.gpkg")
        #expect(found.status == 0 && found.errors == [])
        let text = found.lines.joined(separator: "\n")
        for part in [
            "A <walk> & more", "2024-03-01 00:00:00 UTC", "2735", "Safecast bGeigie (bgeigie)", "lnd7317", "lake",
            "message (89 fixes)", "dead time 113 µs", "Safecast bGeigieNanoKit", "Cs-137",
            "no message in the sensor's interval", "unknown message format", "Every byte is accounted for",
            "rain from 11 on", "samples have a place, accurate to", "0.2.0",
        ] {
            #expect(text.contains(part), "\(part) in\n\(text)")
        }
        // 89 bins of 5 s: 100 lines less ten and one, which stands behind three of the header and thirty others.
        #expect(text.contains("7 min 25 s"))
        let gap = try #require(found.lines.first { $0.contains("no message in the sensor's interval") })
        #expect(gap.split(separator: " ").last == "11")
        let reject = try #require(found.lines.first { $0.contains("unknown message format") })
        #expect(reject.split(separator: " ").last == "34")
    }

    @Test func thePageNeedsNothingElse() async throws {
        try await importWalk()
        #expect(try await files.survey("report", "s.gpkg", "--html", "r.html").lines == ["r.html: written"])
        let page = String(decoding: try files.contents("r.html"), as: UTF8.self)
        #expect(page.hasPrefix("<!DOCTYPE html>") && page.contains("<h1>A &lt;walk&gt; &amp; more</h1>"))
        #expect(page.contains("<svg ") && page.contains(">N</text>") && page.contains("µSv/h"))
        for outside in ["http", "src=", "href=", "url(", "@import", "<script", "<b>"] {
            #expect(!page.contains(outside), "\(outside)")
        }
        for tag in ["section", "table", "tr", "td", "dl", "svg", "g", "figure", "p"] {
            let opened = page.components(separatedBy: "<\(tag)>").count + page.components(separatedBy: "<\(tag) ").count
            #expect(opened - 1 == page.components(separatedBy: "</\(tag)>").count, "\(tag)")
        }
        let again = try await files.survey("report", "s.gpkg", "--html", "r.html")
        #expect(again.status == 74 && again.errors.joined().contains("never overwritten"))
    }

    /// A logger that is switched on again with its clock set: its lines are not in the order of their dates. Where
    /// nothing says that it was, the dates that the others contradict are not believed, and count for neither.
    @Test(arguments: [("# NEW LOG\r\n", "2024-03-11 00:00:45 UTC"), ("", "2024-03-06 00:02:25 UTC")])
    func begunAndEndedAreTheEarliestAndTheLatestTime(_ header: String, _ end: String) async throws {
        let walk = try files.writeWalk(lines: 30).split(separator: "\r\n", omittingEmptySubsequences: false)
        let dated = walk.enumerated().map { place, line in
            (place == 10 || place == 20 ? header : "")
                + line.replacing(
                    "2024-03-01T", with: place < 10 ? "2024-03-11T" : place < 20 ? "2024-03-01T" : "2024-03-06T")
        }
        try files.folder.write(dated.joined(separator: "\r\n"), to: "walk.LOG")
        _ = try await files.survey("import", "walk.LOG", "--to", "s.gpkg")
        let report = try await files.survey("report", "s.gpkg").lines
        #expect(fact("Begun", report) == "2024-03-01 00:00:50 UTC", "\(report)")
        #expect(fact("Ended", report) == end, "\(report)")
    }

    private func fact(_ name: String, _ lines: [String]) -> String? {
        lines.first { $0.hasPrefix("  \(name) ") }.map { String($0.dropFirst(2 + name.count).drop { $0 == " " }) }
    }

    @Test func aWalkOverTheAntimeridianReachesAsFarAsItWent() async throws {
        let lines = (0..<40).map { line in
            // Thousandths of a minute east of 179° 59'.
            let east = 985 + line, place = "17959.\(String(format: "%03d", east < 1_000 ? east : 2_000 - east - 1))"
            let time = String(format: "%02d:%02d", line / 12, line % 12 * 5)
            return checkedSentence(
                "BNRDD,2735,2024-03-01T00:\(time)Z,30,3,\(line),A,1648.0000,S,\(place),\(east < 1_000 ? "E" : "W"),1,A,8,90"
            )
        }
        try files.folder.write(lines.joined(separator: "\r\n"), to: "a.LOG")
        _ = try await files.survey("import", "a.LOG", "--to", "a.gpkg")
        let extent = fact("Extent", try await files.survey("report", "a.gpkg").lines) ?? ""
        #expect(
            extent.hasPrefix("latitude -16.80000°, longitude 179.999") && extent.contains(" to -179.999"), "\(extent)")
    }

    /// A line feed, a separator of lines and the beginning of a terminal's sequence.
    @Test func aTitleBreaksNoLineOfAnyOutput() async throws {
        try files.writeWalk(lines: 20)
        let title = "one\ntwo\u{2028}three\r\u{1b}[31mfour"
        let imported = try await files.survey("import", "walk.LOG", "--to", "s.gpkg", "--title", title)
        var all = imported.lines + imported.errors
        for arguments in [
            ["list", "s.gpkg"], ["show", "s.gpkg"], ["report", "s.gpkg"], ["process", "s.gpkg"],
            ["process", "s.gpkg", "--verify"], ["check", "s.gpkg"], ["tag", "s.gpkg", "a\nb"],
            ["note", "s.gpkg", "a\nb"],
            ["report", "s.gpkg", "--html", "r.html"], ["map", "s.gpkg", "--svg", "m.svg", "--png", "m.png"],
            ["export", "s.gpkg", "--survey", "9", "--csv", "no.csv"],
            [
                "export", "s.gpkg", "--csv", "x.csv", "--gpx", "x.gpx", "--geojson", "x.geojson", "--aircasting",
                "a.csv",
            ],
            ["prune", "s.gpkg", "--survey", "1"], ["delete", "s.gpkg", "--survey", "1"], ["list", "s.gpkg"],
        ] {
            let found = try await files.survey(arguments)
            all += found.lines + found.errors
        }
        // A line that begins within the title would be one of these.
        for line in all {
            #expect(!line.hasPrefix("two") && !line.hasPrefix("three") && !line.hasPrefix("b”"), "\(line)")
            #expect(
                line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f && $0.value != 0x2028 }, "\(line)"
            )
        }
        for name in ["r.html", "m.svg", "x.gpx", "x.geojson", "a.csv", "x.csv"] {
            let text = String(decoding: try files.contents(name), as: UTF8.self)
            let lines = text.utf8.split { $0 == 0x0a || $0 == 0x0d }
            #expect(!lines.contains { $0.starts(with: "two".utf8) || $0.starts(with: "three".utf8) }, "\(name)")
            #expect(!text.contains("\u{1b}"), "\(name)")
            // In JSON it is a character as any other.
            #expect(name == "x.geojson" || !text.contains("\u{2028}"), "\(name)")
        }
        let table = String(decoding: try files.contents("a.csv"), as: UTF8.self).split(separator: "\n")
        // Nine lines of headings; each row begins with its number.
        #expect(table.dropFirst(9).enumerated().allSatisfy { $0.element.hasPrefix("\($0.offset + 1),") })
    }
}
