import WaldoCore

/// What has not been stored, counted on the loop's side, and how much of it has been handed to the thread.
struct OverflowCounts {
    /// One characteristic: everything that came, and what of it did not fit.
    struct OfChannel {
        var received: Int64 = 0
        var rows: Int64 = 0, bytes: Int64 = 0
    }

    private(set) var channels: [OfChannel] = []
    private(set) var rows = [Int64](repeating: 0, count: RecordKind.allCases.count)
    /// Whether there are counts that the thread does not have yet.
    private(set) var isPending = false
    /// All rows that did not fit.
    private(set) var totalRows = 0
    /// All rows that were to be stored.
    var offeredRows = 0

    mutating func addReceived(_ bytes: Int, channel: Int) {
        while channels.count <= channel { channels.append(OfChannel()) }
        channels[channel].received += Int64(bytes)
    }

    mutating func addOverflow(_ bytes: Int, channel: Int) {
        channels[channel].rows += 1
        channels[channel].bytes += Int64(bytes)
        totalRows += 1
        isPending = true
    }

    mutating func addRow(_ kind: RecordKind) {
        rows[Int(kind.rawValue)] += 1
        if kind != .surplusFix { totalRows += 1 }
        isPending = true
    }

    /// The counts of a characteristic have been handed over.
    mutating func clear(channel: Int) {
        channels[channel].rows = 0
        channels[channel].bytes = 0
    }

    /// The count of a kind has been handed over.
    mutating func clear(_ kind: RecordKind) { rows[Int(kind.rawValue)] = 0 }

    mutating func setHandedOver() { isPending = false }
}
