import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoPanel
import WaldoTerminal
import WaldoTime

/// Shows the wizard to browsers, and takes what they command.
@LoopActor
final class WizardPanel: WizardScreen, PanelServerDelegate {
    /// The shortest and the longest time between two messages to the pages.
    private static let refresh: TimeSpan = .milliseconds(34), beat: TimeSpan = .seconds(1)

    private weak var delegate: (any WizardScreenDelegate)?
    private var server: PanelServer?
    private var timer: LoopTimer?
    private var viewers = 0
    private var sent: PanelWizardState?
    private var sentAt = Instant.clockStart

    /// Starts to listen.
    /// - Throws: why it cannot listen at the address.
    init(_ wanted: PanelPlan, _ delegate: any WizardScreenDelegate) throws(Failure) {
        self.delegate = delegate
        do { server = try PanelServer(wanted.address, token: wanted.token, site: .wizard) } catch {
            throw Failure(.output, wanted.sentence(error))
        }
        server?.delegate = self
        timer = LoopTimer(of: self) { $0.publish(at: $1) }
    }

    /// The addresses at which it is reached.
    var reachable: [PanelAddress] { server?.address.reachable ?? [] }

    func touch() { arm(at: sentAt + Self.refresh) }

    func close() {
        publish(at: Monotonic.now())
        timer?.cancel()
        timer = nil
        server?.close()
        server = nil
    }

    func joined(_ viewer: Int) { viewersChange(by: 1) }

    func left(_ viewer: Int) { viewersChange(by: -1) }

    private func viewersChange(by change: Int) {
        viewers += change
        sent = nil
        touch()
    }

    func received(_ message: PanelMessage, from viewer: Int) {
        if case .wizard(let wanted) = message { delegate?.obey(WizardCommand(wanted)) }
    }

    func noticed(_ sentence: String) { Diagnostics.write("waldo: warning: \(sentence)") }

    private func arm(at time: Instant) {
        guard viewers > 0, timer?.deadline.map({ $0 > time }) ?? true else { return }
        timer?.arm(at: time)
    }

    private func publish(at now: Instant) {
        guard viewers > 0, let server, let delegate else { return }
        let state = PanelWizardState(delegate.view)
        if state != sent || now - sentAt >= Self.beat {
            sent = server.publish { _ in state.text }.isEmpty ? state : nil
            sentAt = now
        }
        arm(at: sentAt + Self.beat)
        if sent == nil { touch() }
    }
}

extension WizardCommand {
    fileprivate init(_ message: PanelMessage.Wizard) {
        self =
            switch message {
            case .skip: .skip
            case .back: .back
            case .write: .write
            case .other: .other
            }
    }
}

extension PanelWizardState {
    /// The state that a view shows.
    init(_ view: WizardView) {
        self.init()
        (stage, input, number, count) = (view.stage.rawValue, view.input, view.number, view.count)
        (heading, prompt, remark, report) = (view.heading, view.prompt, view.remark, view.report)
        // The page has buttons in place of keys.
        hint = view.choice.isEmpty ? "" : "Leave out: \(view.choice)."
        found = view.findings.map { [$0.name, $0.text] }
        axes = view.axes.map { [$0.name, "\(Int(($0.value * 100).rounded()))", $0.isIgnored ? "1" : "0"] }
        keys = view.keysDown
        (skips, writes, other) = (view.canSkip, view.canWrite, view.hasOtherName)
    }
}
