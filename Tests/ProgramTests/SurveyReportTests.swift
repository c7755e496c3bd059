import Foundation
import Testing
import WaldoTestSupport

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
}
