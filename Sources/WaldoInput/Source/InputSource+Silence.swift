internal import Glibc
internal import WaldoCore
internal import WaldoLoop

extension InputSource {
    /// Watches whether the device still sends, if its model is one of which that can be told.
    func watchSilence(of opened: OpenInput) {
        let identity = opened.description.identity
        guard let source = ReportSource(of: identity, node: opened.nodeName) else { return }
        do throws(SystemFailure) {
            opened.silence = try SilenceWatch(
                source, isHeld: isHeld,
                found: { [events] finding, time in
                    switch finding {
                    case .silent: events.silent(time)
                    case .heard: events.heard(time)
                    }
                },
                ended: { [weak self, weak opened] failure in
                    // Of an input that is gone its own node tells.
                    guard let self, let opened, self.current === opened, ![ENODEV, EIO].contains(failure.code) else {
                        return
                    }
                    self.events.noted(self.unwatched(identity.name, source.path, failure))
                })
        } catch { events.noted(unwatched(identity.name, source.path, error)) }
    }

    private func unwatched(_ name: String, _ path: String, _ failure: SystemFailure) -> String {
        let remedy = failure.code == EACCES ? ": \(SilenceCover.remedy)" : ""
        return
            "Whether “\(name)” falls silent cannot be told: its reports at \(path) cannot be read (\(failure.reason))\(remedy)"
    }
}
