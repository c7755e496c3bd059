import Glibc
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoPanel
import WaldoTeleop
import WaldoTerminal
import WaldoTime

/// The screens of the drive, and what they ask of it.
extension DriveSession: DriveScreenDelegate {
    func openScreen() throws {
        if plan.isPlain, !plan.recordsToOutput {
            let writer = try LineWriter.standardOutput { [weak self] ending in
                self?.run?.end(Failure(.output, "\(ending.outputWords): the drive ends"))
            }
            let link = plan.destination == .simulated ? plan.recordedLink : nil
            screens.add(DriveLines(writer, start: began, link: link))
            if let wanted = plan.survey { survey?.survey.add(SurveyLines(writer, start: began, wanted.sensor)) }
        }
        guard !plan.isPlain || plan.takesTerminal else { return }
        let terminal: Terminal
        do {
            terminal = try Terminal(fillsScreen: !plan.isPlain, delegate: self)
        } catch {
            throw Failure(plan.needsTerminal ? .input : .output, error.description)
        }
        run?.terminal = terminal
        guard !plan.isPlain else { return }
        let dashboard = DriveDashboard(terminal, plan, start: began, delegate: self)
        self.dashboard = dashboard
        if let survey { dashboard.show(survey) }
        Diagnostics.redirect { line in Task { @LoopActor in dashboard.print(line) } }
        screens.add(dashboard)
    }

    func openPanel() throws {
        guard let wanted = plan.panel else { return }
        let panel = try DrivePanel(plan, wanted, start: began, delegate: self)
        self.panel = panel
        screens.add(panel)
        if let survey, let surveyed = plan.survey { panel.show(survey, of: surveyed) }
        let reachable = panel.address.reachable
        for line in wanted.invitation(at: reachable) { Diagnostics.write(line) }
        if let dashboard {
            dashboard.show(panel: wanted.link(at: reachable), code: wanted.code(at: reachable, onScreen: true))
        } else if isatty(STDERR_FILENO) != 0 {
            for line in wanted.code(at: reachable, onScreen: false) { Diagnostics.write(line) }
        }
    }

    func feedFoxglove() {
        guard let foxglove else { return }
        screens.add(foxglove.addDrive())
        if let survey { foxglove.addSurvey(survey.survey) }
        foxglove.invite()
    }

    func arm(at time: Instant) -> ArmShown? {
        var arm = drawing?.shown(at: time)
        if let drive { arm?.show(drive.stateMachine) }
        return arm
    }

    func progress(at time: Instant) -> ReplayProgress? { activeOperator?.progress(at: time) }

    /// An order of the page halts an arm that is being parked behind its raster, as a key does.
    func handle(_ order: ViewMessage.Raster) {
        if let drive, drive.stateMachine.parkingPhase.isUnderWay { drive.handle(.halt(.touched)) }
        activeOperator?.handle(order, at: Monotonic.now())
    }

    func choose(shield: String) { link?.choose(shield) }

    func audienceChanged(pages: Int, isDriven: Bool) {
        if pages > 0 { dashboard?.removeCode() }
        screens.report(.audience(pages: pages, isDriven: isDriven))
    }
}
