import Testing
import WaldoMap

@testable import WaldoApp

/// What is received on a route, and what it is called.
@Suite struct RouteQuantityTests {
    @Test(
        arguments: [
            ("uSv/h", 1, "uSv", "dose"), ("mR/h", 1, "mR", "dose"), ("cps", 3_600, "count", "exposure"),
            ("cpm", 60, "count", "exposure"), ("counts per minute", 60, "count", "exposure"),
            ("ug/m3", 1, "ug/m3.h", "exposure"), ("micrograms per cubic meter", 1, "ug/m3.h", "exposure"),
            ("", 1, "h", "exposure"), ("own", 1, "own.h", "exposure"),
        ] as [(String, Double, String, String)])
    func onlyADoseIsCalledOne(_ unit: String, _ factor: Double, _ received: String, _ quantity: String) {
        let rate = HourlyRate(unit)
        #expect(rate.factor == factor && rate.unit == received)
        let table = RouteTable([], RouteWeights(), stream: "stream", unit: rate.unit)
        #expect(table.lines[0].split(separator: " ") == ["length", "time", Substring(quantity), "saving"])
        #expect(table.lines[1].contains("; \(quantity): what was measured there"))
        #expect(
            String(decoding: table.json, as: UTF8.self)
                == "{\"stream\":\"stream\",\"\(quantity)_unit\":\"\(received)\",\"routes\":[]}")
    }

    @Test func anAmountWithoutAnErrorIsRounded() {
        #expect(RouteTable.amount(0.0184197470, 0.0016434, "uSv") == "0.0184 +- 0.0016 µSv")
        #expect(RouteTable.amount(12.345678901, 0, "ug/m3.h") == "12.35 µg/m3.h")
    }
}
