import Glibc
import WaldoBlueZ
import WaldoCore
import WaldoFiles
import WaldoInput
package import WaldoLoop
import WaldoSurvey
import WaldoTerminal
package import WaldoTime

/// `waldo doctor`: looks at one thing after another. Each check is a value of facts; one that fails hides no other.
@LoopActor
package final class Doctor {
    /// What is wanted.
    package struct Options: Sendable {
        /// The arm whose shield is looked for; nil: the default one.
        package var arm: String?
        /// The Bluetooth adapter; nil: the default one.
        package var adapter: String?
        /// Whether to listen for shields.
        package var scans: Bool

        /// Options with these values.
        package init(arm: String? = nil, adapter: String? = nil, scans: Bool = true) {
            self.arm = arm
            self.adapter = adapter
            self.scans = scans
        }
    }

    /// How long to listen: a shield that sleeps advertises every second or two.
    package nonisolated static let listening: TimeSpan = .seconds(5)

    private let options: Options
    private let found: @LoopActor (Finding) throws -> Void
    private let remaining: @LoopActor (TimeSpan) -> Void

    /// - Parameters:
    ///   - found: called with each finding at once.
    ///   - remaining: called while it listens, with the time that is left; zero: no longer.
    package init(
        _ options: Options, found: @escaping @LoopActor (Finding) throws -> Void,
        remaining: @escaping @LoopActor (TimeSpan) -> Void
    ) {
        self.options = options
        self.found = found
        self.remaining = remaining
    }

    /// Looks at everything.
    /// - Throws: what `found` throws, and a cancellation.
    package func run() async throws {
        try report([.ok(.version, Version.current)])
        let library = Library(), files = FileFacts.gather(library), settings = files.settings
        let arm = try? library.arm(settings.arm(given: options.arm)).value
        let adapter = settings.value(.adapter, given: options.adapter)

        let bluetooth = await BlueZFacts.gather()
        try report(bluetooth.findings(adapter: adapter))
        switch arm?.link {
        case .bluetooth?, nil: try report([IntervalFacts.gather((try? bluetooth.adapter(adapter))?.name).finding])
        case .serial?: break
        }
        let input = settings.value(.input).flatMap { InputChoice(argument: $0) }
        try report(InputFacts.gather(library, driving: arm, wanted: input).findings)
        switch arm?.link {
        case .serial(let port)?:
            try report(PortFacts.gather(port, isHeard: arm?.reports != ArmReports()).findings)
        case .bluetooth?, nil: break
        }
        try await report(shields(library, settings, arm, bluetooth, adapter).findings)

        try report(files.findings)
        try report(ClockFacts.gather().findings)
        try report(FolderFacts.gather(settings.value(.survey)).findings(.store))
        if let directory = settings.value(.record) { try report(FolderFacts.gather(directory).findings(.recordings)) }
        try await report(TerminalFacts.gather().findings)
    }

    private func shields(
        _ library: Library, _ settings: Settings, _ arm: Arm?, _ bluetooth: BlueZFacts, _ adapter: String?
    ) async -> ShieldFacts {
        var sensors: [BluetoothUUID: [String]] = [:]
        let known = SensorServices(library)
        for service in known.services { sensors[service] = known.names(for: [service]) }
        let sensor = settings.value(.sensor).flatMap { try? library.sensor($0).value.hears.service }
        var facts = ShieldFacts(
            .notLooked("--no-scan"), service: arm?.link.bluetooth?.service, usual: settings.value(.shield),
            sensors: sensors, wantedSensor: sensor)
        switch arm?.link {
        case .serial? where sensor == nil:
            facts.outcome = .notLooked("the arm is on a serial port")
            return facts
        case .serial?, .bluetooth?, nil: break
        }
        guard options.scans else { return facts }
        guard bluetooth.failure == nil, (try? bluetooth.adapter(adapter)) != nil else {
            facts.outcome = .notLooked("Bluetooth is not ready")
            return facts
        }
        guard arm != nil else {
            facts.outcome = .notLooked("the arm is not known")
            return facts
        }
        await facts.gather(adapter: adapter, knowing: bluetooth, lasting: Self.listening, remaining: remaining)
        remaining(.zero)
        return facts
    }

    private func report(_ findings: [Finding]) throws {
        try Task.checkCancellation()
        for finding in findings { try found(finding) }
    }
}
