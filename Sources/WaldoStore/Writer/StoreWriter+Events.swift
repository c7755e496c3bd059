public import WaldoCore
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
            buffer.put(fix)
            return pushOrCount(.fix)
        case .command(let channel, let value):
            begin(.command, at)
            buffer.put(UInt8(channel.place))
            buffer.put(value)
            return pushOrCount(.command)
        case .clock(let utc):
            begin(.clock, at)
            buffer.put(utc)
            return pushOrCount(.clock)
        case .linkUp, .linkDown:
            begin(.link, at)
            buffer.put(event == .linkUp)
            return pushOrCount(.link)
        case .placed:
            begin(.placed, at)
            return pushOrCount(.placed)
        case .spot(let change):
            begin(.spot, at)
            buffer.put(EventKind(change).code)
            return pushOrCount(.spot)
        case .deadline:
            begin(.deadline, at)
            return pushOrCount(.deadline)
        case .end:
            begin(.end, at)
            return pushOrCount(.end)
        }
    }

    private func begin(_ kind: RecordKind, _ at: Instant) {
        buffer.begin(kind)
        buffer.put(at)
    }

    private func recordReading(_ channel: Int, _ bytes: [UInt8], _ at: Instant) -> Bool {
        counts.addReceived(bytes.count, channel: channel)
        begin(.reading, at)
        buffer.put(Int32(channel))
        buffer.put(bytes)
        switch push(.reading) {
        case .added: return true
        case .full:
            counts.addOverflow(bytes.count, channel: channel)
            return false
        case .broken: return true
        }
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
}
