import CLibevdev
import Glibc
public import WaldoCore
public import WaldoLoop
public import WaldoTime

/// Who observes a device by an `InputMonitor`.
@LoopActor
public protocol InputMonitorDelegate: AnyObject {
    /// The device has sent a record; SYN_REPORT is one.
    func changed(_ record: InputMonitor.Record)
    /// Events were dropped, and this is the whole state; the records of its axes came before.
    func resynced(_ state: InputState)
    /// The device is lost, for this reason, which ends the watch.
    func lost(_ reason: String)
}

/// Observes one device: reports everything that it sends as it arrives, without a grab and without a mask.
@LoopActor
public final class InputMonitor {
    /// One record from the device.
    public struct Record: Equatable, Sendable {
        /// The EV_* type, and the code within that type.
        public var type: UInt16, code: UInt16
        /// The value; its meaning depends on the type.
        public var value: Int32
        /// The time on CLOCK_MONOTONIC.
        public var at: Instant

        /// The record as a drive takes it; nil: autorepeat, or nothing of an axis or a key.
        public var event: InputEvent? {
            switch (CInt(type), value) {
            case (EV_ABS, _): .axis(code, value)
            case (EV_KEY, 0), (EV_KEY, 1): .key(code, down: value == 1)
            case (EV_SYN, _) where CInt(code) == SYN_REPORT: .report(more: false)
            default: nil
            }
        }

        /// The code's name, such as "ABS_X"; its type and number if the kernel has no name for it.
        public var name: String { CodeName.of(type: type, code: code) ?? "\(type)/\(code)" }
    }

    /// The device's description.
    public let description: InputDescription
    /// The kernel's description of each axis, with its value at opening.
    public let axes: [AxisDetails]

    private let device: EvdevDevice
    private weak var delegate: (any InputMonitorDelegate)?
    private var watch: FileWatch?

    /// Opens a node and reports its records.
    /// - Parameters:
    ///   - path: the node's path.
    ///   - delegate: who observes it.
    /// - Throws: `notPermitted` or `notFound` when the node cannot be opened, `busy` for a gamepad that another program
    ///   has grabbed, `system` when it cannot be waited on.
    public init(path: String, delegate: any InputMonitorDelegate) throws(InputError) {
        do { device = try EvdevDevice(path: path) } catch {
            let isDenied = error.code == EACCES || error.code == EPERM
            throw isDenied
                ? .notPermitted([InputCatalogue.probe(at: path).node])
                : InputError(
                    .notFound, "\(path) cannot be opened (\(error.reason)): see `waldo inputs` for what there is.")
        }
        if device.capabilities.kind == .gamepad {
            do throws(SystemFailure) { try device.checkGrab() } catch {
                if error.code == EBUSY { throw .busy("\"\(device.description.identity.name)\" at \(path)", path) }
            }
        }
        description = device.description
        axes = description.axes.compactMap { [device] in device.details(ofAxis: $0.code) }
        self.delegate = delegate
        do {
            watch = try FileWatch(device.descriptor, for: .readable, priority: .input, of: self) { $0.read($1) }
        } catch { throw InputError(.system, "\(path) cannot be waited on (\(error.reason)): it is no event device.") }
    }

    /// Where every axis is now, and which keys are down.
    public var state: InputState {
        device.state(of: CodesWanted(axes: description.axes.map(\.code), keys: description.keyCodes))
    }

    /// Ends the watch.
    public func close() {
        watch?.cancel()
        watch = nil
    }

    private func read(_ readiness: Readiness) {
        while watch != nil {
            switch device.next() {
            case .event(let raw):
                let at = device.clock.time(of: raw.stamp, now: Monotonic.now())
                delegate?.changed(Record(type: raw.type, code: raw.code, value: raw.value, at: at))
            case .resynchronised: reportState()
            case .lost(let code): end(String(cString: strerror(code)))
            case .drained:
                if readiness.contains(.hangup) || readiness.contains(.error) { end("It has hung up") }
                return
            }
        }
    }

    /// Reports the current value of each axis after events were dropped.
    private func reportState() {
        let now = Monotonic.now()
        delegate?.changed(Record(type: UInt16(EV_SYN), code: UInt16(SYN_DROPPED), value: 0, at: now))
        for axis in axes {
            guard let details = device.details(ofAxis: axis.code) else { continue }
            delegate?.changed(Record(type: UInt16(EV_ABS), code: axis.code, value: details.value, at: now))
        }
        delegate?.resynced(state)
    }

    private func end(_ reason: String) {
        close()
        delegate?.lost(reason)
    }
}
