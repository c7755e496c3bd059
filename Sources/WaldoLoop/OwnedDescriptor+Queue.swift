internal import CWaldoShims

extension OwnedDescriptor {
    /// What was written to a Unix socket and has not been taken by the other side yet, in bytes of the kernel's memory
    /// (SIOCOUTQ): 0 when it all has.
    public var unsentBytes: Int {
        var count: CInt = 0
        guard waldo_ioctl_pointer(number, WALDO_SIOCOUTQ, &count) == 0 else { return 0 }
        // In the moment in which the last one is taken the kernel still counts 1 (sock_wfree), and tells of no later
        // one.
        return count > 1 ? Int(count) : 0
    }
}
