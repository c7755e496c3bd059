import Glibc
import WaldoBlueZ
import WaldoCore
import WaldoFiles
package import WaldoLoop
import WaldoSerial
import WaldoSimulator
import WaldoTime

/// Connects a simulated arm with the Bluetooth peripheral or the serial port that stands for it, and with a screen.
@LoopActor
package final class SimulateSession: LoopTask, PeripheralServerDelegate, SimulatedPortDelegate {
    /// How long bluetoothd may take to forget the peripheral.
    private static let patience: TimeSpan = .milliseconds(1_500)

    private let plan: SimulatePlan
    private let services: SimulatedServices
    private let began = Monotonic.now()
    private var simulation: Simulation
    private var server: PeripheralServer?
    private var port: SimulatedPort?
    /// When the port's line has passed on all bytes.
    private var lineFree = Instant.distantPast
    private var screen: (any SimulateScreen)?
    private var lines: LineWriter?
    private weak var run: LoopRun?
    /// When the simulation is to advance, when the screen is to be brought up to date, and when the end is overdue.
    private var due: LoopTimer?, refresh: LoopTimer?, overdue: LoopTimer?
    /// How the arm stood when it was shown last, and when that was.
    private var shown: SimulatedStand?, shownAt: Instant?
    private var notified = 0, heard = 0

    private init(_ plan: SimulatePlan) {
        self.plan = plan
        services = plan.services
        simulation = Simulation(plan.arm, sensor: plan.sensor, plan.options, at: began)
    }

    /// Simulates an arm until a signal ends it.
    /// - Throws: the `Failure` that ended it, or the `ExitStatus`.
    package nonisolated static func run(_ plan: SimulatePlan) throws { try LoopRun.run { SimulateSession(plan) } }

    func start(_ run: LoopRun) throws {
        self.run = run
        screen = try makeScreen()
        due = LoopTimer(of: self) { $0.advance(to: $1) }
        refresh = LoopTimer(of: self) { $0.show(at: $1) }
        switch plan.arm.link {
        case .bluetooth: advertise()
        case .serial: try openPort()
        }
        arm(at: began)
    }

    private func advertise() {
        let server = PeripheralServer(
            services.services,
            options: .init(
                name: plan.name, advertises: services.advertised, adapter: plan.adapter, wait: plan.waits))
        self.server = server
        server.delegate = self
        server.start()
    }

    private func openPort() throws(SystemFailure) {
        let port = try SimulatedPort(delegate: self)
        self.port = port
        let name = SafeText.escaped(plan.arm.name)
        screen?.note("SIMULATED: “\(name)” is at \(port.path): drive it with --port \(port.path)")
        show(at: Monotonic.now())
    }

    /// A pseudo-terminal has no rate: several frames may come at once. The board gets them as fast as its line is.
    func port(received bytes: [UInt8]) {
        guard let baud = plan.arm.link.serial?.baud else { return }
        var rest = bytes[...]
        lineFree = max(lineFree, Monotonic.now())
        while !rest.isEmpty, let frame = Frame(Array(rest.prefix(Frame.capacity))) {
            rest = rest.dropFirst(Frame.capacity)
            receive(frame, at: lineFree)
            lineFree += SerialProfile.byteTime(baud: baud) * frame.count
        }
    }

    private func makeScreen() throws(SystemFailure) -> any SimulateScreen {
        guard plan.isPlain else { return SimulateText(plan, start: began) }
        let writer = try LineWriter.standardOutput { [weak self] ending in
            self?.run?.end(Failure(.output, "\(ending.outputWords): the simulation ends"))
        }
        writer.start(pid: getpid())
        lines = writer
        return SimulateLines(writer, start: began, plan.arm)
    }

    func peripheral(didReport report: PeripheralServer.Report) {
        switch report {
        case .state(let state): changed(state)
        case .written(let frame, let characteristic, let time, let client):
            screen?.written(frame, to: characteristic, by: client, at: time)
            // What starts and stops a sensor goes to a characteristic of its own.
            guard let index = plan.arm.link.bluetooth?.writes.firstIndex(of: characteristic) else { return }
            var frame = frame
            frame.destination = UInt8(index)
            receive(frame, at: time)
        case .listening(let characteristic, let isListened): screen?.listening(characteristic, isListened)
        case .client(let client, let isConnected): screen?.client(client, isConnected: isConnected)
        case .note(let sentence): screen?.note(sentence)
        case .failed(let error): run?.end(Failure(error))
        }
    }

    private func changed(_ state: PeripheralServerState) {
        screen?.state(state)
        if case .advertising = state, shownAt == nil { show(at: Monotonic.now()) }
    }

    // MARK: the arm

    private func receive(_ frame: Frame, at time: Instant) {
        simulation.receive(frame, at: time) { notify($1, by: $2, at: $0) }
        stepped(at: time)
    }

    private func advance(to time: Instant) {
        simulation.advance(to: time) { notify($1, by: $2, at: $0) }
        stepped(at: time)
    }

    private func stepped(at time: Instant) {
        for act in simulation.arm.acts { screen?.acted(act) }
        arm(at: time)
    }

    private func notify(_ frame: Frame, by sender: Simulation.Sender, at time: Instant) {
        var isHeard = port != nil
        if let port {
            port.send(frame.bytes)
        } else {
            guard let characteristic = services.notifies(sender) else { return }
            isHeard = server?.notify(frame, on: characteristic) ?? false
        }
        notified += 1
        if isHeard { heard += 1 }
        screen?.notified(frame, at: time, isHeard: isHeard)
    }

    /// Arms the timers for what comes next.
    private func arm(at time: Instant) {
        guard run?.isEnding != true else { return }
        due?.arm(at: simulation.deadline)
        let interval = screen?.interval ?? .seconds(1)
        guard refresh?.deadline == nil, simulation.arm.isMoving(at: time) || !simulation.arm.acts.isEmpty else {
            return
        }
        refresh?.arm(at: max(time, (shownAt ?? time) + interval))
    }

    private func show(at time: Instant) {
        advance(to: time)
        shownAt = time
        let stand = SimulatedStand(simulation.arm, at: time)
        if stand != shown { screen?.stands(stand, simulation.arm.account, at: time) }
        shown = stand
        if simulation.arm.isMoving(at: time), let screen { refresh?.arm(at: time + screen.interval) }
    }

    // MARK: the end

    func end(_ run: LoopRun) {
        due?.cancel()
        refresh?.cancel()
        port?.close()
        guard let server else { return stop(run) }
        overdue = LoopTimer(of: self) { session, _ in
            session.server?.abandon()
            session.stop(run)
        }
        overdue?.arm(at: Monotonic.now() + Self.patience)
        server.close { [weak self] in self?.stop(run) }
    }

    private func stop(_ run: LoopRun) {
        overdue?.cancel()
        if shownAt != nil { screen?.account(simulation.arm.account, notified: notified, heard: heard) }
        lines?.finish(within: .milliseconds(500))
        run.finish()
    }
}
