import Testing
import WaldoTestSupport

@testable import WaldoCore

/// Reports in bytes, which may begin and end anywhere in what the arm sends.
@Suite struct BytePatternTests {
    /// A position, `FF 55 zx any sum`, and a fault, `FF 66 any`.
    private static let arm: Arm = {
        var arm = Arm.robot
        let sum = Checksum(.sum8, from: 2, ending: .complement)
        arm.reports = ArmReports(
            positions: [
                .bytes(BytePattern([.byte(0xff), .byte(0x55), .number(.u16le, .zx), .any, .checksum(sum)]))
            ],
            faults: [.bytes(BytePattern([.byte(0xff), .byte(0x66), .any]))])
        return arm
    }()

    private func read(_ pieces: [[UInt8]]) -> [ReportReader.Report] {
        var reader = ReportReader(Self.arm)
        return pieces.flatMap { reader.read($0) }
    }

    private let whole: [UInt8] = [0xff, 0x55, 0x02, 0x01, 0x07, 0xf5]
    private let position = ReportReader.Report.position(PerChannel(slider: nil, zx: 0x102, zy: nil))

    @Test func messagesMayBeSplitJoinedAndSurrounded() {
        #expect(read([whole]) == [position])
        #expect(read(whole.map { [$0] }) == [position])
        #expect(read([[1, 2, 0xff] + whole + [9], whole]) == [position, position])
    }

    @Test func aWrongSumIsNoReport() {
        #expect(read([Array(whole.dropLast()) + [0xf6]]).isEmpty)
        #expect(read([Array(whole.dropLast()) + [0xf6], whole]) == [position])
    }

    @Test func aFaultIsReportedAsItsBytes() {
        #expect(read([[0, 0xff, 0x66, 0x0a, 0xff]]) == [.fault("ff 66 0a")])
    }

    @Test func aBoardSendsWhatTheReaderReads() {
        for pattern in Self.arm.reports.positions {
            let numbers = PerChannel<Int32>(slider: 0, zx: 300, zy: 0)
            let sent = pattern.template.rendered(numbers, own: .zx, decimals: Self.arm.decimals)
            #expect(read([sent.bytes]) == [.position(PerChannel(slider: nil, zx: 300, zy: nil))])
        }
    }
}
