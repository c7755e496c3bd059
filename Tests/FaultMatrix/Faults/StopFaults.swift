import Glibc
import WaldoTestSupport

/// A stop that is held down, or sent without end: this must not cause more zeros.
extension Cell {
    /// How the stop is requested; nil for other faults.
    var stopStrike: Strike? {
        switch fault {
        case .stopHeldByPad: held { $0.press(Code.east) }
        case .stopHeldByTerminal: held(.init(output: .terminal)) { try $0.type(.stop) }
        case .stopHeldByPage: held(.init(pages: 1)) { $0.pages[0].pressStop() }
        case .stopFlood:
            held(.init(pages: 8), times: 20, each: 50) { rig in
                for page in rig.pages { for _ in 0..<20 { page.pressStop() } }
            }
        case .resumeUnderPad:
            kept(.init()) {
                $0.press(Code.east, true)
            } goingOn: { _ in
            } release: {
                $0.press(Code.east, false)
            }
        case .resumeUnderTerminal:
            // Key repeat, and the time until a terminal that reports no releases can know that it has ended.
            kept(.init(output: .terminal)) {
                try $0.type(.stop)
            } goingOn: { rig in
                for _ in 0..<6 {
                    try rig.type(.stop)
                    try await rig.wait(33)
                }
            } release: {
                try await $0.wait(800)
            }
        case .stopAtPlugIn:
            Strike(
                setup: .init(pads: [MockInput(), MockInput(number: 2, isAway: true, keysDown: [Code.east])]),
                outcome: .stops
            ) {
                try await $0.refusesResume { _ in
                } release: {
                    $0.press(Code.east, false)
                }
            } blow: {
                $0.program.unplug()
                $0.program.plugIn(2)
                $0.pad = 2
                $0.holds([])
            }
        default: nil
        }
    }

    /// Requests a stop and keeps it: no resume is taken before it is released.
    private func kept(
        _ setup: Rig.Setup, _ press: @escaping (Rig) throws -> Void,
        goingOn: @escaping (Rig) async throws -> Void, release: @escaping (Rig) async throws -> Void
    ) -> Strike {
        Strike(setup: setup, outcome: .stops) { rig in
            try await rig.refusesResume(goingOn: goingOn, release: release)
        } blow: {
            try press($0)
        }
    }

    /// Requests a stop again and again.
    /// - Parameters:
    ///   - setup: what the cell needs.
    ///   - times: how often; with the default `each`, for two seconds.
    ///   - each: milliseconds between two requests.
    ///   - press: one request.
    private func held(
        _ setup: Rig.Setup = .init(), times: Int = 60, each: Int = 33, _ press: @escaping (Rig) throws -> Void
    ) -> Strike {
        Strike(setup: setup, outcome: moment == .replay ? .ends(0) : .stops) { rig in
            for count in 0..<times {
                try press(rig)
                try await rig.wait(each)
                // A write that stays unanswered for the whole time would be a stall.
                if count == 1, moment == .midWrite { try await rig.proceed() }
            }
        }
    }
}

extension Rig {
    /// Start is tapped and the trigger pulled while a stop is held: nothing moves. Then the stop is released.
    fileprivate func refusesResume(
        goingOn: (Rig) async throws -> Void, release: (Rig) async throws -> Void
    ) async throws {
        letGo()
        try await goingOn(self)
        press(Code.start)
        try await goingOn(self)
        try await wait(350)
        hold(.slider)
        try await expectStillness()
        letGo()
        try await release(self)
    }
}
