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
        #expect(state.shields.count == PanelState.maxShields && state.more == 168)
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
        state.status = DriveStatus(arm: worst)
        state.status.link = LinkStatus(.connecting, name: worst, address: worst, detail: worst, signal: .min)
        (state.status.input.name, state.status.recording, state.status.pages) = (worst, worst, .max)
        (state.adapter, state.profile, state.resume, state.wanted) = (worst, worst, worst, worst)
        state.status.input.battery = Battery(percent: 5)
        state.hears((0..<1_300).map { _ in .init(name: worst, address: worst, rssi: -100) })
        let far = (0..<500).map { ArmPoint(x: -.infinity, y: -1e300, z: $0.isMultiple(of: 2) ? 1e300 : -1e300) }
        state.pose = PanelPose(
            ArmShown(commanded: far, simulated: far, isAssumed: true, reach: 1e300, deafFor: .microseconds(.max)))
        let range = ValueRange(low: .min, high: .max, decimals: 6)
        let least = ChannelNumber(.min, decimals: 6)
        let axis = ControlStatus.Axis(least, of: worst, normalised: -1, reported: least, range: range)
        var control = ControlStatus(.joystick, worst, of: Control(7), x: axis, y: axis)
        (control.gate, control.toRelease, control.holder) = (.settling, worst, .finger)
        state.controls = [ControlStatus](repeating: control, count: 100)
        let frame = try #require(Frame([UInt8](repeating: UInt8(ascii: "\""), count: Frame.capacity)))
        let sent = [SentFrame](
            repeating: .init(at: .microseconds(.max), channel: "slider", frame: frame), count: 500)
        let text = state.text(for: 1, at: .microseconds(.max), sent: sent)
        #expect(text.count > 40_000 && text.count <= PanelState.longestText, "\(text.count)")
        #expect(4 * PanelState.longestText <= WebLimits.longestOutput)
    }

    @Test func aPortThatIsWaitedForIsNamed() {
        var state = PanelState()
        (state.status.transport, state.status.link.phase, state.wanted) = (.serial, .noPort, "/dev/ttyUSB0")
        let text = String(decoding: state.text(for: 1, at: .zero, sent: []), as: UTF8.self)
        #expect(text.contains("\"moves\":true,\"transport\":\"serial\",\"link\":\"waiting\""), "\(text)")
        #expect(text.contains("\"wanted\":\"/dev/ttyUSB0\""), "\(text)")
    }

    @Test func whatIsCutSaysSo() throws {
        var state = PanelState()
        state.status.link.detail = String(repeating: "x", count: 129)
        let text = String(decoding: state.text(for: 1, at: .zero, sent: []), as: UTF8.self)
        #expect(text.contains("\"" + String(repeating: "x", count: 128) + "…\""))
        let frame = try #require(Frame([UInt8](repeating: 0xab, count: Frame.capacity)))
        let whole = String(
            decoding: state.text(for: 1, at: .zero, sent: [.init(at: .zero, channel: "slider", frame: frame)]),
            as: UTF8.self)
        #expect(whole.contains("\"" + String(repeating: "ab", count: 64) + "\""), "a frame is never cut")
    }

    @Test func whatHoldsTheHandIsNamedAndTheFenceIsInMillimetres() {
        var state = PanelState()
        #expect(!String(decoding: state.text(for: 1, at: .zero, sent: []), as: UTF8.self).contains("\"hand\""))
        (state.status.handShare, state.status.jointsAtEnd) = (0.6, ["elbow"])
        let corner = ArmPoint(x: 0.1, y: -0.1, z: 0), other = ArmPoint(x: 0.2, y: 0.1, z: 0.05)
        var arm = ArmShown(commanded: [ArmPoint(), corner], reach: 0.2)
        arm.regions = [.init("table", .table(-0.01)), .init("cup", .box(corner, other))]
        (arm.heldRegions, arm.ended, arm.way) = (["table"], [other], ArmPoint(x: 0.0304, y: 0, z: -0.01))
        state.pose = PanelPose(arm)
        let text = String(decoding: state.text(for: 1, at: .zero, sent: []), as: UTF8.self)
        #expect(text.contains(#""hand":"elbow at its end, 60 % of the asked speed","ended":["elbow"]"#), "\(text)")
        #expect(text.contains(#"{"name":"table","holds":true,"table":[-10]}"#), "\(text)")
        #expect(text.contains(#"{"name":"cup","holds":false,"box":[100,-100,0,200,100,50]}"#), "\(text)")
        #expect(text.contains(#""way":[30,0,-10],"ended":[200,100,50],"regions":["#), "\(text)")
        // Less than half a millimetre a second is too slow to draw.
        arm.way = ArmPoint(x: 0.0004)
        #expect(PanelPose(arm).way.isEmpty)
    }

    @Test func theBatteryIsWrittenAsItIsShown() {
        func text(_ battery: Battery?) -> String {
            var state = PanelState()
            state.status.input.battery = battery
            state.resume = "Options"
            return String(decoding: state.text(for: 1, at: .zero, sent: []), as: UTF8.self)
        }
        #expect(text(Battery(percent: 12)).contains(#""battery":"12 %, low","charge":"low","resume":"Options""#))
        #expect(text(Battery(level: .normal)).contains(#""battery":"normal","resume""#))
        #expect(!text(nil).contains("battery"))
    }

    /// An axis of a channel that is a velocity, or a position.
    private func axis(_ normalised: Double = 0, _ number: Int32 = 0, isPosition: Bool = false) -> ControlStatus.Axis {
        ControlStatus.Axis(
            ChannelNumber(number), of: "wrist", normalised: normalised, isPosition: isPosition,
            range: ValueRange(low: 0, high: 180))
    }

    @Test func aControlIsWrittenWithWhatItMoves() {
        var state = PanelState()
        var slider = ControlStatus(.slider, "lift", of: Control(0), x: axis(-0.25, 45, isPosition: true))
        slider.x?.isAssumed = true
        slider.deflection.x = 0.5
        var joystick = ControlStatus(.joystick, "hand", of: Control(2), y: axis(0.1, 100))
        (joystick.gate, joystick.toRelease, joystick.holder, joystick.isInProfile) = (.held, "finger", .input, false)
        joystick.deflection.y = 1
        (state.controls, state.precision, state.hasPrecision, state.profile) = ([slider, joystick], 0.25, true, "fine")
        let text = String(decoding: state.text(for: 1, at: .zero, sent: []), as: UTF8.self)
        let range = #""low":"0","zero":"90","high":"180""#
        let controls =
            #"[{"control":0,"name":"lift","kind":"slider","gate":"open","held":"","live":true,"holds":true,"#
            + #""assumed":true,"deflection":500,"x":{"channel":"wrist","place":-250,"number":"45",\#(range)}},"#
            + #"{"control":2,"name":"hand","kind":"joystick","gate":"held","held":"finger","holder":"input","live":false,"#
            + #""holds":false,"assumed":false,"y":{"channel":"wrist","place":1000,"number":"100",\#(range)}}]"#
        let modes = #""precision":{"factor":250,"there":true},"profile":"fine""#
        #expect(text.contains(#""controls":\#(controls),\#(modes)"#), "\(text)")
        // A name that only repeats its channels'.
        joystick.name = "wrist"
        #expect(String(decoding: joystick.json.finish(), as: UTF8.self).contains(#""name":"wrist","nameless":true,"#))
    }

    @Test func thePageLearnsThatTheArmParks() {
        var state = PanelState()
        let usual = String(decoding: state.text(for: 1, at: .zero, sent: []), as: UTF8.self)
        #expect(!usual.contains("park"))
        (state.canPark, state.status.isParking) = (true, true)
        let text = String(decoding: state.text(for: 1, at: .zero, sent: []), as: UTF8.self)
        #expect(text.contains(#""park":true,"parking":true,"#))
    }

    @Test func thePageLearnsWhatTheFenceHolds() {
        var state = PanelState()
        let usual = String(decoding: state.text(for: 1, at: .zero, sent: []), as: UTF8.self)
        #expect(!usual.contains("fence"))
        state.fence = "the fence holds elbow: table"
        let text = String(decoding: state.text(for: 1, at: .zero, sent: []), as: UTF8.self)
        #expect(text.contains(#""fence":"the fence holds elbow: table","#))
    }

    @Test func whatIsAwayFromItsRestIsDeflected() {
        var state = PanelState()
        #expect(!state.isDeflected)
        var slider = ControlStatus(.slider, "slider", of: Control(0), x: axis())
        let held = axis(0.5, isPosition: true)
        var joystick = ControlStatus(.joystick, "joystick", of: Control(1), x: held, y: held)
        joystick.deflection.x = 0.5
        state.controls = [slider, joystick]
        #expect(!state.isDeflected, "a held position")
        (joystick.x, joystick.y) = (axis(), axis())
        state.controls = [slider, joystick]
        #expect(state.isDeflected)
        (joystick.x, joystick.y) = (held, held)
        (slider.x, slider.deflection.x) = (held, -0.2)
        state.controls = [slider, joystick]
        #expect(state.isDeflected, "it moves a position for as long as it is held")
    }
}
