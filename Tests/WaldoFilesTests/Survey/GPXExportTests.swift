import Foundation
import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport

@testable import WaldoFiles

@Suite struct GPXExportTests {
    @Test func aSegmentForEachRunAndAPointForEachPlace() throws {
        let folder = try TemporaryFolder()
        var survey = SurveyFileSamples.survey
        survey.title = "<a> & \"b\"\u{7}"
        let export = try GPXExport(folder.path + "/x.gpx", of: survey)
        try export.export(SurveyFileSamples.sample(0, 0, 11, flags: .gap, place: SurveyFileSamples.place(0)))
        try export.export(SurveyFileSamples.sample(1, 0, nil, place: SurveyFileSamples.place(0)))
        try export.beginRun()
        try export.beginRun()
        try export.export(SurveyFileSamples.sample(1, 1, 0.5, place: nil))
        try export.export(SurveyFileSamples.sample(1, 2, 0.5, place: Place(x: 180, y: -3)))
        try export.export(SurveyFileSamples.sample(1, 3, 0.5, place: Place(x: 18, y: -3)), isTrusted: false)
        try export.finish()
        #expect(export.points == 2 && export.leftOut == 1 && export.untrusted == 1)
        #expect(
            try SurveyFileSamples.lines(folder.path + "/x.gpx").dropFirst(2).joined(separator: "\n") == """
                <trk><name>&lt;a&gt; &amp; &quot;b&quot; </name><src>5002</src>
                <trkseg>
                <trkpt lat="34.482715" lon="136.162815"><ele>572.25</ele><time>2026-11-21T07:15:04.500000Z</time>\
                <extensions><w:sample stream="counts" value="11" unit="count" flags="gap"/>\
                <w:sample stream="dose" unit="uSv/h" flags=""/></extensions></trkpt>
                </trkseg>
                <trkseg>
                <trkpt lat="-3" lon="-180"><time>2026-11-21T07:15:14.500000Z</time>\
                <extensions><w:sample stream="dose" value="0.5" unit="uSv/h" flags=""/></extensions></trkpt>
                </trkseg>
                </trk></gpx>
                """)
    }
}
