import Testing
import WaldoCore
import WaldoSurvey
import WaldoTime

@testable import WaldoFiles

/// Lines of a log that are there twice, through a survey's machine.
struct RepeatedLineTests {
    private static let counter = """
        name: Counter
        hear: file
        every: 5 s
        message:
          begins: "$C,"
          ends: "\\n"
          split: ","
          columns: 2
          fields:
            counts: { number: 1, unit: count }
        streams:
          counts: { over: 5 s }

        """

    private static let graph = """
        name: Sum
        in: { counts: count }
        nodes:
          now: { rate: counts, per: 1 s }
          sum: { integral: now, unit: count }
        out: { counts: counts, sum: sum }

        """

    /// Ten lines of three counts, with a pause of 65 s before the fifth; the sixth is there three times. Each line
    /// counts once, whatever was missing; runs of the first edition and live ones count two copies more.
    @Test(arguments: [(true, 2, 10), (true, 1, 12), (false, 2, 12)] as [(Bool, Int, Int)])
    func countsCountOnce(_ isFile: Bool, _ edition: Int, _ counted: Int) throws {
        let sensor = try SensorReader.sensor(from: Self.counter, file: "counter.yaml")
        let graph = try GraphReader.graph(from: Self.graph, file: "graph.yaml").fitted(to: sensor.descriptions)
        var survey = SteppedSurvey(sensor)
        survey.machine = SurveyMachine(sensor, graph: graph, rules: LocationRules(edition: edition), isFile: isFile)
        for number in 0..<10 {
            for _ in 0..<(number == 5 ? 3 : 1) {
                let second = Double(number * 5 + (number > 3 ? 65 : 0))
                survey.step(.bytes(channel: 0, Array("$C,3\n".utf8)), second)
            }
        }
        survey.step(.end, 200)
        #expect(survey.found.samples(of: "counts").count == counted)
        #expect(survey.found.samples(of: "sum").last?.value == Double(3 * counted))
        #expect(survey.machine.measurements.total[.counted] == 12 - counted)
    }
}
