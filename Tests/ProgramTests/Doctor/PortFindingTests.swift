import Testing
import WaldoCore
import WaldoSerial

@testable import WaldoApp

/// The serial port of an arm, from facts to findings.
@Suite struct PortFindingTests {
    private static let profile = SerialProfile(path: "/dev/ttyUSB0", baud: 115_200)
    private static let file = "/sys/bus/usb-serial/devices/ttyUSB0/latency_timer"

    private func findings(_ milliseconds: Int, isHeard: Bool) -> [Finding] {
        let timer = LatencyTimer(milliseconds: milliseconds, file: Self.file)
        return PortFacts(.success("/dev/ttyUSB0"), Self.profile, timer: timer, isHeard: isHeard).findings
    }

    @Test func aLatencyTimerIsAWarningOnlyWhereADriveWaitsForTheBoard() {
        let heard = findings(16, isHeard: true)
        #expect(heard.map(\.state) == [.ok, .warning] && heard[1].text.contains("up to 16 ms"), "\(heard)")
        #expect(heard[1].fix == "echo 1 | sudo tee \(Self.file)")
        let unheard = findings(16, isHeard: false)
        #expect(unheard.map(\.state) == [.ok, .ok] && unheard[1].fix == nil, "\(unheard)")
        #expect(findings(1, isHeard: true).count == 1, "its least")
    }

    @Test func whatElseOpensNewPortsIsNamedWithItsRemedy() {
        let facts = PortFacts(.success("/dev/ttyUSB0"), Self.profile, meddlers: ["ModemManager", "brltty"])
        #expect(facts.findings.map(\.state) == [.ok, .warning, .warning])
        #expect(
            facts.findings.map(\.fix) == [
                nil, "sudo systemctl disable --now ModemManager", "sudo apt-get remove brltty",
            ])
    }
}
