package import WaldoCore
package import WaldoSerial

/// The serial port of an arm that has one.
package struct PortFacts: Equatable, Sendable {
    /// The port that would be opened, or why it cannot be used.
    package var outcome: Result<String, SerialError>
    /// The port as the arm's file states it.
    package var profile: SerialProfile
    /// Programs that run and are known to open new serial ports by themselves.
    package var meddlers: [String]

    /// Facts with these values.
    package init(_ outcome: Result<String, SerialError>, _ profile: SerialProfile, meddlers: [String] = []) {
        self.outcome = outcome
        self.profile = profile
        self.meddlers = meddlers
    }

    /// Looks at the port, and does not open it.
    static func gather(_ profile: SerialProfile) -> PortFacts {
        PortFacts(Result { () throws(SerialError) in try profile.look() }, profile, meddlers: SerialProfile.meddlers)
    }

    /// The findings.
    package var findings: [Finding] {
        [port] + meddlers.map { .warning(.port, "\($0) runs, and sends bytes to new serial ports", fix: Self.fix($0)) }
    }

    private var port: Finding {
        switch outcome {
        case .success(let path):
            return .ok(.port, "\(SafeText.escaped(path, upTo: .max)) is free, at \(profile.baud) baud")
        case .failure(let error) where error.kind == .notFound:
            return .warning(.port, "\(error) Or drive with --simulate.")
        case .failure(let error):
            let fix = error.kind == .notPermitted ? "sudo usermod -aG dialout $USER" : nil
            return .fault(.port, error.description, fix: fix, status: error.status)
        }
    }

    private static func fix(_ program: String) -> String {
        program == "brltty" ? "sudo apt-get remove brltty" : "sudo systemctl disable --now ModemManager"
    }
}
