import Testing
import WaldoCore
import WaldoRelay
import WaldoTestSupport

@Suite struct StationStateTests {
    private func state() -> StationState {
        var state = StationState()
        state.utc = 1_795_366_800_000_000
        state.station = "yard \u{e4}\"\n"
        state.isOnline = true
        (state.arm, state.title) = ("robot", "walk \u{1b}")
        (state.drive.link, state.drive.mode, state.drive.stop) = (.up, .override, .running)
        state.value = StationState.Value(stream: "dose", value: -1.5e-7, unit: "uSv/h", utc: 5)
        (state.gaps, state.rows, state.acknowledged) = (1, 2, 3)
        return state
    }

    @Test func itIsReadAsItIsWritten() throws {
        let state = state()
        #expect(try state.payload.withUnsafeBytes { try StationState($0) } == state)
    }

    @Test func aLineChangesWhatItNames() throws {
        var state = state()
        _ = try Array(#"{"stop":"halted","value":null,"other":{"a":[1]}}"#.utf8).withUnsafeBytes { try state.merge($0) }
        #expect(state.drive.stop == .halted && state.value == nil && state.arm == "robot")
    }

    @Test func noBytesBreakIt() {
        var random = SeededGenerator(11)
        for _ in 0..<20_000 {
            var bytes = state().payload
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            _ = bytes.withUnsafeBytes { try? StationState($0) }
        }
        for text in ["", "{}", #"{"v":2}"#, #"{"v":1,"mode":"fast"}"#, #"{"v":1}x"#] {
            #expect(throws: Wire.Fault.self, "\(text)") {
                try Array(text.utf8).withUnsafeBytes { try StationState($0) }
            }
        }
    }
}
