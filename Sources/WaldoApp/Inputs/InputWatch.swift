import Glibc
package import WaldoCore
package import WaldoFiles
import WaldoInput
package import WaldoLoop
import WaldoTerminal
import WaldoTime

/// `waldo inputs --watch`: shows what one device sends, and what a drive would make of it, until Ctrl-C or its end.
@LoopActor
package final class InputWatch: LoopTask, InputMonitorDelegate, TerminalDelegate {
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
    private weak var run: LoopRun?
    private var monitor: InputMonitor?
    private var lines: InputLines?
    private var dashboard: InputDashboard?

    /// Runs until a signal or the device's end.
    /// - Parameter library: where the mapping is looked for if none is given.
    /// - Throws: `Failure` when the device or the terminal cannot be used or is lost, or the `ExitStatus`.
    package nonisolated static func run(_ options: Options, library: Library) throws {
        try LoopRun.run { InputWatch(options, library) }
    }

    private init(_ options: Options, _ library: Library) {
        self.options = options
        self.library = library
    }

    func start(_ run: LoopRun) throws {
        self.run = run
        let monitor = try InputMonitor(path: options.path, delegate: self)
        self.monitor = monitor
        try show(monitor)
    }

    private func show(_ monitor: InputMonitor) throws {
        let mapping =
            options.mapping ?? library.bestMapping(for: monitor.description, driving: options.arm)?.value
        guard !options.isPlain, TerminalStyle.ofEnvironment().emphasis != .none else {
            StandardStreams.onOutputFailure { [weak self] in self?.run?.end($0) }
            lines = InputLines(monitor, mapping, arm: options.arm)
            return
        }
        let input = WatchedInput(
            monitor.description, at: options.path, monitor.state, mapping: mapping, arm: options.arm,
            now: Monotonic.now())
        let dashboard = try InputDashboard(input, delegate: self)
        self.dashboard = dashboard
        run?.terminal = dashboard.terminal
    }

    func terminalIsLost(_ reason: TerminalError) { run?.end(Failure(.signal(SIGHUP), "\(reason)")) }

    func changed(_ record: InputMonitor.Record) {
        lines?.show(record)
        dashboard?.handle(record)
    }

    func resynced(_ state: InputState) { dashboard?.resynchronise(state) }

    func lost(_ reason: String) {
        dashboard?.lose(reason)
        run?.end(
            Failure(
                .input, "\(options.path): \(reason): plug it in again; `waldo inputs` says where it is then."))
    }

    func resume() { dashboard?.wake() }

    func end(_ run: LoopRun) {
        monitor?.close()
        dashboard?.close()
        run.finish()
    }
}
