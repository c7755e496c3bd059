import Testing
import WaldoCore
import WaldoTime

@testable import WaldoPanel

/// What a page is sent is bounded, however many shields advertise.
@Suite struct PanelStateTests {
    private func shields(_ count: Int, name: (Int) -> String, rssi: (Int) -> Int?) -> [PanelState.Peripheral] {
        (0..<count).map { .init(name: name($0), address: "A\($0)", rssi: rssi($0)) }
    }

    @Test func theStrongestAreShownInTheOrderInWhichTheyCame() {
        var state = PanelState()
        state.hears(shields(32, name: { "\($0)" }, rssi: { _ in nil }))
        #expect(state.shields.count == 32 && state.more == 0)
        // Every tenth is strong, one has no signal strength, and the rest are equally weak.
        state.hears(shields(200, name: { "\($0)" }, rssi: { $0 % 10 == 0 ? -40 : $0 == 1 ? nil : -90 }))
        #expect(state.shields.count == PanelState.mostShields && state.more == 168)
        let numbers = state.shields.compactMap { Int($0.name) }
        #expect(numbers == numbers.sorted() && Set(numbers).isSuperset(of: Set(stride(from: 0, to: 200, by: 10))))
        #expect(!numbers.contains(1))
        state.hears([])
        #expect(state.shields == [] && state.more == 0)
    }

    @Test func aNameIsCutBetweenCharacters() {
        let shield = PanelState.Peripheral(name: String(repeating: "é", count: 248), address: "", rssi: nil)
        #expect(shield.name == String(repeating: "é", count: 64))
    }

    /// The longest text: each part at its longest, made of the character that takes the most bytes.
    @Test func noTextGoesOverItsBoundNorNearThatOfTheOutput() throws {
        let worst = String(repeating: "\u{1}", count: 5_000)
        var state = PanelState()
        (state.arm, state.input, state.link, state.shield, state.linkDetail) = (worst, worst, worst, worst, worst)
        (state.adapter, state.sliderGate, state.joystickGate) = (worst, worst, worst)
        (state.sliderHeld, state.joystickHeld) = (worst, worst)
        state.hears((0..<1_300).map { _ in .init(name: worst, address: worst, rssi: -100) })
        let dial = PanelState.Dial(place: -1, number: .min, decimals: 9)
        (state.slider, state.zx, state.zy) = (dial, dial, dial)
        let frame = try #require(Frame([UInt8](repeating: UInt8(ascii: "\""), count: Frame.capacity)))
        let sent = [PanelState.Sent](
            repeating: .init(at: .microseconds(.max), channel: "slider", frame: frame), count: 500)
        let text = state.text(for: 1, at: .microseconds(.max), sent: sent)
        #expect(text.count > 40_000 && text.count <= PanelState.longestText, "\(text.count)")
        #expect(4 * PanelState.longestText <= PanelConnection.longestOutput)
    }

    @Test func whatIsCutSaysSo() throws {
        var state = PanelState()
        state.linkDetail = String(repeating: "x", count: 129)
        let text = String(decoding: state.text(for: 1, at: .zero, sent: []), as: UTF8.self)
        #expect(text.contains("\"" + String(repeating: "x", count: 128) + "…\""))
        let frame = try #require(Frame([UInt8](repeating: 0xab, count: Frame.capacity)))
        let whole = String(
            decoding: state.text(for: 1, at: .zero, sent: [.init(at: .zero, channel: "slider", frame: frame)]),
            as: UTF8.self)
        #expect(whole.contains("\"" + String(repeating: "ab", count: 64) + "\""), "a frame is never cut")
    }

    @Test func whatIsAwayFromItsRestIsDeflected() {
        var state = PanelState()
        #expect(!state.isDeflected)
        state.slider = .init(place: 0, number: 0, decimals: 0)
        state.zx = .init(place: 0.5, number: 50, decimals: 0)
        #expect(!state.isDeflected, "a held position")
        state.holds = false
        #expect(state.isDeflected)
        (state.holds, state.slider) = (true, .init(place: -0.2, number: -20, decimals: 0))
        #expect(state.isDeflected)
    }
}
