import WaldoCore
public import WaldoSurvey
public import WaldoTime

extension StoreWriter: SurveySink {
    /// Stores what a stream is.
    public func stream(_ number: Int, _ description: StreamDescription) {
        guard begin(.stream) else { return }
        buffer.put(Int32(truncatingIfNeeded: number))
        buffer.put(row: description)
        pushOrCount(.stream)
    }

    /// A message is not stored: it follows from its bytes.
    public func message(_ message: borrowing SensorMessage) {}

    /// Stores a sample.
    public func sample(_ sample: Sample) {
        guard begin(.sample) else { return }
        buffer.put(Int32(truncatingIfNeeded: sample.stream))
        buffer.put(sample.sequence)
        buffer.put(row: sample)
        pushOrCount(.sample)
    }

    /// Stores an alarm.
    public func alarm(_ change: AlarmChange) {
        guard begin(.alarm) else { return }
        buffer.put(row: change)
        pushOrCount(.alarm)
    }

    /// Stores a gap.
    public func gap(_ gap: Gap) {
        guard begin(.gap) else { return }
        buffer.put(row: gap)
        pushOrCount(.gap)
    }

    /// Stores which peripheral the session's channels are heard from, once it is known.
    public func device(address: String, name: String) {
        guard begin(.device) else { return }
        buffer.put(address)
        buffer.put(name)
        pushOrCount(.device)
    }

    /// Marks the survey so that it is never published.
    public func forbidsUpload(at time: Instant) {
        guard begin(.forbidsUpload) else { return }
        pushOrCount(.forbidsUpload)
    }

    /// Stores rejected bytes.
    public func reject(_ reject: Reject) { self.reject(reject, line: nil) }

    /// Stores a rejected line of an imported file.
    /// - Parameter line: its number, from 1; nil: bytes of a sensor.
    public func reject(_ reject: Reject, line: Int?) {
        guard begin(.reject) else { return }
        buffer.put(row: RejectRow(reject: reject, line: line))
        pushOrCount(.reject)
    }

    private func begin(_ kind: RecordKind) -> Bool {
        guard !isFinished else { return false }
        if counts.isPending { handOverCounts() }
        buffer.begin(kind)
        return true
    }
}
