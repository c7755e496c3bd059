import Testing
import WaldoCore
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoFiles

/// Where a recorded frame goes follows from the arm in the header and from its channel; no line states it.
@Suite(.onLoop) struct RecordedDestinationTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func text(_ files: [(name: String, text: String)], _ name: String) throws -> SourceText {
        SourceText(name: name, text: try #require(files.first { $0.name == name }).text)
    }

    @LoopActor @Test func aRecordedFrameHasTheDestinationOfItsChannel() throws {
        var arm = try Self.text(ShippedFiles.arms, "robot")
        let plain = arm.text
        arm.text = plain.replacing("slider: { mode: velocity,", with: "slider: { mode: velocity, to: ffe3,")
        #expect(arm.text != plain)
        let header = RecordingHeader(
            version: "1.2.3", started: 1, arm: arm, mapping: try Self.text(ShippedFiles.mappings, "gamepad"),
            input: InputIdentity(bus: 3, vendor: 1, product: 2, version: 3, port: "usb-1", name: "pad"))
        let path = folder.path + "/a.jsonl"
        let writer = try LineWriter(to: RecordingFile.create(path), whenFull: .endWithOneFailure) { _ in }
        writer.header(header)
        for (channel, name) in [(Channel.slider, "slider"), (.zx, "zx")] {
            let frame = try #require(Frame("S>".utf8))
            let command = Command(channel: channel, value: 0, decimals: 0, frame: frame)
            writer.command(RecordedCommand(at: 1, command: command), channel: name)
        }
        #expect(writer.finish(within: .seconds(5)))
        let reader = try RecordingReader(path)
        var destinations: [UInt8] = []
        while let line = try reader.next() {
            if case .command(let recorded) = line { destinations.append(recorded.command.frame.destination) }
        }
        #expect(destinations == [1, 0])
    }
}
