import Glibc
import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoFiles

/// A folder into which a test exports samples as a bGeigie's log.
struct BGeigieExported {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Returns the lines of the log, and what it leaves out.
    func export(
        _ samples: [Sample], of survey: ExportedSurvey = SurveyFileSamples.survey,
        rules: BGeigieRules = BGeigieRules(), satellites: Int? = nil, hdop: Double? = nil,
        isLog: Bool = false
    ) throws -> (lines: [String], leftOut: BGeigieRules.LeftOut) {
        let path = folder.path + "/x.log"
        defer { unlink(path) }
        let export = try BGeigieExport(path, of: survey, rules: rules)
        let moment = SurveyFileSamples.moments(of: samples, satellites: satellites, hdop: hdop)
        export.beginRun(isLog: isLog)
        for sample in samples { try export.export(sample, at: moment) }
        try export.endRun(at: moment)
        try export.finish()
        let bytes = try SurveyFileSamples.bytes(path)
        for (place, byte) in bytes.enumerated() where byte == 0x0a { #expect(bytes[place - 1] == 0x0d) }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").map(String.init)
        #expect(lines.count == export.rows + 3)
        return (lines, export.leftOut)
    }
}
