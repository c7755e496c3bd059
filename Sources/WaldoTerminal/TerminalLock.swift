import Glibc
import WaldoLoop

/// The lock of a terminal's device, whatever path it was opened by: two programs that both set its modes would each
/// restore those of the other, and would split the typed keys between them.
struct TerminalLock: ~Copyable {
    /// TIOCGDEV of asm-generic/ioctls.h, a macro that Swift cannot import.
    private static let getDevice: UInt = 0x8004_5432

    private let device: OwnedDescriptor

    /// Takes the lock; nil: this user may not open the device, as after su(1), and so nobody can say who has it.
    /// - Parameter terminal: the terminal, open.
    /// - Throws: `LockRefusal` if another process holds the lock, or a call failed.
    init?(_ terminal: CInt) throws(LockRefusal) {
        var number: CUnsignedInt = 0, status = stat()
        guard ioctl(terminal, Self.getDevice, &number) == 0, let path = Self.path(of: dev_t(number)) else { return nil }
        let opened = open(path, O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard opened >= 0 else { return nil }
        let device = OwnedDescriptor(owning: opened)
        guard fstat(opened, &status) == 0, status.st_rdev == dev_t(number) else { return nil }
        try FileLock.acquire(opened)
        self.device = device
    }

    /// The path of a device: `/dev/pts/7` of a pseudo-terminal (Documentation/admin-guide/devices.txt of Linux), else
    /// what the kernel calls it.
    static func path(of device: dev_t) -> String? {
        // gnu_dev_major and gnu_dev_minor of sys/sysmacros.h, for the 32 bits that TIOCGDEV has.
        let major = device >> 8 & 0xfff, minor = device & 0xff | device >> 12 & 0xfff00
        if major == 136 { return "/dev/pts/\(minor)" }
        let name = KernelFile.lines(of: "/sys/dev/char/\(major):\(minor)/uevent").first { $0.hasPrefix("DEVNAME=") }
        return name.map { "/dev/" + $0.dropFirst("DEVNAME=".count) }
    }
}
