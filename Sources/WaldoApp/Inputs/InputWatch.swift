internal import Glibc
package import WaldoCore
package import WaldoFiles
internal import WaldoInput
package import WaldoLoop
internal import WaldoTerminal
internal import WaldoTime

/// `waldo inputs --watch`: shows what one device sends, and what a drive would make of it, until Ctrl-C or its end.
@LoopActor
package final class InputWatch {
    /// What is watched, and how it is shown.
    package struct Options: Sendable {
        /// The device node.
        var path: String
        /// The mapping to look through; nil: the one that the device would get.
        var mapping: Mapping?
        /// The arm that would be driven.
        var arm: Arm
        /// Whether changes are printed as lines of text instead of shown on the whole screen.
        var isPlain: Bool

        /// Creates options from their parts.
        package init(path: String, mapping: Mapping?, arm: Arm, isPlain: Bool) {
            (self.path, self.mapping, self.arm, self.isPlain) = (path, mapping, arm, isPlain)
        }
    }

    private let options: Options
    private let library: Library
    private var signals: FileWatch?
    private var monitor: InputMonitor?
    private var lines: InputLines?
    private var dashboard: InputDashboard?

    private var failure: Failure?
    private var status = ExitStatus.success
    private var isEnding = false

    /// Runs until a signal or the device's end.
    /// - Parameter library: where the mapping is looked for if none is given.
    /// - Throws: `Failure` when the device or the terminal cannot be used or is lost, else `ExitStatus`.
    package nonisolated static func run(_ options: Options, library: Library) throws {
        let watch = LoopActor.enter { InputWatch(options, library) }
        Loop.run { watch.start() }
        if let failure = LoopActor.enter({ watch.failure }) { throw failure }
        throw LoopActor.enter { watch.status }
    }

    private nonisolated init(_ options: Options, _ library: Library) {
        self.options = options
        self.library = library
    }

    private func start() {
        do {
            signals = try Signals.watch { [weak self] in self?.signal($0) }
            let monitor = try InputMonitor(
                path: options.path, changed: { [weak self] in self?.changed($0) },
                resynced: { [weak self] in self?.dashboard?.resynchronise($0) },
                lost: { [weak self] in self?.lost($0) })
            self.monitor = monitor
            try show(monitor)
        } catch {
            end(Failure(unexpected: error, status: .input))
        }
    }

    private func show(_ monitor: InputMonitor) throws {
        let mapping =
            options.mapping ?? library.bestMapping(for: monitor.description, driving: options.arm)?.value
        guard !options.isPlain, TerminalStyle.ofEnvironment().emphasis != .none else {
            StandardStreams.onOutputFailure { [weak self] in self?.end($0) }
            lines = InputLines(monitor, mapping, arm: options.arm)
            return
        }
        let input = WatchedInput(
            monitor.description, at: options.path, monitor.state, mapping: mapping, arm: options.arm,
            now: Monotonic.now())
        let dashboard = try InputDashboard(input) { [weak self] in self?.end(Failure(.signal(SIGHUP), $0)) }
        self.dashboard = dashboard
        Signals.setLastResort { [terminal = dashboard.terminal] in terminal.restore() }
    }

    private func changed(_ record: InputMonitor.Record) {
        lines?.show(record)
        dashboard?.handle(record)
    }

    private func lost(_ reason: String) {
        dashboard?.lose(reason)
        end(
            Failure(
                .input, "\(options.path): \(reason): plug it in again; `waldo inputs` says where it is then."))
    }

    private func signal(_ number: CInt) {
        switch number {
        case SIGWINCH: dashboard?.terminal.resized()
        case SIGTSTP:
            dashboard?.terminal.restore()
            kill(getpid(), SIGSTOP)
        case SIGCONT: dashboard?.wake()
        default: end(status: .signal(number))
        }
    }

    private func end(_ failure: Failure) {
        if self.failure == nil, !isEnding { self.failure = failure }
        end(status: failure.status)
    }

    private func end(status: ExitStatus) {
        guard !isEnding else { return }
        isEnding = true
        self.status = status
        monitor?.close()
        dashboard?.close()
        Loop.stop()
    }
}
