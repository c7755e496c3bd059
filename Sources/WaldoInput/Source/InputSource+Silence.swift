import Glibc
import WaldoCore
import WaldoLoop
import WaldoTime

extension InputSource: SilenceWatchDelegate {
    /// Watches whether the device still sends, if its model is one of which that can be told.
    func watchSilence(of opened: OpenInput) {
        let identity = opened.description.identity
        guard let source = HidrawSource(of: identity, node: opened.nodeName) else { return }
        do throws(SystemFailure) { opened.silence = try SilenceWatch(source, delegate: self) } catch {
            report(.noted(unwatched(identity.name, source.path, error)))
        }
    }

    var isInputHeld: Bool { delegate?.isInputHeld == true }

    func silence(of source: HidrawSource, did finding: SilenceRule.Finding, at time: Instant) {
        switch finding {
        case .silent: report(.silent(at: time))
        case .heard: report(.heard(at: time))
        }
    }

    func silence(of source: HidrawSource, cannotBeTold failure: SystemFailure) {
        // The loss of an input is found at its own node.
        guard let current, ![ENODEV, EIO].contains(failure.code) else { return }
        report(.noted(unwatched(current.description.identity.name, source.path, failure)))
    }

    private func unwatched(_ name: String, _ path: String, _ failure: SystemFailure) -> String {
        let remedy = failure.code == EACCES ? ": \(SilenceCover.remedy)" : ""
        return
            "Whether “\(name)” falls silent cannot be told: its reports at \(path) cannot be read (\(failure.reason))\(remedy)"
    }
}
