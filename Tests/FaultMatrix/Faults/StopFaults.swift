import Glibc
import WaldoTestSupport

/// A stop that is held down, or sent without end: this must not cause more zeros.
extension Cell {
    /// How the stop is requested; nil for other faults.
    var stopStrike: Strike? {
        switch fault {
        case .stopHeldByPad: held { $0.press(Code.east) }
        case .stopHeldByTerminal: held(.init(output: .terminal)) { try $0.pty?.type(" ") }
        case .stopHeldByPage: held(.init(pages: 1)) { $0.pages[0].say(#"{"do":"stop"}"#) }
        case .stopFlood:
            held(.init(pages: 8), times: 20, each: 50) { rig in
                for page in rig.pages { page.say(#"{"do":"stop"}"#, times: 40) }
            }
        default: nil
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
