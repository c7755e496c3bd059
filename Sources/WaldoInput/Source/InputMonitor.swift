internal import CLibevdev
internal import Glibc
public import WaldoCore
public import WaldoLoop

/// Looks into one device: everything that it sends, as it comes, without a grab and without a mask.
@LoopActor
public final class InputMonitor {
    /// One record of the device's.
    public struct Record: Equatable, Sendable {
        /// EV_* type and the code of that type.
        public var type: UInt16, code: UInt16
        /// The value, whose sense is the type's.
        public var value: Int32
        /// Microseconds on CLOCK_MONOTONIC.
        public var at: Int64

        /// The code's name, "ABS_X"; its type and number where the kernel has no name for it.
        public var name: String { CodeName.of(type: type, code: code) ?? "\(type)/\(code)" }
    }

    /// What the device is.
    public let description: InputDescription
    /// All that is declared of its axes, with their values at opening.
    public let axes: [AxisDetails]

    private let device: EvdevDevice
    private let changed: @LoopActor (Record) -> Void
    private let lost: @LoopActor (String) -> Void
    private var watch: FileWatch?

    /// Opens a node and tells each record of it (SYN_REPORT too); `lost`, with the reason, ends the watch.
    /// - Throws: `notPermitted` or `notFound`, with the mend.
    public init(
        path: String, changed: @escaping @LoopActor (Record) -> Void, lost: @escaping @LoopActor (String) -> Void
    ) throws(InputError) {
        do { device = try EvdevDevice(path: path) } catch {
            let isDenied = error.code == EACCES || error.code == EPERM
            throw isDenied
                ? .notPermitted([InputCatalogue.look(at: path).node])
                : InputError(.notFound, "\(path) cannot be opened (\(error)): see `waldo inputs` for what there is.")
        }
        description = device.description
        axes = description.axes.compactMap { [device] in device.details(ofAxis: $0.code) }
        self.changed = changed
        self.lost = lost
        do {
            watch = try FileWatch(device.descriptor, for: .readable, priority: .input) { [weak self] in self?.read($0) }
        } catch { throw InputError(.system, "\(path) cannot be waited on (\(error)): it is no event device.") }
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
                changed(Record(type: raw.type, code: raw.code, value: raw.value, at: at))
            case .resynchronised: reportState()
            case .lost(let code): end(String(cString: strerror(code)))
            case .drained:
                if readiness.contains(.hangup) || readiness.contains(.error) { end("It has hung up") }
                return
            }
        }
    }

    /// Events were dropped: where each axis stands now.
    private func reportState() {
        let now = Monotonic.now()
        changed(Record(type: UInt16(EV_SYN), code: UInt16(SYN_DROPPED), value: 0, at: now))
        for axis in axes {
            guard let details = device.details(ofAxis: axis.code) else { continue }
            changed(Record(type: UInt16(EV_ABS), code: axis.code, value: details.value, at: now))
        }
    }

    private func end(_ reason: String) {
        close()
        lost(reason)
    }
}
