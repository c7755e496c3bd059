import Foundation
import Testing
import WaldoCore
import WaldoTestSupport

@testable import WaldoSurvey

struct GraphUnitTests {
    @Test(
        arguments: [
            ("cpm", "cps", 1.0 / 60), ("cps", "cpm", 60), ("count/min", "cpm", 1), ("kcps", "cps", 1000),
            ("uSv/h", "mSv/h", 0.001), ("Sv", "uSv", 1e6), ("uSv/h.s", "uSv", 1.0 / 3600), ("µg/m³", "ug/m3", 1),
            ("μg/m^3", "mg/m3", 0.001), ("hPa", "Pa", 100), ("mV", "V", 0.001), ("min", "s", 60), ("h", "min", 60),
            ("ms", "s", 0.001), ("%", "", 0.01), ("ppm", "%", 0.0001), ("1/min", "Hz", 1.0 / 60), ("s-1", "Hz", 1),
            ("count.s-1", "cps", 1), ("km/h", "m/s", 1 / 3.6), ("L", "m3", 0.001), ("mrem", "uSv", 10), ("W", "V.A", 1),
            ("degC", "degC", 1), ("dBFS", "dBFS", 1), ("d", "h", 24), ("m2/m", "m", 1), ("MBq", "kBq", 1000),
            ("degrees of something", "degrees of something", 1), ("m/m", "", 1), ("counts", "count", 1),
            ("micrograms per cubic meter", "ug/m3", 1), ("microgram per cubic meter", "mg/m3", 0.001),
            ("percent", "%", 1), ("Percent", "", 0.01), ("degrees Fahrenheit", "degF", 1), ("fahrenheit", "°F", 1),
            ("degrees Celsius", "Celsius", 1), ("kelvin", "K", 1), ("decibels", "dB", 1), (" DECIBELS ", "dB", 1),
            ("parts per billion", "ppm", 0.001), ("parts per million", "ppm", 1), ("counts per minute", "cpm", 1),
            ("counts per second", "cpm", 60), ("microsieverts per hour", "mSv/h", 0.001),
        ] as [(String, String, Double)])
    func convert(_ from: String, _ to: String, _ factor: Double) {
        #expect(isNear(MeasureUnit(from).factor(to: MeasureUnit(to)), factor), "\(from) \(to)")
    }

    @Test(arguments: [
        ("uSv/h", "uSv"), ("cps", "Hz"), ("Sv", "Gy"), ("degC", "deg"), ("degC", "K"), ("count", ""), ("m", "min"),
        ("Pa", "pA"), ("dBFS", "dB"), ("uSv/h", "uSv/hr"), ("mm", "Mm2"), ("Bq", "cps"), ("a b", "a c"),
        ("degrees Fahrenheit", "degrees Celsius"), ("percent of", "%"), ("kelvin/s", "K/s"), ("F", "degF"),
    ])
    func otherQuantitiesAreNotConverted(_ from: String, _ to: String) {
        #expect(MeasureUnit(from).factor(to: MeasureUnit(to)) == nil)
    }

    @Test func theDocumentationListsTheUnitsThatAreKnown() throws {
        let page =
            #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" } + "/Mappings/graphs/README.md"
        let text = try String(contentsOf: URL(filePath: page), encoding: .utf8)
        let section = try #require(text.components(separatedBy: "\n## ").first { $0.hasPrefix("Units\n") })
        let lines = section.components(separatedBy: "\n")
        func names(_ text: String) -> [String] {
            text.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        }
        let rows = lines.filter { $0.hasPrefix("| `") }.map { $0.components(separatedBy: " |") }
        #expect(rows.map { names($0[0]) } == MeasureUnit.knownNames.map(\.names))
        #expect(rows.map { $0[2] == " yes" } == MeasureUnit.knownNames.map(\.allowsPrefix))
        let prefixes = try #require(lines.first { $0.hasPrefix("Prefixes: ") })
        // The micro sign has two code points.
        let known = MeasureUnit.knownPrefixes.map { $0 == "\u{3bc}" ? "\u{b5}" : $0 }
        #expect(Set(names(prefixes)) == Set(known))
    }

    @Test func theTextStaysAsItIsWritten() {
        #expect(MeasureUnit(" µg/m³ ").text == "µg/m³")
        #expect(MeasureUnit("µg/m³") == MeasureUnit("ug/m3"))
        #expect(MeasureUnit("uSv/h") != MeasureUnit("mSv/h"))
        let words = MeasureUnit("Micrograms per cubic meter")
        #expect(words.text == "Micrograms per cubic meter" && words.symbol == "ug/m3" && words.isKnown)
        #expect(MeasureUnit("mV").symbol == "mV" && MeasureUnit("").symbol == "")
        #expect(MeasureUnit("uSv/h").isKnown && !MeasureUnit("uSv/hr").isKnown && !MeasureUnit("//").isKnown)
    }

    @Test func dosesAndRates() {
        #expect(["Sv", "mGy", "uR", "mrem"].allSatisfy { MeasureUnit($0).isDose && MeasureUnit($0 + "/h").isDoseRate })
        #expect(["cps", "cpm", "count/h", "counts per minute"].allSatisfy { MeasureUnit($0).isCountRate })
        for unit in ["", "count", "ug/m3", "ug/m3.h", "own", "Sv/h/h"] {
            let unit = MeasureUnit(unit)
            #expect(!unit.isDose && !unit.isDoseRate && !unit.isCountRate, "\(unit.text)")
        }
    }

    /// Whatever a sensor calls its unit is taken.
    @Test func anyTextIsAUnit() {
        var generator = SeededGenerator(1)
        let pieces = ["/", ".", "*", "^", "-", "2", "³", "m", "µ", "T", "Sv", " ", "%", "é", "999", "1", "\u{0}", "W"]
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...12, using: &generator)
            let unit = MeasureUnit((0..<count).map { _ in pieces.randomElement(using: &generator)! }.joined())
            #expect(unit.factor(to: unit) == 1)
        }
    }
}
