import CWaldoShims

/// Crashes, which no program survives: the failsafe frames are sent and the last resort runs, then the signal takes its
/// default effect.
extension Signals {
    static func watchCrashes() {
        waldo_use_signal_stack()
        waldo_watch_crashes(runLastResortFromCrash)
    }
}

private func runLastResortFromCrash() { Signals.runLastResort() }
