internal import Glibc
package import WaldoCore
package import WaldoFiles
internal import WaldoInput
package import WaldoLoop

/// `waldo inputs --watch`: prints what one device sends, until Ctrl-C or its end.
@LoopActor
package final class InputWatch {
    private let path: String
    private let chosen: Mapping?
    private let library: Library
    private var signals: FileWatch?
    private var monitor: InputMonitor?
    private var moves: [String: String] = [:]

    private var failure: Failure?
    private var status: Int32 = 0

    /// Runs until a signal or the device's end.
    /// - Parameters:
    ///   - path: the device node.
    ///   - mapping: the mapping to show controls of; nil: the one that matches the device best.
    ///   - library: where that mapping is looked for.
    /// - Throws: `Failure` when the device cannot be read or is lost, else `ExitStatus`.
    package nonisolated static func run(path: String, mapping: Mapping?, library: Library) throws {
        let watch = LoopActor.enter { InputWatch(path: path, mapping: mapping, library: library) }
        Loop.run { watch.start() }
        if let failure = LoopActor.enter({ watch.failure }) { throw failure }
        throw ExitStatus(LoopActor.enter { watch.status })
    }

    private nonisolated init(path: String, mapping: Mapping?, library: Library) {
        self.path = path
        chosen = mapping
        self.library = library
    }

    private func start() {
        do {
            signals = try Signals.watch { [weak self] number in
                guard number != SIGWINCH, number != SIGCONT else { return }
                if number == SIGTSTP {
                    kill(getpid(), SIGSTOP)
                } else {
                    self?.end(128 + number)
                }
            }
            let monitor = try InputMonitor(
                path: path, changed: { [weak self] in self?.show($0) },
                lost: { [weak self] reason in
                    self?.failure = Failure(Failure.input, "\(self?.path ?? ""): \(reason)")
                    self?.end(Failure.input)
                })
            self.monitor = monitor
            head(monitor)
        } catch {
            failure = Failure(Failure.input, "\(error)")
            Loop.stop()
        }
    }

    private func end(_ status: Int32) {
        self.status = status
        monitor?.close()
        Loop.stop()
    }

    private func head(_ monitor: InputMonitor) {
        let mapping = chosen ?? library.bestMapping(for: monitor.description)?.value
        if let mapping { moves = mapping.movesByCode }
        line("\(monitor.description.identity.name) by \(mapping.map { "the mapping “\($0.name)”" } ?? "no mapping")")
        for axis in monitor.axes {
            let name = EvdevNames.axis(axis.code)
            let rest = "now \(axis.value), \(axis.minimum)...\(axis.maximum), flat \(axis.flat), fuzz \(axis.fuzz)"
            line("\(name)  \(rest)\(moves[name].map { "  -> \($0)" } ?? "")")
        }
    }

    private func show(_ record: InputMonitor.Record) {
        guard record.type != 0 else { return }
        let name = record.name
        line("\(name) \(record.value)\(moves[name].map { "  -> \($0)" } ?? "")")
    }

    private func line(_ text: String) {
        var text = text + "\n"
        text.withUTF8 { bytes in
            if write(STDOUT_FILENO, bytes.baseAddress, bytes.count) < 0 { end(Failure.output) }
        }
    }
}

extension Mapping {
    /// The control that each axis and key moves, by its evdev name.
    fileprivate var movesByCode: [String: String] {
        var moves: [String: String] = [:]
        // In another profile the same code moves another control.
        func add(_ name: String, _ what: String) { moves[name] = moves[name].map { $0 + " or " + what } ?? what }
        func axis(_ source: AxisSource, _ what: String) { add(EvdevNames.axis(source.code), what) }
        func keys(_ codes: [UInt16], _ what: String) { for code in codes { add(EvdevNames.key(code), what) } }
        for control in controls {
            let name = control.name
            switch control.kind {
            case .slider(let slider, _):
                switch slider.source {
                case .axis(let source): axis(source, name)
                case .halves(let forward, let backward):
                    axis(forward, "\(name) forward")
                    axis(backward, "\(name) backward")
                case .keys(let forward, let backward):
                    keys(forward, "\(name) forward")
                    keys(backward, "\(name) backward")
                }
            case .joystick(let joystick, _, _):
                switch joystick.source {
                case .axes(let x, let y):
                    axis(x, "\(name) x")
                    axis(y, "\(name) y")
                case .keys(let up, let down, let left, let right):
                    keys(up, "\(name) up")
                    keys(down, "\(name) down")
                    keys(left, "\(name) left")
                    keys(right, "\(name) right")
                }
                keys(joystick.clutch, "clutch")
            case .button(let codes): keys(codes, name)
            }
        }
        keys(self.keys.stop, "stop")
        keys(self.keys.resume, "resume")
        keys(self.keys.recentre, "recentre")
        keys(self.keys.enable, "enable")
        keys(self.keys.precise, "precise")
        keys(self.keys.profile, "profile")
        return moves
    }
}
