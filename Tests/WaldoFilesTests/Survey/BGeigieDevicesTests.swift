import Foundation
import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport

@testable import WaldoFiles

/// A log with the lines of several devices: each line is one of exactly one of them.
@Suite struct BGeigieDevicesTests {
    private let folder: TemporaryFolder
    private let bGeigie: Sensor

    init() throws {
        folder = try TemporaryFolder()
        bGeigie = try shippedSensor("bgeigie")
    }

    private func log(_ path: String, _ device: String, of devices: [String]) throws -> BGeigieDeviceLog {
        BGeigieDeviceLog(try SensorLogReader(path, of: bGeigie), device: device, of: devices, as: bGeigie)
    }

    /// A line with its checksum.
    private func line(_ device: String, _ counts: Int, mark: String = "BNRDD") -> String {
        let text = "\(mark),\(device),2025-07-25T11:00:00Z,35,\(counts),0,A,5000.0000,N,00437.2466,E,30.00,A,8,110"
        return checkedSentence(text) + "\r\n"
    }

    private func write(_ lines: [String]) throws -> String { try folder.write(lines.joined(), to: "x.LOG") }

    /// The text of each device's lines.
    private func parts(_ path: String) throws -> [String: String] {
        let devices = try BGeigieDevices.numbers(in: path, as: bGeigie)
        var parts: [String: String] = [:]
        for device in devices {
            let log = try self.log(path, device, of: devices)
            while let line = try log.next() {
                parts[device, default: ""] += String(decoding: line.bytes, as: UTF8.self)
            }
            #expect(log.progress == 1)
        }
        return parts
    }

    @Test func aDamagedNumberIsNoDevice() throws {
        let path = try write([
            line("2735", 3), line("2735", 4).replacing("2735", with: "27\u{7f}5"),
            line("2735", 5).replacing("2735", with: "2736"),
            line("0042", 1), "noise" + line("77", 1, mark: "BMRDD"), "$BNRDD,99,2025\r\n", "$GPRMC,1*00\r\n",
            line("9", 2, mark: "BZRDD"),
        ])
        #expect(try BGeigieDevices.numbers(in: path, as: bGeigie) == ["2735", "0042", "77", "9"])
        #expect(try BGeigieDevices.numbers(in: write(["nothing", "\n"]), as: bGeigie) == [])
    }

    /// The marks are those of the sensor's file, also of one of the operator's own.
    @Test func whatLinesBeginWithIsUpToTheSensorsFile() throws {
        let text = try readFile(SourceModule.projectFolder + "/Mappings/sensors/bgeigie.yaml")
        let own = try ParsedText.sensor(text.replacing("\"$CZRA1,\"", with: "\"$OWN,\""), named: "own")
        let path = try write([line("1", 3), line("2", 4, mark: "OWN"), line("3", 5, mark: "CZRA1")])
        #expect(try BGeigieDevices.numbers(in: path, as: own) == ["1", "2"])
        #expect(try BGeigieDevices.numbers(in: path, as: bGeigie) == ["1", "3"])
        #expect(BGeigieLogFacts.isOne(own, like: bGeigie))
        #expect(try BGeigieLogFacts.isOne(shippedSensor("bgeigie-nano-1.0"), like: bGeigie))
        #expect(try !BGeigieLogFacts.isOne(shippedSensor("radiacode-track"), like: bGeigie))
    }

    @Test func headersBelongToTheDeviceThatFollowsAndNoiseToTheOneBefore() throws {
        let one = ["# NEW LOG\n", "# format=1.3.4nano\n", line("1", 3), "garbage\n", line("1", 4)]
        let two = ["# NEW LOG\n", "# format=1.0.0nano\n", "\n", line("2", 5), "\u{0}\n", line("2", 6)]
        let path = try write(["before\n"] + one + two + [line("1", 7), "# the end\n", "after"])
        let found = try parts(path)
        #expect(found["1"] == "before\n" + one.joined() + line("1", 7) + "# the end\nafter")
        #expect(found["2"] == two.joined() && found.count == 2)
        #expect(try BGeigieLogFacts(path, device: "1", as: bGeigie)?.sensor == "bgeigie")
        #expect(try BGeigieLogFacts(path, device: "2", as: bGeigie)?.sensor == "bgeigie-nano-1.0")
        #expect(try BGeigieLogFacts(path, device: "3", as: bGeigie) == nil)
    }

    @Test func linesOfTwoDevicesInTurnAreToldApart() throws {
        let lines = (0..<200).map { line($0 % 2 == 0 ? "1" : "2", $0) }
        let found = try parts(write(lines))
        #expect(found["1"] == lines.enumerated().filter { $0.offset % 2 == 0 }.map(\.element).joined())
        #expect(found["2"] == lines.enumerated().filter { $0.offset % 2 == 1 }.map(\.element).joined())
    }

    /// They are nobody's known; the parts of an earlier import keep their places.
    @Test func linesWithoutANumberAreAPartOfTheirOwn() throws {
        let path = try write((0..<60).map { line(["2735", "", "1001"][$0 % 3], $0) } + ["$BNRDD,", "$BNRDD"])
        #expect(try BGeigieDevices.numbers(in: path, as: bGeigie) == ["2735", "1001", ""])
        let found = try parts(path)
        for (place, device) in ["2735", "", "1001"].enumerated() {
            let own = (0..<60).filter { $0 % 3 == place }.map { line(device, $0) }.joined()
            #expect(found[device] == own + (device == "1001" ? "$BNRDD,$BNRDD" : ""))
        }
        #expect(try BGeigieDevices.numbers(in: write([line("", 1)]), as: bGeigie) == [""])
    }

    /// The log is read once for each device.
    @Test func aLogOfTooManyDevicesIsRefused() throws {
        let path = try write((1...65).map { line("\($0)", 1) })
        #expect(throws: FileError.self) { try BGeigieDevices.numbers(in: path, as: bGeigie) }
        #expect(try BGeigieDevices.numbers(in: write((1...64).map { line("\($0)", 1) }), as: bGeigie).count == 64)
    }

    @Test func whateverTheBytesEachLineIsOneOfExactlyOneDevice() throws {
        var generator = SeededGenerator(38)
        for _ in HostileTime.rounds(200) {
            var text = ""
            for _ in 0..<Int.random(in: 2...60, using: &generator) {
                let pieces = [
                    "# NEW LOG\n", "#\r\n", "garbage\n", "\n", line("1", 1), line("2", 2), line("3", 3, mark: "CZRDD"),
                    line("", 4),
                    "$BNRDD,1", String(repeating: "x", count: 5_000) + "\n", "$BNRDD,4,,\r\n",
                ]
                text += pieces.randomElement(using: &generator)!
            }
            let path = try folder.write(text, to: "y.LOG")
            let devices = try BGeigieDevices.numbers(in: path, as: bGeigie)
            guard !devices.isEmpty else { continue }
            var found: [(Int, Bool, [UInt8])] = []
            for device in devices {
                let log = try self.log(path, device, of: devices)
                var last = 0
                while let line = try log.next() {
                    #expect(line.number >= last)
                    last = line.number
                    found.append((line.number, line.isFurther, line.bytes))
                }
            }
            let bytes = found.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
                .flatMap { $0.element.2 }
            #expect(String(decoding: bytes, as: UTF8.self) == text)
        }
    }
}
