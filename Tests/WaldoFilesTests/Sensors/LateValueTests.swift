import Testing
import WaldoCore
import WaldoSurvey
import WaldoTime

@testable import WaldoFiles

/// Values that were measured before their message arrived keep their times, through any graph.
@Suite struct LateValueTests {
    /// Rows of counts, each of 5 s, with the age of the last.
    private static let burst = """
        name: Burst
        hear: { service: 57a1d000-6c1a-4f5e-9c0b-77616c646f01, notify: 57a1d001-6c1a-4f5e-9c0b-77616c646f01 }
        every: 60 s
        message:
          begins: "B"
          ends: "\\n"
          split: ","
          columns: 3
          fields:
            rows: { number: 1 }
            age: { number: 2, unit: s }
          burst: { rows: rows, most: 12, columns: 1, every: 5 s, age: age }
          row: { counts: { number: 0, unit: count } }
        streams:
          counts: { over: 5 s, every: 5 s }
        """

    private static let graph = """
        name: Counts and their sum
        in: { counts: count }
        nodes:
          now:  { rate: counts, per: 1 s }
          sum:  { integral: now, unit: count }
          high: { alarm: counts, above: 100, for: 6 s, silent: 200 s }
        out: { counts: counts, sum: sum }
        """

    private func survey() throws -> SteppedSurvey {
        let sensor = try SensorReader.sensor(from: Self.burst, file: "burst.yaml")
        return SteppedSurvey(sensor, graph: try GraphReader.graph(from: Self.graph, file: "graph.yaml"))
    }

    private func text(_ samples: [Sample]) -> [String] {
        samples.map { sample in
            let span = [sample.from, sample.to].map { "\($0.microseconds / 1_000_000)" }.joined(separator: "-")
            return "\(span): \(Int(sample.value ?? -1))"
        }
    }

    @Test func theRowsOfABurstKeepTheirTimes() throws {
        var survey = try survey()
        survey.step(.linkUp, 0)
        survey.step(.bytes(channel: 0, Array("B,3,10,5,6,7\n".utf8)), 100)
        survey.step(.end, 101)
        #expect(text(survey.found.samples(of: "counts")) == ["75-80: 5", "80-85: 6", "85-90: 7"])
        #expect(survey.found.samples(of: "sum").last?.value == 18)
        #expect(survey.machine.measurements.total == MeasurementAccount(decoded: 3))
    }

    /// The second burst was kept back by the device, and is older than the first.
    @Test func whatComesTooLateIsCounted() throws {
        var survey = try survey()
        survey.step(.bytes(channel: 0, Array("B,2,0,5,6\n".utf8)), 100)
        survey.step(.bytes(channel: 0, Array("B,3,10,1,2,3\n".utf8)), 101)
        survey.step(.bytes(channel: 0, Array("B,1,0,4\n".utf8)), 106)
        survey.step(.end, 107)
        #expect(text(survey.found.samples(of: "counts")) == ["90-95: 5", "95-100: 6", "101-106: 4"])
        let account = survey.machine.measurements.total
        #expect(account.decoded == 6 && account[.late] == 3)
        #expect(account.text == "3 measurements gave no sample: 3 that came too late")
    }

    /// The level is judged by the times of the rows, and the alarm raised when they arrive.
    @Test func anAlarmIsRaisedAtTheArrival() throws {
        var survey = try survey()
        survey.step(.linkUp, 0)
        survey.step(.bytes(channel: 0, Array("B,3,10,500,500,500\n".utf8)), 100)
        #expect(survey.found.alarms.map(\.at) == [.clockStart + .seconds(100)])
        survey.step(.bytes(channel: 0, Array("B,3,0,500,1,1\n".utf8)), 120)
        #expect(survey.found.alarms.map(\.cause) == [.above, nil])
        // Silence is counted from the arrival.
        survey.wait(until: 400)
        #expect(survey.found.alarms.last?.cause == .silent)
        #expect(survey.found.alarms.last?.at == .clockStart + .seconds(320))
    }

    /// A level that one row exceeds and the next one of the same message does not was not held.
    @Test func aRowClearsWhatTheOneBeforeBegan() throws {
        var survey = try survey()
        survey.step(.bytes(channel: 0, Array("B,4,30,500,1,500,1\n".utf8)), 100)
        survey.wait(until: 110)
        #expect(survey.found.alarms.isEmpty)
    }
}
