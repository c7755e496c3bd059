import Glibc
import WaldoTestSupport

/// A stop that is held down, or said without end: no more zeros for that.
extension Cell {
    /// How it is said; nil for other faults.
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

    /// - Parameters:
    ///   - times: how often, for two seconds by default.
    ///   - each: milliseconds.
    private func held(
        _ setup: Rig.Setup = .init(), times: Int = 60, each: Int = 33, _ press: @escaping (Rig) throws -> Void
    ) -> Strike {
        Strike(setup: setup, outcome: moment == .replay ? .ends(0) : .stops) { rig in
            for count in 0..<times {
                try press(rig)
                try await rig.wait(each)
                // A write that is not answered for as long as that would be a stall.
                if count == 1, moment == .midWrite { try await rig.proceed() }
            }
        }
    }
}
