/// What the summary of an MCAP file says of a chunk: its times, where it and its indexes are, and their lengths.
struct MCAPChunk {
    var times: ClosedRange<UInt64>
    var start: UInt64, length: UInt64, size: UInt64
    /// Where the index of each topic in it is.
    var indexes: [(topic: Int, offset: UInt64)] = []
    var indexLength: UInt64 = 0

    /// Appends the chunk's record of the summary.
    func put(in bytes: inout [UInt8]) {
        bytes.putRecord(.chunkIndex) {
            $0.put(times.lowerBound)
            $0.put(times.upperBound)
            $0.put(start)
            $0.put(length)
            $0.putSized { map in
                for (topic, offset) in indexes {
                    map.put(UInt16(topic + 1))
                    map.put(offset)
                }
            }
            $0.put(indexLength)
            $0.put("")
            $0.put(size)
            $0.put(size)
        }
    }
}
