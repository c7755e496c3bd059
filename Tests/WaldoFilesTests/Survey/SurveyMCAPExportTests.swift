import Foundation
import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoFiles

/// The messages of an exported survey; `MCAPWriterTests` has the container.
@Suite struct SurveyMCAPExportTests {
    @Test func schemasAreJSONAndNameTheirFields() throws {
        let topic = SurveyTopics.topic(of: StreamDescription(name: "a\"b", unit: "µg/m³"))
        let object = try JSONSerialization.jsonObject(with: Data(topic.schema.utf8)) as? [String: Any]
        let properties = try #require(object?["properties"] as? [String: Any])
        #expect((properties["unit"] as? [String: Any])?["const"] as? String == "µg/m³")
        #expect(object?["title"] as? String == "waldo.Sample.a\"b" && topic.name == "/sample/a\"b")
        let fix = try JSONSerialization.jsonObject(with: Data(SurveyTopics.fix.schema.utf8)) as? [String: Any]
        #expect(SurveyTopics.fix.type == "foxglove.LocationFix")
        #expect(
            Set(try #require(fix?["required"] as? [String])) == [
                "timestamp", "frame_id", "latitude", "longitude", "altitude", "position_covariance",
                "position_covariance_type",
            ])
    }

    @Test func messagesAreWhole() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/x.mcap"
        let export = try SurveyMCAPExport(path, of: SurveyFileSamples.survey)
        try export.export(SurveyFileSamples.sample(1, 0, 0.125, flags: .partial, place: SurveyFileSamples.place(0)))
        try export.export(SurveyFileSamples.sample(1, 1, nil, place: SurveyFileSamples.place(0)))
        try export.export(SurveyFileSamples.sample(1, 2, 3, place: Place(system: .arm, x: 0.1, y: 0.2)))
        var timeless = SurveyFileSamples.sample(1, 3, 3, place: nil)
        timeless.utc = nil
        try export.export(timeless)
        let place = Place(x: 1, y: 2, z: 3)
        try export.export(Fix(source: .gpsd, at: .clockStart, place: place), utc: SurveyFileSamples.start)
        try export.export(
            Fix(source: .gpsd, at: .clockStart, place: place, isValid: false), utc: SurveyFileSamples.start)
        try export.finish()
        // The fix of the first place, three samples, the fix.
        #expect(export.messages == 5 && export.leftOut == 2)
        let text = String(decoding: try SurveyFileSamples.bytes(path), as: UTF8.self)
        for message in [
            #"{"timestamp":{"sec":1795245304,"nsec":500000000},"sequence":0,"value":0.125,"low":-0.375,"high":0.625,"#
                + #""unit":"uSv/h","exposure":5,"flags":"partial","longitude":136.162815,"latitude":34.482715,"#
                + #""height":572.25,"accuracy":3.5}"#,
            #""sequence":1,"value":null,"unit""#, #""flags":"","x":0.1,"y":0.2}"#,
            #"{"timestamp":{"sec":1795245304,"nsec":500000000},"frame_id":"sensor","latitude":34.482715,"#
                + #""longitude":136.162815,"altitude":572.25,"position_covariance":[12.25,0,0,0,12.25,0,0,0,49],"#
                + #""position_covariance_type":1}"#,
            #""latitude":2,"longitude":1,"altitude":3,"position_covariance":[0,0,0,0,0,0,0,0,0],"#
                + #""position_covariance_type":0}"#,
        ] { #expect(text.contains(message), "\(message)") }
    }
}
