import WaldoCore
import WaldoSurvey
public import WaldoTime

/// Makes fixes of the bytes that gpsd sends: lines of JSON, cut anywhere. Bounded in memory, whatever comes.
///
/// With several receivers, the fixes of the first one that has any count, until it has had none for `patience`.
public struct GPSDStream: Sendable {
    /// The longest line in bytes; gpsd's own are 10,240 at most. A longer one is nonsense.
    public static let longest = 16_384
    /// How long another receiver's fixes do not count after the last one of the receiver in use.
    public static let patience: TimeSpan = .seconds(10)

    /// How much earlier than its arrival a fix was measured.
    private let lag: TimeSpan
    private var line: [UInt8] = []
    private var isTooLong = false
    private var device: UInt64?, last: Instant?
    private var hdop: Double?, satellites: Int?

    /// Starts with a connection.
    /// - Parameter lag: how long a fix takes from the receiver's antenna to here, if that is known.
    public init(lag: TimeSpan = .zero) {
        self.lag = lag
        line.reserveCapacity(Self.longest)
    }

    /// Receives bytes as they come, and gives what each line that ends in them amounts to.
    /// - Parameters:
    ///   - time: when they arrived: the time of their fixes, less the lag. gpsd's own time is not used, which is that
    ///     of another clock.
    public mutating func receive(
        _ bytes: UnsafeRawBufferPointer, at time: Instant, _ each: (GPSDReport) -> Void
    ) {
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                if line.count < Self.longest { line.append(byte) } else { isTooLong = true }
                continue
            }
            if isTooLong {
                each(.nonsense)
            } else if line.contains(where: { $0 > 0x20 }) {
                each(report(line.withUnsafeBytes { GPSDLine($0) }, at: time))
            }
            line.removeAll(keepingCapacity: true)
            isTooLong = false
        }
    }

    private mutating func report(_ line: GPSDLine?, at time: Instant) -> GPSDReport {
        switch line {
        case nil: return .nonsense
        case .version(let major): return .version(major: major)
        case .other: return .other
        case .sky(let device, let hdop, let satellites):
            // Some versions split what they know of the sky into two objects.
            guard device == self.device || self.device == nil else { return .other }
            if let hdop { self.hdop = hdop }
            if let satellites { self.satellites = satellites }
            return .other
        case .position(let position): return report(position, at: time)
        }
    }

    private mutating func report(_ position: GPSDPosition, at time: Instant) -> GPSDReport {
        let isInUse = device == nil || device == position.device
        guard position.isFix, let longitude = position.longitude, let latitude = position.latitude else {
            if isInUse { (hdop, satellites) = (nil, nil) }
            return isInUse ? .noFix : .other
        }
        if !isInUse {
            if let last, time - last < Self.patience { return .other }
            (hdop, satellites) = (nil, nil)
        }
        (device, last) = (position.device, time)
        let place = Place(
            x: longitude, y: latitude, z: position.bestHeight, accuracy: position.accuracy(hdop: hdop),
            verticalAccuracy: position.verticalAccuracy)
        return .fix(Fix(source: .gpsd, at: time - lag, place: place, satellites: satellites, hdop: hdop))
    }
}
