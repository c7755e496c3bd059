import Testing
import WaldoCore
import WaldoFiles
import WaldoTestSupport
import WaldoTime

@testable import WaldoApp

/// What an export knows of the fixes of a whole session, also of one that an earlier version has located.
@Suite struct FixQualitiesTests {
    private static let sensor = """
        name: Walker
        hear: arm
        every: 5 s
        message:
          begins: "$W,"
          ends: "\\n"
          split: ","
          columns: 4
          fields:
            latitude: { number: 1, unit: deg, range: [-90, 90] }
            longitude: { number: 2, unit: deg, range: [-180, 180] }
            hdop: { number: 3 }
          place: { latitude: latitude, longitude: longitude, accuracy: 6 m x hdop, hdop: hdop }
        streams: { hdop: {} }

        """

    private func qualities(
        _ fastest: Double?, lines: Int, hdop: String = "1.5", wrong: (Int) -> Bool
    ) throws -> FixQualities {
        let folder = try TemporaryFolder()
        let sensor = try Library(directory: nil).sensor(folder.write(Self.sensor, to: "walker.yaml")).value
        var qualities = FixQualities(sensor, LocationRules(fastest: fastest), isFile: true)
        for number in 0..<lines {
            let place = wrong(number) ? "0,0" : "50.85,4.62"
            let line = Array("$W,\(place),\(hdop)\n".utf8), time = Instant.clockStart + .seconds(Int64(number * 5))
            qualities.take(.bytes(channel: 0, line), at: time)
        }
        qualities.take(.end, at: .clockStart + .seconds(Int64(lines * 5)))
        qualities.finish()
        return qualities
    }

    private func at(_ seconds: Double) -> Instant { Instant(microseconds: Int64(seconds * 1_000_000)) }

    /// Samples of the first three lines may be final before the fourth one comes.
    @Test(arguments: [nil, 12.0]) func whatOnlyTheWholeTrackShowsIsAnOutlier(_ fastest: Double?) throws {
        let found = try qualities(fastest, lines: 61) { $0 < 3 || $0 == 30 }
        for seconds in [-2.5, 0, 7.5, 12.5, 147.5, 150, 152.5] {
            #expect(found.hasOutlier(at: at(seconds)), "\(seconds)")
        }
        for seconds in [17.5, 100, 145, 155, 300, 1_000] { #expect(!found.hasOutlier(at: at(seconds)), "\(seconds)") }
        #expect(found.quality(at: at(100))?.hdop == 1.5)
    }

    @Test func aTrackWithoutOutliersHasNone() throws {
        let found = try qualities(12, lines: 20) { _ in false }
        #expect(!(0...100).contains { found.hasOutlier(at: at(Double($0))) })
    }

    @Test func aDilutionOfZeroIsNone() throws {
        #expect(try qualities(12, lines: 5, hdop: "0") { _ in false }.quality(at: at(10)) == nil)
    }
}
