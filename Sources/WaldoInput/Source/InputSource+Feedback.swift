public import WaldoCore
import WaldoLoop
public import WaldoTime

/// What goes the other way: from the drive to a pad's motors, and from its battery to the screens.
extension InputSource {
    /// Rumbles the input, if it can. Neither waits nor allocates.
    public func play(_ rumble: Rumble, at time: Instant) { current?.motor?.play(rumble, at: time) }

    /// Starts what a newly opened input has of a motor and a battery. Neither is needed to drive: a machine without a
    /// thread left drives without them.
    func feel(_ opened: OpenInput) {
        opened.hasFeedback = true
        let report: @Sendable (InputSourceReport) -> Void = { [weak self, weak opened] report in
            Task { @LoopActor in
                guard let self, let opened, self.current === opened, !self.isClosed else { return }
                self.report(report)
            }
        }
        if opened.device.hasRumble, delegate?.rumbles(opened.description) == true {
            do throws(SystemFailure) {
                opened.motor = try RumbleMotor(opened.device) { report(.noRumble($0)) }
            } catch { self.report(.noRumble("\(error)")) }
        }
        opened.battery = try? BatteryWatch(node: opened.nodeName) { report(.battery($0)) }
    }
}

extension InputCatalogue {
    /// The battery of the input at a path; nil: its driver states none. Waits for the device, if its driver asks it.
    public static func battery(at path: String) -> Battery? { PowerSupply.of(node: nodeName(ofPath: path))?.battery }
}
