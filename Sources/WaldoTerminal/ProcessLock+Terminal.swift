internal import Glibc
internal import WaldoLoop

extension ProcessLock {
    /// TIOCGDEV of asm-generic/ioctls.h, a macro that Swift does not see.
    private static let getDevice: UInt = 0x8004_5432

    /// The right to an open terminal's modes, by its own device, whatever path it was opened by. Two owners would each
    /// give back what the other had set, and share the keys that are typed between them.
    static func terminal(_ terminal: CInt) throws(Taken) -> ProcessLock {
        var device: CUnsignedInt = 0
        let isReported = ioctl(terminal, getDevice, &device) == 0
        return try ProcessLock(name(device: isReported ? device : nil, session: getsid(0)))
    }

    /// Where the device cannot be told, the session can: it has one terminal, and the terminal no other session.
    static func name(device: CUnsignedInt?, session: pid_t) -> String {
        device.map { "waldo/tty/\($0)" } ?? "waldo/session/\(session)"
    }
}
