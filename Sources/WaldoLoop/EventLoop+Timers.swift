import CWaldoShims
import Glibc
import WaldoTime

/// Timers, and the work at the end of each turn.
extension EventLoop {
    @LoopActor
    func add(_ timer: LoopTimer) { timers.append(timer) }

    @LoopActor
    func remove(_ timer: LoopTimer) { timers.removeAll { $0 === timer } }

    @LoopActor
    func add(_ work: TurnWork) { works.append(work) }

    @LoopActor
    func remove(_ work: TurnWork) { works.removeAll { $0 === work } }

    /// - Returns: whether work is left.
    @LoopActor
    func runWorks() -> Bool {
        var left = false
        for index in works.indices where index < works.count { left = works[index].body() || left }
        return left
    }

    @LoopActor
    func fireTimers() {
        let now = Monotonic.now()
        var index = 0
        while index < timers.count {
            let timer = timers[index]
            if let deadline = timer.deadline, deadline <= now {
                if !timer.readsFirst { timer.fire(now) } else if timer.wasFound() { hasFound = true }
            }
            index += 1
        }
    }

    /// Fires the timers that have waited for what the links had to read.
    @LoopActor
    func fireFoundTimers() {
        guard hasFound else { return }
        hasFound = false
        let now = Monotonic.now()
        for timer in timers where timer.isFound { timer.fire(now) }
    }

    @LoopActor
    func setTimer() {
        var earliest: Instant?
        for timer in timers { earliest = .earlier(earliest, timer.deadline) }
        Watchdog.expect(earliest)
        // A timer that fires too early costs an occasional turn; moving it later with each event would cost a system
        // call per event. But with no deadline at all it is disarmed, so that the process stays asleep.
        let mustBeSet =
            if let earliest, let timerIsSetFor { earliest < timerIsSetFor } else { earliest != timerIsSetFor }
        guard mustBeSet else { return }
        timerIsSetFor = earliest
        var spec = itimerspec()
        if let earliest {
            // Zero would disarm the timer: a deadline of zero or less becomes one nanosecond.
            let at = max(0, earliest.microseconds)
            spec.it_value.tv_sec = Int(at / 1_000_000)
            spec.it_value.tv_nsec = at == 0 ? 1 : Int(at % 1_000_000) * 1_000
        }
        timerfd_settime(timer, CInt(TFD_TIMER_ABSTIME), &spec, nil)
    }
}
