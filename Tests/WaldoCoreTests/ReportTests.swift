import Testing
import WaldoTestSupport

@testable import WaldoCore

/// Positions and faults that an arm reports in lines of its notifications.
@Suite struct ReportTests {
    private static let arm: Arm = {
        var arm = Arm.robot
        arm.profiles[.zy].range.decimals = 1
        arm.reports = ArmReports(
            positions: [.line(LinePattern([.literal(Array("P ".utf8)), .number(.zx), .literal([44]), .number(.zy)]))],
            faults: [
                .line(LinePattern([.literal(Array("ERR ".utf8)), .rest])),
                .line(LinePattern([.literal(Array("HOT".utf8))])),
            ])
        return arm
    }()

    private func reports(_ pieces: [String]) -> [ReportReader.Report] {
        var reader = ReportReader(Self.arm)
        return pieces.flatMap { reader.read(Array($0.utf8)) }
    }

    private func position(_ zx: Int32, _ zy: Int32) -> ReportReader.Report {
        .position(PerChannel(slider: nil, zx: zx, zy: zy))
    }

    @Test func linesMayBeSplitAndJoined() {
        #expect(reports(["P 1,2.5\n"]) == [position(1, 25)])
        #expect(
            reports(["P -1", "2,3", "\r\nP 4,-0.5\rHOT\n"]) == [position(-12, 30), position(4, -5), .fault("HOT")])
        #expect(reports(["P 1,2"]) == [])
    }

    @Test func aFaultKeepsItsWordsWithoutControlCharacters() {
        #expect(reports(["ERR servo 3\u{1b}[2J\n"]) == [.fault("ERR servo 3\\u{1b}[2J")])
    }

    @Test(arguments: [
        "P 1\n", "P 1,2x\n", "P ,2\n", "P 1,99999999999\n", "P 1,9999999999\n", "p 1,2\n", "HOT!\n", "\n", "P 1,.5\n",
    ])
    func anotherLineIsNoReport(_ line: String) { #expect(reports([line]) == []) }

    @Test func aLineWithoutEndIsDroppedAndTheNextOneRead() {
        #expect(reports([String(repeating: "P 1,2", count: 1_000), "\nP 1,2\n"]) == [position(1, 20)])
    }

    @Test func anyBytesGiveReportsOrNothing() {
        var generator = SeededGenerator(1)
        let pieces = ["P ", "1", "-", ",", ".", "\n", "\r", "ERR ", "HOT", "\u{0}", "é", "999999999"]
        var found = 0
        for _ in 0..<2_000 {
            let count = Int.random(in: 0..<40, using: &generator)
            found += reports((0..<count).map { _ in pieces.randomElement(using: &generator)! }).count
        }
        #expect(found > 100)
    }
}
