import WaldoCore
public import WaldoSurvey
public import WaldoTime

extension StoreWriter {
    /// Adds an event of the session's state machine, before the machine takes it.
    /// - Returns: whether the machine may take it. False for an event that does not fit and is counted: what is
    ///   computed must follow from what is stored.
    @discardableResult
    public func record(_ event: SurveyEvent, at: Instant) -> Bool {
        guard !isFinished else { return true }
        if counts.isPending { handOverCounts() }
        switch event {
        case .bytes(let channel, let bytes): return recordReading(channel, bytes, at)
        case .fix(let fix):
            begin(.fix, at)
            buffer.put(row: fix)
            return pushOrCount(.fix)
        case .command(let channel, let value):
            begin(.command, at)
            buffer.put(row: CommandRow(channel: channel.index, value: Int64(value)))
            return pushOrCount(.command)
        case .clock(let utc):
            begin(.clock, at)
            buffer.put(utc)
            return pushOrCount(.clock)
        case .undated: return record(.undated, as: .undated, at)
        case .linkUp: return record(.linkUp, as: .link, at)
        case .linkDown: return record(.linkDown, as: .link, at)
        case .paused: return record(.paused, as: .link, at)
        case .placed: return record(.placed, as: .placed, at)
        case .spot(let change): return record(EventKind(change), as: .spot, at)
        case .deadline: return record(.deadline, as: .deadline, at)
        case .end: return record(.end, as: .end, at)
        }
    }

    private func record(_ event: EventKind, as kind: RecordKind, _ at: Instant) -> Bool {
        begin(kind, at)
        buffer.put(row: EventRow(kind: event.rawValue))
        return pushOrCount(kind)
    }

    private func begin(_ kind: RecordKind, _ at: Instant) {
        buffer.begin(kind)
        buffer.put(at)
    }

    private func recordReading(_ channel: Int, _ bytes: [UInt8], _ at: Instant) -> Bool {
        counts.addReceived(bytes.count, channel: channel)
        begin(.reading, at)
        bytes.withUnsafeBytes { buffer.put(row: ReadingRow(channel: channel, bytes: $0)) }
        switch push(.reading) {
        case .added: return true
        case .full:
            counts.addOverflow(bytes.count, channel: channel)
            return false
        case .broken: return true
        }
    }

    /// Counts a fix that is left out, because more come than are to be stored.
    public func leaveFixOut() {
        if !isFinished { counts.addRow(.surplusFix) }
    }

    /// Hands over how many bytes of a characteristic the decoder has accepted since the session's start; the last
    /// number before `finish` closes the account.
    public func accepted(_ bytes: Int64, channel: Int) {
        guard !isFinished else { return }
        buffer.begin(.accepted)
        buffer.put(Int32(channel))
        buffer.put(bytes)
        _ = push(.accepted)
    }

    /// Hands over what became of a characteristic's measurements since the session's start; the last before `finish`
    /// closes the account.
    public func measured(_ account: MeasurementAccount, channel: Int) {
        guard !isFinished else { return }
        buffer.begin(.measurements)
        buffer.put(Int32(channel))
        buffer.put(Int64(account.decoded))
        for reason in Unsampled.allCases { buffer.put(Int64(account[reason])) }
        _ = push(.measurements)
    }
}
