import Testing

@testable import WaldoApp

/// The connection interval of this machine, from main.conf's text and the kernel's numbers.
@Suite struct IntervalFindingTests {
    private static func finding(_ lines: [String], _ kernel: [Int]? = nil) -> Finding {
        IntervalFacts(configuration: lines, kernel: kernel).finding
    }

    @Test func withoutSettingsItIsTheKernelsDefault() {
        let commented = ["[General]", "MinConnectionInterval=6", "[LE]", "#MinConnectionInterval=6", ""]
        for finding in [Self.finding([]), Self.finding(commented), Self.finding([], [24, 40])] {
            #expect(finding.state == .ok && finding.check == .interval)
            #expect(finding.text.contains("30 to 50 ms, the kernel's default"), "\(finding)")
            #expect(finding.text.contains("MinConnectionInterval=6 and MaxConnectionInterval=9 in [LE]"))
        }
    }

    @Test(arguments: ["6", "0x6"]) func theShortestOneNeedsNothing(least: String) {
        let lines = ["[LE]", " MinConnectionInterval = \(least) ", "MaxConnectionInterval=9", "[GATT]", "Cache=always"]
        for finding in [Self.finding(lines), Self.finding(lines, [6, 9])] {
            #expect(finding.state == .ok && finding.text.contains("7.5 to 11.25 ms, by /etc/bluetooth/main.conf"))
            #expect(!finding.text.contains("restart"), "\(finding)")
        }
    }

    /// The key that is left out keeps the kernel's number.
    @Test func oneKeyAloneIsNotEnough() {
        #expect(Self.finding(["[LE]", "MinConnectionInterval=6"]).text.contains("7.5 to 50 ms, by"))
        let finding = Self.finding(["[LE]", "MaxConnectionInterval=9"])
        #expect(finding.state == .warning && finding.text.contains("30 to 11.25 ms: the least is more than the most"))
    }

    @Test(arguments: ["5", "3201", "7.5", "fast"]) func aNumberThatBluetoothdDoesNotTakeIsNamed(text: String) {
        let finding = Self.finding(["[LE]", "MinConnectionInterval=\(text)", "MaxConnectionInterval=9"])
        #expect(finding.state == .warning && finding.text.contains("MinConnectionInterval=\(text) in [LE]"))
    }

    /// A file that was changed after bluetoothd began.
    @Test func whatTheKernelDoesNotUseYetNeedsARestart() {
        let finding = Self.finding(["[LE]", "MinConnectionInterval=6", "MaxConnectionInterval=9"], [24, 40])
        #expect(finding.state == .warning && finding.fix == "sudo systemctl restart bluetooth")
        #expect(finding.text.contains("is 30 to 50 ms, and /etc/bluetooth/main.conf says 7.5 to 11.25 ms"))
    }
}
