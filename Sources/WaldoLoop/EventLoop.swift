import CWaldoShims
import Glibc
import Synchronization
import WaldoTime

/// The epoll loop, which is also the executor of `LoopActor`.
///
/// A turn serves signals, inputs, due timers, links and all other ready descriptors, in this order. Then it runs the
/// jobs queued so far, the work added for the end of each turn, and the timers that let the links read first. If some
/// of that work is left, the next wait returns at once, so that a flood on one source never starves the others.
public final class EventLoop: SerialExecutor, TaskExecutor {
    /// The order in which ready descriptors are served within a turn.
    public enum Priority: Int, CaseIterable, Sendable {
        /// Signals.
        case signal
        /// The operator's inputs.
        case input
        /// Links. Due timers are served before them.
        case link
        /// Everything else.
        case other
    }

    /// One watched descriptor. The generation identifies stale events of a slot that has been reused.
    struct Slot {
        var generation: UInt32 = 0
        var descriptor: CInt = -1
        var priority = Priority.other
        var handler: (@LoopActor (UInt32) -> Void)?
    }

    struct Jobs: ~Copyable {
        var waiting: [UnownedJob] = []
        var spare: [UnownedJob] = []
    }

    private static let eventsATurn = 32

    private let epoll: CInt
    let wake: CInt
    let timer: CInt
    let owner: pthread_t
    let jobs = Mutex(Jobs())
    let hasJobs = Atomic(false)

    // Accessed on the loop's thread only, and never overlapping: checking for that at run time would cost more than the
    // accesses.
    @exclusivity(unchecked) nonisolated(unsafe) private var slots: [Slot] = []
    @exclusivity(unchecked) nonisolated(unsafe) private var freeSlots: [Int] = []
    @exclusivity(unchecked) nonisolated(unsafe) var timers: [LoopTimer] = []
    @exclusivity(unchecked) nonisolated(unsafe) var timerIsSetFor: Instant?
    /// Whether a timer fires at the end of this turn.
    @exclusivity(unchecked) nonisolated(unsafe) var hasFound = false
    @exclusivity(unchecked) nonisolated(unsafe) var works: [TurnWork] = []
    @exclusivity(unchecked) nonisolated(unsafe) private var stopping = false
    @exclusivity(unchecked) nonisolated(unsafe) private(set) var turns = 0

    /// Creates the loop, on the thread that will run it.
    init() {
        epoll = epoll_create1(CInt(EPOLL_CLOEXEC))
        wake = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
        timer = timerfd_create(CLOCK_MONOTONIC, CInt(TFD_CLOEXEC | TFD_NONBLOCK))
        owner = pthread_self()
        precondition(epoll >= 0 && wake >= 0 && timer >= 0, "no descriptors left for the event loop")
        for (descriptor, mark) in [(wake, Self.wakeMark), (timer, Self.timerMark)] {
            var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(u64: mark))
            precondition(epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0)
        }
    }

    private static let wakeMark = UInt64.max
    private static let timerMark = UInt64.max - 1

    // MARK: running

    /// Runs turns until `stop` is called. Called once, by `Loop.run`.
    @LoopActor
    func run() {
        // A raw buffer: an array would be accessed in closures, which check the executor twice a turn.
        let ready = UnsafeMutableBufferPointer<epoll_event>.allocate(capacity: Self.eventsATurn)
        ready.initialize(repeating: epoll_event())
        defer { ready.deallocate() }
        var workIsLeft = false
        while !stopping {
            setTimer()
            let count = epoll_wait(epoll, ready.baseAddress, CInt(ready.count), workIsLeft ? 0 : -1)
            turns &+= 1
            serve(UnsafeBufferPointer(rebasing: ready[..<max(0, Int(count))]))
            runJobs()
            // After the jobs: what they have received from the bus is handled before the loop sleeps.
            workIsLeft = runWorks()
            fireFoundTimers()
        }
        stopping = false
    }

    @LoopActor
    func stop() { stopping = true }

    @LoopActor
    private func serve(_ ready: UnsafeBufferPointer<epoll_event>) {
        for priority in [Priority.signal, .input] { serve(ready, of: priority) }
        fireTimers()
        for priority in [Priority.link, .other] { serve(ready, of: priority) }
    }

    @LoopActor
    private func serve(_ ready: UnsafeBufferPointer<epoll_event>, of priority: Priority) {
        for event in ready {
            let mark = event.data.u64
            if mark == Self.wakeMark || mark == Self.timerMark {
                if priority == .signal { drain(mark == Self.wakeMark ? wake : timer) }
                continue
            }
            let index = Int(mark & 0xffff_ffff)
            guard slots[index].generation == UInt32(mark >> 32), slots[index].priority == priority else { continue }
            slots[index].handler?(event.events)
        }
    }

    private func drain(_ counter: CInt) {
        var count: UInt64 = 0
        if read(counter, &count, MemoryLayout<UInt64>.size) > 0, counter == timer { timerIsSetFor = nil }
    }

    // MARK: descriptors

    @LoopActor
    func add(
        _ descriptor: CInt, _ interest: UInt32, _ priority: Priority, _ handler: @escaping @LoopActor (UInt32) -> Void
    ) throws(SystemFailure) -> (slot: Int, generation: UInt32) {
        let index = freeSlots.popLast() ?? slots.count
        if index == slots.count { slots.append(Slot()) }
        slots[index].generation &+= 1
        slots[index].descriptor = descriptor
        slots[index].priority = priority
        slots[index].handler = handler
        let generation = slots[index].generation
        do { try control(EPOLL_CTL_ADD, index, generation, interest) } catch {
            slots[index].handler = nil
            freeSlots.append(index)
            throw error
        }
        return (index, generation)
    }

    @LoopActor
    func control(_ operation: CInt, _ slot: Int, _ generation: UInt32, _ interest: UInt32) throws(SystemFailure) {
        guard slots[slot].generation == generation else { return }
        var event = epoll_event(
            events: interest, data: epoll_data_t(u64: UInt64(generation) << 32 | UInt64(slot)))
        guard epoll_ctl(epoll, operation, slots[slot].descriptor, &event) == 0 else {
            throw SystemFailure("epoll_ctl")
        }
    }

    @LoopActor
    func remove(_ slot: Int, _ generation: UInt32) {
        guard slots[slot].generation == generation else { return }
        slots[slot].generation &+= 1
        slots[slot].handler = nil
        freeSlots.append(slot)
    }
}
