import Glibc
import Testing
import WaldoTestSupport
import WaldoTesting

/// The safety promise, fault by fault and moment by moment: the built program, and the frames that a shield receives.
@Suite(.serialized) struct FaultMatrixTests {
    /// How many cells run at once; they mostly wait.
    private static let atOnce = 10

    /// WALDO_MATRIX_ARM=eight runs all of it with the arm of eight channels.
    @Test func everyFaultAtEveryMoment() async {
        let hasEight = getenv("WALDO_MATRIX_ARM").map { String(cString: $0) } == "eight"
        await run(Cell.all.filter { $0.way == .program && $0.isWanted }) { $0.hasEight = hasEight }
    }

    @Test func everyFaultInAHeldSliderOfAnArmWithEightChannels() async {
        await run(heldSliders) { $0.hasEight = true }
    }

    @Test func everyFaultInAHeldSliderAndAHeldHand() async { await run(heldSliders) { $0.hasHand = true } }

    private var heldSliders: [Cell] {
        Cell.all.filter { $0.way == .program && $0.isWanted && $0.moment == .sliderHeld }
    }

    private func run(_ cells: [Cell], with arm: (inout Cell) -> Void) async {
        let cells = cells.map { cell in
            var cell = cell
            arm(&cell)
            return cell
        }
        await Cells.run(cells, atOnce: Self.atOnce) { await $0.run() }
    }

    @Test func whatIsRunAndWhatIsListedIsTheWhole() {
        let run = Cell.all.filter { $0.way == .program }, listed = Cell.all.filter { $0.way != .program }
        #expect(Set(Cell.all).count == Fault.allCases.count * Moment.allCases.count)
        #expect(run.count + listed.count == Cell.all.count)
        for cell in run { #expect(cell.strike != nil, "\(cell) has no strike") }
        for cell in listed {
            guard case .cannot(let reason) = cell.way else { continue }
            #expect(reason.count > 30 && reason.last == ".", "\(cell): \(reason)")
            Report.add(cell, cannot: reason)
        }
        for fault in Fault.allCases { Report.add(fault) }
    }
}

extension Cell {
    /// How the cell's fault is caused.
    var strike: Strike? {
        let byHands = inputStrike ?? operatorStrike ?? stopStrike
        let byMachine = processStrike ?? signalStrike ?? stillnessStrike ?? outputStrike ?? streamStrike
        return byHands ?? byMachine ?? linkStrike ?? failsafeStrike ?? surveyStrike
    }

    /// WALDO_MATRIX_FAULT and WALDO_MATRIX_MOMENT select a row, a column or a cell, by the names on the page.
    fileprivate var isWanted: Bool {
        func allows(_ variable: String, _ name: String) -> Bool {
            getenv(variable).map { String(cString: $0) == name } ?? true
        }
        return allows("WALDO_MATRIX_FAULT", fault.rawValue) && allows("WALDO_MATRIX_MOMENT", moment.rawValue)
    }

    /// Runs the cell and reports what was observed.
    func run() async -> CellVerdict {
        do {
            guard let strike else { throw DidNotHappen("\(self) has no strike") }
            let rig = try await Rig(self, strike.setup)
            defer { rig.close() }
            let verdict = await rig.run {
                try await rig.reach()
                rig.strikes()
                try await strike.blow(rig)
                rig.acted()
                try await rig.judge(strike)
            }
            if case .holds = verdict { Report.add(self, rig.observed.word, rig.observed.stop) }
            return verdict
        } catch {
            return CellVerdict(error, of: "\(self)")
        }
    }
}
