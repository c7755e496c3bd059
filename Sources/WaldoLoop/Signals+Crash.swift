internal import CWaldoShims

/// What no program survives: the last word and the last resort all the same, then the signal's ordinary effect.
extension Signals {
    static func watchCrashes() {
        waldo_use_signal_stack()
        waldo_watch_crashes(runLastResortFromCrash)
    }
}

private func runLastResortFromCrash() { Signals.runLastResort() }
