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
    /// The latency timer of the port's adapter; nil: it has none.
    package var timer: LatencyTimer?
    /// Whether the arm reports or answers, which the timer delays.
    package var isHeard: Bool
    /// Whether this user has joined the port's group since the login.
    package var isMemberAtNextLogin: Bool

    /// Facts with these values.
    package init(
        _ outcome: Result<String, SerialError>, _ profile: SerialProfile, meddlers: [String] = [],
        timer: LatencyTimer? = nil, isHeard: Bool = false, isMemberAtNextLogin: Bool = false
    ) {
        self.outcome = outcome
        self.profile = profile
        self.meddlers = meddlers
        self.timer = timer
        self.isHeard = isHeard
        self.isMemberAtNextLogin = isMemberAtNextLogin
    }

    /// Looks at the port, and does not open it.
    /// - Parameter isHeard: whether the arm reports or answers.
    static func gather(_ profile: SerialProfile, isHeard: Bool) -> PortFacts {
        let outcome = Result { () throws(SerialError) in try profile.look() }
        let path = (try? outcome.get()) ?? profile.path
        return PortFacts(
            outcome, profile, meddlers: SerialProfile.meddlers, timer: .read(ofPort: path), isHeard: isHeard,
            isMemberAtNextLogin: InputFacts.isListed(inGroupOf: path))
    }

    /// The findings.
    package var findings: [Finding] {
        [port] + meddlers.map { .warning(.port, "\($0) runs, and sends bytes to new serial ports", fix: Self.fix($0)) }
            + [delay].compactMap(\.self)
    }

    /// What a latency timer above its least costs; nil: nothing.
    private var delay: Finding? {
        guard let timer, timer.milliseconds > 1 else { return nil }
        let time = "up to \(timer.milliseconds) ms (its latency timer)"
        let text = "the port's adapter keeps what the board sends for \(time)"
        guard isHeard else { return .ok(.port, "\(text), and this arm sends nothing that a drive waits for") }
        let fix = "echo 1 | sudo tee \(timer.file)"
        return .warning(.port, "\(text), so its answers come late: set it to 1 ms", fix: fix)
    }

    private var port: Finding {
        switch outcome {
        case .success(let path):
            return .ok(.port, "\(SafeText.escaped(path, upTo: .max)) is free, at \(profile.baud) baud")
        case .failure(let error) where error.kind == .notFound:
            return .warning(.port, "\(error) Or drive with --simulate.")
        case .failure(let error):
            guard error.kind == .notPermitted else {
                return .fault(.port, error.description, status: error.status)
            }
            guard !isMemberAtNextLogin else {
                let text = "\(error) You have joined the group since this login: log in again."
                return .fault(.port, text, status: error.status)
            }
            return .fault(.port, error.description, fix: "sudo usermod -aG dialout $USER", status: error.status)
        }
    }

    private static func fix(_ program: String) -> String {
        program == "brltty" ? "sudo apt-get remove brltty" : "sudo systemctl disable --now ModemManager"
    }
}
