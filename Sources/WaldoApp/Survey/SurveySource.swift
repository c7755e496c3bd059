import WaldoBlueZ
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoSimulator
import WaldoSurvey
import WaldoTime

/// What a survey hears besides the arm's own link: the sensor's peripheral or the built-in sensor, and gpsd.
@LoopActor
final class SurveySource: SensorLinkDelegate, GPSDClientDelegate {
    private let plan: SurveyPlan
    private let survey: LiveSurvey
    private let failed: @LoopActor (Failure) -> Void
    private var demo: DemoSensorSource?
    private var simulated: SimulatedSensorSource?
    private var link: SensorLink?
    private var gpsd: GPSDClient?
    private let memory: SensorMemory
    /// Called with what the sensor sends, for the recording of a drive.
    var recorded: @LoopActor (Notification) -> Void = { _ in }

    /// - Parameter failed: called when the sensor cannot be heard at all.
    init(_ plan: SurveyPlan, _ survey: LiveSurvey, failed: @escaping @LoopActor (Failure) -> Void) {
        self.plan = plan
        self.survey = survey
        self.failed = failed
        memory = SensorMemory(of: plan.sensorSource.name) { [weak survey] in
            survey?.note("the peripheral is not remembered: \($0)")
        }
    }

    /// Begins to hear.
    func start() throws {
        if let simulation = plan.simulation {
            if !plan.isOnArm { try startSimulation(simulation) }
        } else if plan.isDemo {
            survey.link(LinkStatus(.connected, name: plan.sensor.name, detail: "built in"), at: Monotonic.now())
            demo = DemoSensorSource(for: self)
        } else if !plan.isOnArm {
            try startLink()
        }
        guard let address = plan.gpsd.flatMap({ GPSDAddress.parse($0) }) else { return }
        gpsd = GPSDClient(address, delegate: self)
    }

    func close() {
        demo?.close()
        simulated?.close()
        link?.close()
        gpsd?.close()
        memory.close()
    }

    func gpsd(isAt fix: Fix) { survey.located(fix) }

    func gpsd(changedTo state: GPSDState, _ sentence: String?) { if let sentence { survey.note(sentence) } }

    private func startSimulation(_ options: SimulationOptions) throws {
        do {
            simulated = try SimulatedSensorSource(plan.sensor, options, for: self)
        } catch {
            throw Failure(.file, error.sentence)
        }
        survey.link(
            LinkStatus(.connected, name: plan.sensor.name, detail: "simulated"), at: Monotonic.now())
    }

    // MARK: the sensor's peripheral

    private func startLink() throws {
        guard let service = plan.sensor.hears.service else {
            throw Failure(
                .file,
                plan.isOverride && plan.isBesideDrive
                    ? "under --override there is no link to the arm, so the sensor cannot be received"
                    : "“\(plan.sensor.name)” is received over an arm's link (`hear: arm`): use it with `waldo drive`, or "
                        + "name its service"
            )
        }
        let link = SensorLink(
            service: service, notify: plan.sensor.hears.notify,
            options: .init(
                choice: try choice(), adapter: plan.adapter, wait: plan.waits,
                says: plan.isOverride ? nil : plan.sensor.says))
        self.link = link
        link.delegate = self
        link.start()
    }

    /// The sensor sent bytes.
    func heard(_ bytes: [UInt8], channel: Int, at time: Instant) {
        recorded(Notification(characteristic: plan.sensor.hears.notify[channel], bytes: bytes, at: time))
        survey.heard(bytes, channel: channel, at: time)
    }

    /// The peripheral that the operator names, else the one that is remembered for the sensor.
    private func choice() throws(FileError) -> SensorLink.Choice {
        if let peripheral = plan.peripheral { return .called(peripheral) }
        let name = plan.sensorSource.name
        // Another sensor's file may be on standard input next time.
        guard name != StandardPath.stream else { return .advertised }
        return try KnownSensors().address(of: name).map { .remembered(address: $0, sensor: name) } ?? .advertised
    }

    func link(_ link: SensorLink, didReport report: SensorLink.Report) {
        let now = Monotonic.now()
        switch report {
        case .state(let state):
            survey.link(LinkStatus(state) { $0.events.joined(separator: "; ") }, at: now)
            guard case .up(let found, _) = state, plan.sensorSource.name != StandardPath.stream else { return }
            memory.remember(found.address)
        case .gone: survey.link(LinkStatus(.lost), at: now)
        case .notified(let channel, let notification):
            heard(notification.bytes, channel: channel, at: notification.at)
        case .heard: break
        case .failed(let error): failed(Failure(error))
        }
    }
}
