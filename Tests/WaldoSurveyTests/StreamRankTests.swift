import Testing
import WaldoCore

@testable import WaldoSurvey

/// Which stream is shown where none is named.
struct StreamRankTests {
    private func first(_ streams: [StreamDescription], _ graph: Graph? = nil) -> String? {
        StreamRank.first(of: streams, in: graph).map { streams[$0].name }
    }

    private static let levels = [0, 12, 35, 55, 150.0]
    private static let airBeam = [
        StreamDescription(name: "AirBeam3-F", quantity: "Temperature", unit: "F", thresholds: levels),
        StreamDescription(name: "AirBeam3-RH", quantity: "Humidity", unit: "%", thresholds: levels),
        StreamDescription(name: "AirBeam3-PM1", quantity: "Particulate Matter", unit: "µg/m³", thresholds: levels),
        StreamDescription(name: "AirBeam3-PM10", quantity: "Particulate Matter", unit: "µg/m³", thresholds: levels),
        StreamDescription(name: "AirBeam3-PM2.5", quantity: "Particulate Matter", unit: "µg/m³", thresholds: levels),
    ]

    @Test func fineDustComesBeforeWhatIsMeasuredBesideIt() {
        for (count, name) in [(5, "AirBeam3-PM2.5"), (4, "AirBeam3-PM10"), (3, "AirBeam3-PM1"), (2, "AirBeam3-RH")] {
            #expect(first(Array(Self.airBeam.prefix(count))) == name)
        }
        let noise = StreamDescription(name: "Phone Microphone", quantity: "Sound Level", unit: "dB")
        #expect(first([StreamDescription(name: "t", unit: "degC"), noise]) == "Phone Microphone")
    }

    /// Of the graph's results the one with thresholds: its mean.
    @Test func resultsComeBeforeWhatIsHandedOn() {
        let outputs = [
            StreamDescription(name: "now", unit: "ug/m3"),
            StreamDescription(name: "mean", unit: "ug/m3", thresholds: Self.levels),
        ]
        let graph = Graph(
            name: "", inputs: [GraphInput(name: "pm", unit: MeasureUnit("ug/m3"))],
            outputs: outputs.map { GraphOutput(description: $0, valueIndex: 0) })
        #expect(first(Self.airBeam + outputs, graph) == "mean" && first(Self.airBeam, graph) == "AirBeam3-PM2.5")
        #expect(first(Self.airBeam + [outputs[0]], graph) == "now")
    }

    @Test func dosesRatesAndSums() {
        let cpm = StreamDescription(name: "cpm", unit: "cpm"), dose = StreamDescription(name: "dose", unit: "uSv/h")
        let total = StreamDescription(name: "total", unit: "uSv"), counts = StreamDescription(name: "c", unit: "count")
        #expect(first([counts, cpm, dose, total]) == "dose" && first([counts, cpm, total]) == "cpm")
        let rate = StreamDescription(name: "rate", unit: "mR/h")
        #expect(first([cpm, rate]) == "rate" && first([]) == nil)
        let graph = Graph(
            name: "", inputs: [GraphInput(name: "dose", unit: MeasureUnit("uSv/h"))],
            nodes: [GraphNode(name: "total", kind: .integral(factor: 1), inputs: [0])],
            outputs: [GraphOutput(description: total, valueIndex: 1)])
        #expect(graph.isSum("total") && !graph.isSum("dose"))
        #expect(first([total, StreamDescription(name: "t", unit: "degC")], graph) == "t")
    }

    @Test func ofEqualOnesTheFirstIsShown() {
        #expect(first(["b", "a", "c"].map { StreamDescription(name: $0, unit: "V") }) == "b")
    }
}
