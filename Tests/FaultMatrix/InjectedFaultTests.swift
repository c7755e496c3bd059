import Testing
import WaldoTestSupport
import WaldoTesting
import WaldoTime

/// What the program does wrong when `Stage/injected_fault.c` is loaded into it.
enum InjectedFault: String, CaseIterable, CustomStringConvertible {
    /// A zero frame leaves 300 ms late: the thread sleeps.
    case sleeping
    /// It leaves 300 ms late: the thread computes.
    case spinning
    /// It leaves 300 ms late: another thread holds a lock, and computes.
    case locked
    /// The zero frames of a halt are left out.
    case leftOut = "left out"
    /// Frames of motion leave twice.
    case twice

    var description: String { "an injected fault, \(rawValue)" }
}

/// That the matrix finds faults, also on a machine that is short of processor time: a meter that excused them would be
/// worse than none.
@Suite(.serialized) struct InjectedFaultTests {
    @Test func everyInjectedFaultIsFound() async {
        await Cells.run(InjectedFault.allCases, atOnce: 1) { fault in
            do {
                let cell = Cell(fault: .padUnplugged, moment: .sliderHeld)
                let rig = try await Rig(cell, .init(injected: fault))
                defer { rig.close() }
                let verdict = await rig.run {
                    try await rig.reach()
                    rig.strikes()
                    rig.program.unplug()
                    rig.acted()
                    try await rig.expectStop(since: rig.struckAt)
                }
                switch verdict {
                case .holds: return .fails([("\(fault) was not found", nil)])
                case .none: return rig.failures.contains(where: fault.isFoundIn) ? .holds : verdict
                case .fails(let failures):
                    if failures.contains(where: { $0.what.contains(fault.sign) }) { return .holds }
                    if let withheld = rig.withheld { return .none(withheld: withheld) }
                    return .fails([("\(fault): only this was found: \(failures)", nil)])
                }
            } catch {
                return CellVerdict(error, of: "\(fault)")
            }
        }
    }
}

extension InjectedFault {
    /// Whether a failure without a verdict shows it: without all that was withheld, the bound is exceeded still. A host
    /// that takes the processors away for a part of the 300 ms does not hide it.
    fileprivate func isFoundIn(_ failure: Rig.Failure) -> Bool {
        guard case .starved(_, let beyond) = failure.kind else { return false }
        return beyond > .zero && failure.what.contains(sign)
    }

    /// What the check that finds it says.
    fileprivate var sign: String {
        switch self {
        case .sleeping, .spinning, .locked: "the first zero "
        case .leftOut: "the whole stop did not happen"
        case .twice: "were written"
        }
    }
}
