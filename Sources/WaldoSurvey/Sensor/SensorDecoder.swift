import WaldoCore
public import WaldoTime

/// Finds a sensor's messages in the bytes of one channel. Pure, and without allocation once warm, except for what is
/// rejected.
///
/// Where a message begins and ends follows from the bytes alone, so a message that is cut or joined anywhere decodes
/// the same. Only a format without a mark or a check of its own, which has lost synchronisation, uses that its
/// messages often begin where a notification begins.
public struct SensorDecoder: Sendable {
    /// The most rejected bytes that are reported together.
    private static let longestReject = 256

    let sensor: Sensor
    let channel: Int
    /// Whether the bytes are those of a file, whose lines come whole.
    let isFile: Bool
    /// Whether all messages with numbers are text.
    let isText: Bool
    /// The first bytes of the marks with which messages with numbers begin.
    let starts: [UInt8]
    /// Where the bytes went.
    public internal(set) var account = SensorAccount()

    /// Bytes that are not decided yet, from `position` on.
    var buffer: [UInt8] = []
    var position = 0
    /// Where notifications begin in the buffer whose length is a multiple of the unmarked format's.
    var aligned: [Int] = []
    /// Whether the last bytes of a format without marks were a message.
    var isInStep = true
    /// Whether the rest of a line that is too long is being passed over.
    var isSkipping = false
    /// Contiguous bytes that are rejected, for one reason.
    private var run: [UInt8] = []
    private var runFault = FieldReader.Fault(reason: .stray)
    private var runFormat: Int?
    /// When the last byte of `run` arrived.
    private var runTime = Instant.clockStart

    var reader = FieldReader()
    var message: SensorMessage
    var describedStreams = DescribedStreams()

    /// Creates a decoder.
    /// - Parameters:
    ///   - channel: the channel of the sensor, the index of its characteristic in the sensor's list.
    ///   - isFile: whether the bytes are those of a file, each line with its end or in pieces of one.
    public init(_ sensor: Sensor, channel: Int = 0, isFile: Bool = false) {
        self.sensor = sensor
        self.channel = channel
        self.isFile = isFile
        isText = sensor.messages.allSatisfy { $0.columns != nil || $0.fields.isEmpty }
        starts = Array(Set(sensor.messages.filter { !$0.fields.isEmpty }.flatMap(\.begins).compactMap(\.first)))
        let fields = sensor.messages.map(\.fields.count).max() ?? 0
        message = SensorMessage(
            format: 0, channel: channel, at: .clockStart,
            values: [Double](repeating: .nan, count: max(1, fields)))
        buffer.reserveCapacity(4 * MessageFormat.longest)
        aligned.reserveCapacity(64)
        run.reserveCapacity(Self.longestReject)
    }

    /// Reads the bytes of a notification.
    /// - Parameter time: when they arrived.
    public mutating func read(_ bytes: [UInt8], at time: Instant, _ sink: inout some DecoderSink) {
        var mark = isFile && isText && account.received == 0 && bytes.starts(with: ByteOrderMark.utf8)
        account.received += bytes.count
        if let unmarked, bytes.count % unmarked == 0, !bytes.isEmpty { noteAligned(buffer.count) }
        var from = 0
        while from < bytes.count {
            let end = min(bytes.count, from + MessageFormat.longest)
            buffer.append(contentsOf: bytes[from..<end])
            from = end
            if mark { accept(ByteOrderMark.utf8.count, &sink) }
            mark = false
            while position < buffer.count, decodeNext(at: time, &sink) {}
            discardDecided()
        }
        account.pending = buffer.count
    }

    /// Rejects what is left of a message: the link was lost, or the survey ends.
    public mutating func flush(at time: Instant, _ sink: inout some DecoderSink) {
        if !buffer.isEmpty {
            endRun(&sink)
            while position < buffer.count { reject(1, FieldReader.Fault(reason: .incomplete), at: time, &sink) }
            discardDecided()
        }
        endRun(&sink)
        account.pending = 0
        isInStep = true
        isSkipping = false
    }

    /// The length of the format that has neither marks nor a check; nil: there is none.
    var unmarked: Int? {
        guard sensor.messages.count == 1, let format = sensor.messages.first, format.begins.isEmpty,
            format.check == nil, format.burst == nil, case .bytes(let count) = format.extent
        else { return nil }
        return count
    }

    // MARK: what becomes of bytes

    /// Accepts bytes of a message, or between two.
    mutating func accept(_ count: Int, _ sink: inout some DecoderSink) {
        endRun(&sink)
        account.accepted += count
        position += count
    }

    /// Rejects bytes; contiguous ones are reported together, for the reason of the first.
    mutating func reject(
        _ count: Int, _ fault: FieldReader.Fault, format: Int? = nil, at time: Instant, _ sink: inout some DecoderSink
    ) {
        for _ in 0..<count {
            if run.isEmpty {
                runFault = fault
                runFormat = format
            }
            run.append(buffer[position])
            runTime = time
            position += 1
            account.rejected[runFault.reason.index] += 1
            if run.count == Self.longestReject { endRun(&sink) }
        }
    }

    /// Reports the rejected bytes.
    mutating func endRun(_ sink: inout some DecoderSink) {
        guard !run.isEmpty else { return }
        let field = runFormat.flatMap { format in runFault.field.map { sensor.messages[format].fields[$0].name } }
        sink.reject(Reject(at: runTime, channel: channel, bytes: run, reason: runFault.reason, field: field))
        run.removeAll(keepingCapacity: true)
    }

    private mutating func noteAligned(_ index: Int) {
        if aligned.count == aligned.capacity { aligned.removeFirst() }
        aligned.append(index)
    }

    /// Discards the bytes that are decided.
    private mutating func discardDecided() {
        guard position > 0 else { return }
        buffer.removeSubrange(..<position)
        var kept = 0
        for index in aligned where index >= position {
            aligned[kept] = index - position
            kept += 1
        }
        aligned.removeLast(aligned.count - kept)
        position = 0
    }
}
