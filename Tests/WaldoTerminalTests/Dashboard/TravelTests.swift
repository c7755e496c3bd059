import Testing
import WaldoCore

@testable import WaldoTerminal

/// A channel whose travel is narrower than its range says so, and when it is at its end.
struct TravelTests {
    private func servo(_ number: Int32, _ deflection: Double, low: Int32 = 0, high: Int32 = 180) -> ControlStatus {
        let axis = ControlStatus.Axis(
            ChannelNumber(number, decimals: 0), of: "base", range: ValueRange(low: low, high: high), travel: 70...110)
        var status = ControlStatus(.slider, "base", x: axis)
        (status.deflection.x, status.holder) = (deflection, .input)
        return status
    }

    @Test func itsEndsAreThoseOfTheTravel() {
        #expect(servo(90, 0).x?.rangeText == "70 to 110")
    }

    @Test(arguments: [(110, 1.0, true), (110, -1, false), (110, 0, false), (70, -0.2, true), (109, 1, false)])
    func whatIsHeldBeyondTheEndIsNamed(number: Int32, deflection: Double, isEnded: Bool) {
        #expect(servo(number, deflection).ended == (isEnded ? ["base"] : []))
        #expect(servo(180 - number, deflection, low: 180, high: 0).ended == (isEnded ? ["base"] : []))
        var free = servo(number, deflection)
        free.holder = nil
        #expect(free.ended == [])
    }
}
