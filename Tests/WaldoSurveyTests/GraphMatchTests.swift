import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

@testable import WaldoSurvey

/// Whether a graph takes a stream of a sensor that describes them, on a clock that the test moves.
struct GraphMatchTests {
    private let graph = Graph(
        name: "Dust",
        inputs: [
            GraphInput(name: "pm", streams: StreamPattern(["PM2.5", "*-PM2.5"]), unit: MeasureUnit("ug/m3")),
            GraphInput(name: "RH", unit: MeasureUnit("%")),
        ], outputs: [])
    private let temperature = StreamDescription(name: "AirBeam3-F", unit: "F")
    private let dust = StreamDescription(name: "AirBeam3-PM2.5", unit: "µg/m³")

    private static let sentence =
        "the graph “Dust” computes nothing: it takes `PM2.5` or `*-PM2.5` in `ug/m3`, `RH` in `%`, and the sensor has "
        + "`AirBeam3-F` in `F`; choose another graph by --graph, or name the stream in its `in`"

    @Test func aGraphWithoutAStreamIsReportedTenSecondsAfterTheFirstMessage() {
        var match = GraphMatch(graph)
        #expect(match.deadline == nil && match.problem == nil && match.advance(to: 60_000_000) == nil)
        match.add(temperature)
        match.heard(at: 5_000_000)
        match.heard(at: 9_000_000)
        #expect(!match.isMatched && match.problem == Self.sentence && match.deadline == 15_000_000)
        #expect(match.advance(to: 14_999_999) == nil)
        // A timer that is late changes nothing.
        #expect(match.advance(to: 17_000_000) == GraphMatch.Change(at: 15_000_000, problem: Self.sentence))
        #expect(match.deadline == nil && match.advance(to: 99_000_000) == nil)
    }

    @Test func aStreamThatComesLaterTakesTheReportBack() {
        var match = GraphMatch(graph)
        match.add(temperature)
        match.heard(at: 0)
        _ = match.advance(to: 10_000_000)
        match.add(dust)
        #expect(match.isMatched && match.problem == nil)
        #expect(match.advance(to: 12_000_000) == GraphMatch.Change(at: 12_000_000, problem: nil))
        #expect(match.advance(to: 13_000_000) == nil)
    }

    @Test func aStreamInTimeIsNeverReported() {
        var match = GraphMatch(graph)
        match.heard(at: 0)
        match.add(dust)
        #expect(match.isMatched && match.deadline == nil && match.advance(to: 99_000_000) == nil)
    }

    /// Nothing can be missing: the graph is fitted to what the sensor's file lists, or takes nothing.
    @Test func aGraphThatIsFittedOrHasNoInputsIsMatched() {
        let streams = [dust, StreamDescription(name: "RH", unit: "%")]
        #expect(GraphMatch(graph.fitted(to: streams), streams: streams).isMatched)
        #expect(GraphMatch(Graph.identity(for: [])).isMatched)
    }

    @Test func aStreamOfAnotherQuantityIsNone() throws {
        var match = GraphMatch(graph)
        match.add(StreamDescription(name: "AirBeam3-PM2.5", unit: "count"))
        match.heard(at: 0)
        #expect(try #require(match.problem).contains("the sensor has `AirBeam3-PM2.5` in `count`;"))
    }

    @Test func aLongListIsCut() throws {
        var match = GraphMatch(graph)
        for number in 0..<20 {
            for _ in 0..<2 { match.add(StreamDescription(name: "s\(number)")) }
        }
        match.heard(at: 0)
        let problem = try #require(match.problem)
        #expect(problem.contains("`s11`, 8 more;") && !problem.contains("`s12`"))
    }
}
