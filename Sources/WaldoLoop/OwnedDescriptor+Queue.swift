import CWaldoShims

extension OwnedDescriptor {
    /// Bytes of kernel memory held by what was written to a Unix socket and not yet taken by the peer (SIOCOUTQ); 0
    /// when the peer has taken all of it.
    public var unsentBytes: Int {
        var count: CInt = 0
        guard waldo_ioctl_pointer(number, WALDO_SIOCOUTQ, &count) == 0 else { return 0 }
        // While the last write is being taken the kernel still counts 1 (sock_wfree), and reports no later change.
        return count > 1 ? Int(count) : 0
    }
}
