internal import WaldoCore
internal import WaldoFiles

/// What an operator has to know before the first motion.
extension DrivePlan {
    /// One sentence each: files that take the place of what was asked for by name, and what the arm cannot do.
    func notes(for controls: OperatorCallbacks.Controls) -> [String] {
        let hiding = [("arm", armSource), ("mapping", controls.source)].compactMap { kind, source in
            source.hidingPath.map { path in
                "the \(kind) “\(printable(source.name))” is \(printable(path, upTo: .max)), which hides the shipped one"
            }
        }
        return hiding + passedOver(by: controls) + silent
    }

    /// Mappings of the operator's that cannot be read: one of them may be the one that was to fit.
    private func passedOver(by controls: OperatorCallbacks.Controls) -> [String] {
        guard mapping == nil, !controls.isPlayed else { return [] }
        return library.mappings().compactMap { entry in
            if case .failure(let error) = entry.content { "a mapping is passed over: \(error)" } else { nil }
        }
    }

    /// Velocities that are never said again.
    private var silent: [String] {
        Channel.allCases.compactMap { channel in
            guard let profile = arm.channels[channel], profile.mode == .velocity, profile.heartbeat == nil else {
                return nil
            }
            return "\(channel.name) has no heartbeat: the arm cannot notice silence"
        }
    }
}
