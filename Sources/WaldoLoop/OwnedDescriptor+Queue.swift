internal import CWaldoShims

extension OwnedDescriptor {
    /// What was written to a socket and has not been taken by the other side yet: 0 when it all has (SIOCOUTQ).
    public var unsentBytes: Int {
        var count: CInt = 0
        guard waldo_ioctl_pointer(number, WALDO_SIOCOUTQ, &count) == 0 else { return 0 }
        return Int(count)
    }
}
