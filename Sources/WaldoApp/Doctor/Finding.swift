package import WaldoCore

/// What one check of `waldo doctor` has found: one sentence, and what fixes it.
package struct Finding: Equatable, Sendable {
    /// How it stands.
    package enum State: String, Sendable {
        /// It is as it should be.
        case ok
        /// Something is missing that not everyone needs, or does harm to a part.
        case warning
        /// Something is wrong.
        case fault
        /// It could not be looked at, because something else is missing.
        case unknown
    }

    /// What was looked at.
    package enum Check: String, CaseIterable, Sendable {
        case version, bus, bluetoothd, adapter, power, rfkill, interval, inputs, pads, port, shields, sensors, config,
            files, clock, store, recordings, terminal
    }

    /// What was looked at.
    package var check: Check
    /// How it stands.
    package var state: State
    /// What was found and, in the words of the command that would meet it, what to do.
    package var text: String
    /// The command that fixes it, where it is one.
    package var fix: String?
    /// The exit status of a fault: that of the command that would meet it. 0 for all else.
    package var status: ExitStatus

    private init(_ check: Check, _ state: State, _ text: String, fix: String? = nil, status: ExitStatus = .success) {
        self.check = check
        self.state = state
        self.text = text
        self.fix = fix
        self.status = status
    }

    static func ok(_ check: Check, _ text: String) -> Finding { Finding(check, .ok, text) }

    static func warning(_ check: Check, _ text: String, fix: String? = nil) -> Finding {
        Finding(check, .warning, text, fix: fix)
    }

    static func fault(_ check: Check, _ text: String, fix: String? = nil, status: ExitStatus) -> Finding {
        Finding(check, .fault, text, fix: fix, status: status)
    }

    static func unknown(_ check: Check, _ text: String) -> Finding { Finding(check, .unknown, text) }
}

extension [Finding] {
    /// The exit status: that of the first fault, or 0. Warnings do not change it.
    package var status: ExitStatus { first { $0.state == .fault }?.status ?? .success }
}
