import WaldoCore

/// Writes an MCAP file sequentially. Messages go into uncompressed chunks, each followed by its index; a summary at the
/// end lets readers find everything. Memory grows only by an index entry of some 130 bytes per chunk.
final class MCAPWriter {
    private static let magic: [UInt8] = [0x89] + Array("MCAP0\r\n".utf8)
    private static let chunkSize = 1 << 20

    private let file: ExportFile
    private let topics: [MessageTopic]
    /// Bytes written so far, and their checksum.
    private var offset: UInt64 = 0
    private var crc = CRC32()
    private var record: [UInt8] = []

    private var chunk: [UInt8] = []
    private var chunkTimes: ClosedRange<UInt64>?
    private var chunkIndex: [[(time: UInt64, offset: UInt64)]]
    private var chunks: [MCAPChunk] = []
    private var counts: [UInt64]
    private var metadata: (name: String, start: UInt64, length: UInt64)?

    /// Messages written so far.
    var messages: UInt64 { counts.reduce(0, +) }

    /// Writes the file's start: magic, header and metadata.
    /// - Parameter facts: facts about the whole file, written as a metadata record of this name.
    init(
        _ file: ExportFile, library: String, topics: [MessageTopic], facts: (name: String, values: [(String, String)])
    ) throws(ExportError) {
        self.file = file
        self.topics = topics
        chunkIndex = topics.map { _ in [] }
        counts = topics.map { _ in 0 }
        try write(Self.magic)
        record.putRecord(.header) {
            $0.put("")
            $0.put(library)
        }
        let start = offset + UInt64(record.count)
        record.putRecord(.metadata) {
            $0.put(facts.name)
            $0.putSized { map in
                for (key, value) in facts.values {
                    map.put(key)
                    map.put(value)
                }
            }
        }
        try writeRecord()
        metadata = (facts.name, start, offset - start)
        topics.putSchemas(in: &chunk)
        topics.putChannels(in: &chunk)
    }

    /// Adds a message.
    /// - Parameters:
    ///   - topic: the index of its topic.
    ///   - time: nanoseconds since 1970.
    ///   - data: one JSON object.
    func add(topic: Int, time: UInt64, _ data: [UInt8]) throws(ExportError) {
        chunkIndex[topic].append((time, UInt64(chunk.count)))
        chunkTimes = chunkTimes.map { min($0.lowerBound, time)...max($0.upperBound, time) } ?? time...time
        chunk.putRecord(.message) {
            $0.put(UInt16(topic + 1))
            $0.put(UInt32(truncatingIfNeeded: counts[topic]))
            $0.put(time)
            $0.put(time)
            $0.append(contentsOf: data)
        }
        counts[topic] += 1
        if chunk.count >= Self.chunkSize { try endChunk() }
    }

    /// Writes the last chunk, the summary and the end, and gives the file its name.
    func finish() throws(ExportError) {
        if !chunk.isEmpty { try endChunk() }
        let checksum = crc.value
        record.putRecord(.dataEnd) { $0.put(checksum) }
        try writeRecord()
        try writeSummary()
        try write(Self.magic)
        try file.finish()
    }

    private func write(_ bytes: [UInt8]) throws(ExportError) {
        try file.write(bytes)
        crc.add(bytes)
        offset += UInt64(bytes.count)
    }

    private func writeRecord() throws(ExportError) {
        try write(record)
        record.removeAll(keepingCapacity: true)
    }

    // MARK: chunks

    private func endChunk() throws(ExportError) {
        let times = chunkTimes ?? 0...0
        let start = offset
        record.putRecord(.chunk) { record in
            record.put(times.lowerBound)
            record.put(times.upperBound)
            record.put(UInt64(chunk.count))
            record.put(CRC32.of(chunk))
            record.put("")
            record.put(UInt64(chunk.count))
            record.append(contentsOf: chunk)
        }
        try writeRecord()
        var entry = MCAPChunk(times: times, start: start, length: offset - start, size: UInt64(chunk.count))
        let indexStart = offset
        for topic in topics.indices where !chunkIndex[topic].isEmpty {
            entry.indexes.append((topic, offset))
            record.putRecord(.messageIndex) { record in
                record.put(UInt16(topic + 1))
                record.putSized { array in
                    for (time, offset) in chunkIndex[topic] {
                        array.put(time)
                        array.put(offset)
                    }
                }
            }
            try writeRecord()
            chunkIndex[topic].removeAll(keepingCapacity: true)
        }
        entry.indexLength = offset - indexStart
        chunks.append(entry)
        chunk.removeAll(keepingCapacity: true)
        chunkTimes = nil
    }

    // MARK: the summary

    /// Writes the summary: records grouped by kind, then the offset of each group; the footer says where both begin.
    private func writeSummary() throws(ExportError) {
        let summaryStart = offset
        crc = CRC32()
        var groups: [(opcode: MCAPOpcode, start: UInt64, length: UInt64)] = []
        func group(_ opcode: MCAPOpcode, _ body: (inout [UInt8]) -> Void) throws(ExportError) {
            body(&record)
            groups.append((opcode, offset, UInt64(record.count)))
            try writeRecord()
        }
        try group(.schema) { topics.putSchemas(in: &$0) }
        try group(.channel) { topics.putChannels(in: &$0) }
        try group(.statistics) { putStatistics(in: &$0) }
        try group(.chunkIndex) { bytes in for entry in chunks { entry.put(in: &bytes) } }
        if let metadata {
            try group(.metadataIndex) { bytes in
                bytes.putRecord(.metadataIndex) {
                    $0.put(metadata.start)
                    $0.put(metadata.length)
                    $0.put(metadata.name)
                }
            }
        }
        let offsetsStart = offset
        for group in groups {
            record.putRecord(.summaryOffset) {
                $0.append(group.opcode.rawValue)
                $0.put(group.start)
                $0.put(group.length)
            }
        }
        try writeRecord()
        record.putRecord(.footer) { footer in
            footer.put(summaryStart)
            footer.put(offsetsStart)
            footer.put(UInt32(0))
        }
        // The checksum covers the summary and the footer up to the checksum field.
        crc.add(record.dropLast(4))
        let checksum = crc.value
        record.removeLast(4)
        record.put(checksum)
        try writeRecord()
    }

    private func putStatistics(in bytes: inout [UInt8]) {
        let chunksWithMessages = chunks.filter { !$0.indexes.isEmpty }
        bytes.putRecord(.statistics) {
            $0.put(messages)
            $0.put(UInt16(topics.count))
            $0.put(UInt32(topics.count))
            $0.put(UInt32(0))
            $0.put(UInt32(1))
            $0.put(UInt32(chunks.count))
            $0.put(chunksWithMessages.map(\.times.lowerBound).min() ?? 0)
            $0.put(chunksWithMessages.map(\.times.upperBound).max() ?? 0)
            $0.putSized { map in
                for (topic, count) in counts.enumerated() {
                    map.put(UInt16(topic + 1))
                    map.put(count)
                }
            }
        }
    }
}
