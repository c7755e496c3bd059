import WaldoCore
import WaldoMap
import WaldoPanel
import WaldoSurvey

/// The samples of a stream as pages get them: packed, the newest ones.
struct SampleSeries {
    /// The maximum number kept: more than a day at one per second.
    static let maxSamples = 100_000
    /// The maximum number sent in one frame, so that no frame delays a state.
    static let chunk = 512
    /// The bytes of one.
    private static let size = 32

    /// The index of the first one that is kept.
    private(set) var first = 0
    private var bytes: [UInt8] = []

    /// The index of the next one.
    var end: Int { first + bytes.count / Self.size }

    /// Adds a sample.
    /// - Parameters:
    ///   - milliseconds: its time on the clock of its slot.
    ///   - plane: where places are drawn; nil: it is not known yet.
    mutating func append(_ sample: Sample, at milliseconds: Double, on plane: MapPlane?) {
        if bytes.count >= Self.maxSamples * Self.size {
            // A quarter at once: each removal moves all that stays.
            let dropped = Self.maxSamples / 4
            bytes.removeFirst(dropped * Self.size)
            first += dropped
        }
        let point = sample.place.flatMap { plane?.point($0) }
        append(milliseconds.bitPattern)
        for number in [sample.value, sample.sigma, point?.x, point?.y, point == nil ? nil : sample.place?.z] {
            append((number.map { Float($0) } ?? .nan).bitPattern)
        }
        append(UInt16(truncatingIfNeeded: sample.flags.rawValue))
        append(UInt16(0))
    }

    private mutating func append(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// A frame of samples from an index on.
    /// - Returns: the frame, and the index behind it; nil: there are none.
    func frame(slot: Int, stream: Int, from index: Int) -> (payload: PanelPayload, next: Int)? {
        let start = max(index, first), count = min(Self.chunk, end - start)
        guard count > 0 else { return nil }
        var frame = SampleSeries()
        frame.bytes.reserveCapacity(16 + count * Self.size)
        frame.append(UInt8(1))
        frame.append(UInt8(slot))
        frame.append(UInt16(stream))
        for number in [start, count, end] { frame.append(UInt32(number)) }
        let offset = (start - first) * Self.size
        return (.samples(frame.bytes + bytes[offset..<(offset + count * Self.size)]), start + count)
    }

    // MARK: from a helper

    /// No samples yet.
    init() {}

    /// The samples, as a helper hands them over.
    var packet: Packet {
        var packet = Packet()
        packet.put(first)
        packet.put(bytes)
        return packet
    }

    /// Reads what a helper has packed.
    init(_ packet: inout PacketReader) throws(PacketReader.Malformed) {
        first = try packet.int()
        bytes = try packet.data()
        guard bytes.count % Self.size == 0, bytes.count <= Self.maxSamples * Self.size else {
            throw PacketReader.Malformed()
        }
    }
}
