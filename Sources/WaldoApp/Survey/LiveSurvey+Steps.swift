import WaldoCore
import WaldoLoop
import WaldoStore
import WaldoSurvey
import WaldoTime

/// Steps the state machine, stores what happens, and hands the results on.
extension LiveSurvey {
    func step(_ event: SurveyEvent, at time: Instant) {
        guard !hasEnded else { return }
        // A deadline, which is not stored, may have been handled after what is stamped before it: stored is the time
        // that counts.
        let time = max(time, machine.time)
        // What is computed has to follow from what is stored.
        if event != .deadline, let store, !store.record(event, at: time) { return }
        if event.isData { isEmpty = false }
        machine.step(event, at: time, &results)
        handOnAll()
        timer?.arm(at: machine.deadline)
    }

    /// Hands each result on once: an alarm that halts the arm has it sent commands, which are the machine's next
    /// step.
    private func handOnAll() {
        while next < results.entries.count {
            next += 1
            handOn(results.entries[next - 1])
        }
        results.removeAll()
        next = 0
    }

    private func handOn(_ result: SurveyReport) {
        switch result {
        case .stream(let number, let stream): store?.stream(number, stream)
        case .sample(let sample): store?.sample(sample)
        case .alarm(let change):
            // Before the rows of what the halt has sent; it never waits.
            store?.alarm(change)
            if change.halts, change.cause != nil { delegate?.surveyHalts() }
        case .gap(let gap): store?.gap(gap)
        case .reject(let reject): store?.reject(reject)
        case .forbidsUpload(let time): store?.forbidsUpload(at: time)
        case .message, .match, .fix, .link, .paused, .relay, .store, .note: break
        }
        report(result)
    }
}

extension SurveyEvent {
    /// Whether it is something heard, a place that was found, or a motion of the arm.
    fileprivate var isData: Bool {
        switch self {
        case .bytes, .command, .spot: true
        case .fix(let fix): fix.source != .fixed
        case .clock, .undated, .linkUp, .linkDown, .paused, .placed, .deadline, .end: false
        }
    }
}
