import Testing
import WaldoCore
import WaldoFiles
import WaldoTestSupport
import WaldoTime

@testable import WaldoApp
@testable import WaldoTerminal

/// What `waldo inputs --watch` shows is what a drive would make of the input.
@Suite struct WatchedInputTests {
    private let start: Instant = 1_000_000

    private func watched(
        _ id: String = "xbox360-wired", mapping name: String? = "gamepad", arm: Arm = .follower,
        _ change: (inout InputState) -> Void = { _ in }
    ) throws -> WatchedInput {
        let input = try #require(try RealInput.all().first { $0.id == id })
        var state = InputState(
            axes: input.description.axes.map { axis in
                var axis = axis
                if axis.minimum < 0 { axis.value = 0 }
                return axis
            })
        change(&state)
        let library = Library(directory: nil, rows: SDLRowSources())
        let mapping = try name.map(library.loadMapping)
        return WatchedInput(input.description, at: "/dev/input/event5", state, mapping: mapping, arm: arm, now: start)
    }

    private func axis(_ code: String, _ view: InputView) throws -> InputView.Axis {
        try #require(view.axes.first { $0.code == code })
    }

    /// Lets time pass as the timer does.
    private func pass(_ span: TimeSpan, _ input: inout WatchedInput, from: Instant) -> Instant {
        var now = from
        while let deadline = input.deadline, deadline <= from + span {
            now = max(now, deadline)
            input.advance(to: now)
        }
        return from + span
    }

    @Test func anAxisShowsWhatADriveWouldMakeOfIt() throws {
        var input = try watched()
        var now = pass(.seconds(1), &input, from: start)
        #expect(input.view(at: now).state == .ready)
        for (code, value) in [(Code.rx, Int32(32_767)), (Code.ry, 2_000), (Code.rz, 255)] {
            input.handle(.axis(code, value), at: now)
        }
        input.handle(.report(more: false), at: now)
        now = pass(.seconds(1), &input, from: now)
        let view = input.view(at: now)
        #expect(view.state == .moving)
        #expect(try axis("ABS_RX", view).result == 1 && axis("ABS_RZ", view).result == 1)
        // Snapped to its axis, and inside the dead zone.
        #expect(try axis("ABS_RY", view).result == 0)
        #expect(try axis("ABS_RX", view).moves == "joystick x -> zx")
        #expect(try axis("ABS_RZ", view).moves == "slider forward" && axis("ABS_X", view).moves.isEmpty)
        #expect(view.channels.map(\.name) == ["slider", "zx", "zy"] && view.channels[0].number.value != 0)
    }

    @Test func aTriggerHeldAtTheStartIsDeadUntilItIsAtRest() throws {
        var input = try watched { state in
            for index in state.axes.indices where state.axes[index].code == Code.rz { state.axes[index].value = 255 }
        }
        var now = pass(.seconds(1), &input, from: start)
        var view = input.view(at: now)
        #expect(view.state == .waiting(.release([.init("slider", "RT")])))
        #expect(try axis("ABS_RZ", view).note == "let go" && axis("ABS_RZ", view).result == 0)
        input.handle(.axis(Code.rz, 0), at: now)
        input.handle(.report(more: false), at: now)
        view = input.view(at: now)
        #expect(try axis("ABS_RZ", view).note == "settling")
        now = pass(.milliseconds(250), &input, from: now)
        view = input.view(at: now)
        #expect(try view.state == .ready && axis("ABS_RZ", view).note.isEmpty)
    }

    @Test func anAxisOffItsCentreSaysByHowMuch() throws {
        let input = try watched { state in
            for index in state.axes.indices where state.axes[index].code == Code.rx { state.axes[index].value = 3_932 }
        }
        #expect(try axis("ABS_RX", input.view(at: start)).note == "12 % off centre")
    }

    @Test func aLearnedRestIsWhereTheBarBegins() throws {
        let input = try watched { state in
            for index in state.axes.indices where state.axes[index].code == Code.rx { state.axes[index].value = 1_000 }
        }
        let axis = try axis("ABS_RX", input.view(at: start))
        #expect(axis.rest == 1_000 && axis.note == "settling")
        let zone = try #require(axis.deadZone)
        #expect(zone.contains(4_000) && zone.contains(-2_000) && !zone.contains(4_500) && !zone.contains(-2_500))
    }

    @Test func theStopLatchesAndOtherButtonsAreShownOncePressed() throws {
        var input = try watched()
        let now = pass(.seconds(1), &input, from: start)
        #expect(!input.view(at: now).keys.contains { $0.code == "BTN_SOUTH" })
        for (code, isDown) in [(Code.south, true), (Code.south, false), (Code.east, true)] {
            input.handle(.key(code, down: isDown), at: now)
        }
        let view = input.view(at: now)
        #expect(view.state == .stopped("let go of B"))
        #expect(view.keys.first { $0.code == "BTN_EAST" } == .init("B", "BTN_EAST", isDown: true, does: "stop"))
        #expect(view.keys.last == .init("A", "BTN_SOUTH", isDown: false, does: ""))
        input.handle(.key(Code.east, down: false), at: now)
        #expect(input.view(at: now).state == .stopped("press Start with the controls at rest"))
    }

    @Test func keysThatNothingReadsAreBounded() throws {
        var input = try watched()
        for code in UInt16(0x200)..<0x280 { input.handle(.key(code, down: true), at: start) }
        #expect(input.view(at: start).keys.count { $0.does.isEmpty } == WatchedInput.maxOthers)
    }

    @Test func withoutAMappingThereAreRawNumbersAlone() throws {
        let view = try watched(mapping: nil).view(at: start)
        guard case .unmapped(let text) = view.state else { return #expect(Bool(false), "\(view.state)") }
        #expect(text.contains("`waldo map /dev/input/event5`"))
        #expect(view.axes.count == 8 && view.axes.allSatisfy { $0.result == nil && $0.rest == nil })
        #expect(view.channels.isEmpty && view.mapping.isEmpty)
    }

    @Test func aMappingForOtherAxesIsRefusedWithItsReason() throws {
        let view = try watched(mapping: "xbox-bluetooth").view(at: start)
        guard case .refused(let text) = view.state else { return #expect(Bool(false), "\(view.state)") }
        #expect(text.contains("has no ABS_GAS, ABS_BRAKE"))
        #expect(view.axes.allSatisfy { $0.result == nil })
    }

    @Test func afterDroppedEventsTheStateIsThatOfTheDevice() throws {
        var input = try watched()
        let now = pass(.seconds(1), &input, from: start)
        input.handle(.key(Code.south, down: true), at: now)
        var state = InputState(
            axes: [AxisState(Code.rz, minimum: 0, maximum: 255, value: 255)], keysDown: [Code.start])
        state.axes.append(AxisState(Code.rx, minimum: -32_768, maximum: 32_767, value: 0))
        input.resynchronise(state, at: now)
        let view = input.view(at: now)
        #expect(view.keys.filter(\.isDown).map(\.code) == ["BTN_START"])
        #expect(try axis("ABS_RZ", view).raw == 255)
    }

    @Test func theArmsChannelsAreThoseOfTheArm() throws {
        var input = try watched(mapping: "gamepad-channels", arm: .eight)
        let now = pass(.seconds(1), &input, from: start)
        let view = input.view(at: now)
        #expect(view.channels.count == 8)
        #expect(try axis("ABS_X", view).moves == "slider" && view.profile.isEmpty)
    }
}
