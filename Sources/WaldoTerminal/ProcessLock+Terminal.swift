internal import Glibc
internal import WaldoLoop

extension ProcessLock {
    /// TIOCGDEV of asm-generic/ioctls.h, a macro that Swift cannot import.
    private static let getDevice: UInt = 0x8004_5432

    /// Locks an open terminal's modes. The lock belongs to the device, whatever path it was opened by: two owners would
    /// each restore the modes that the other had set, and would split the typed keys between them.
    /// - Throws: `Refusal` if another process holds the lock, or a call failed.
    static func terminal(_ terminal: CInt) throws(Refusal) -> ProcessLock {
        var device: CUnsignedInt = 0, status = stat()
        let isReported = ioctl(terminal, getDevice, &device) == 0
        // Its owner is who has logged in.
        let owner = fstat(terminal, &status) == 0 ? status.st_uid : geteuid()
        let name = name(device: isReported ? device : nil, session: getsid(0))
        return try take(name, among: LockUsers(owner: owner))
    }

    /// The lock's name. If the device is unknown the session identifies the terminal: a session has one controlling
    /// terminal, and a terminal controls only one session.
    static func name(device: CUnsignedInt?, session: pid_t) -> String {
        device.map { "waldo/tty/\($0)" } ?? "waldo/session/\(session)"
    }
}
