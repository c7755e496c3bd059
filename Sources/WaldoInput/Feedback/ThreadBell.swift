import CWaldoShims
import Glibc
import WaldoLoop
import WaldoTime

/// Wakes a thread that sleeps until the loop wants something of it. To ring never waits.
final class ThreadBell: Sendable {
    private let descriptor: OwnedDescriptor

    /// - Throws: the error of eventfd(2), when the process has no descriptor left.
    init() throws(SystemFailure) {
        let number = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
        guard number >= 0 else { throw SystemFailure("eventfd") }
        descriptor = OwnedDescriptor(owning: number)
    }

    /// Wakes the thread, or lets its next wait return at once.
    func ring() { eventfd_write(descriptor.number, 1) }

    /// Sleeps until the bell has rung, or a time has passed; nil: however long it takes.
    func wait(atMost span: TimeSpan? = nil) {
        var entry = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
        let milliseconds = span.map { CInt(clamping: $0.microseconds / 1_000) } ?? -1
        while poll(&entry, 1, milliseconds) < 0, errno == EINTR {}
        var count: eventfd_t = 0
        eventfd_read(descriptor.number, &count)
    }
}
