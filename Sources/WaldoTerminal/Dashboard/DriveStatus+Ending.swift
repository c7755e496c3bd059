import WaldoCore

extension DriveStatus {
    /// How the drive ended: "by signal 15"; nil: it is running.
    var endText: String? {
        switch exitStatus {
        case nil: nil
        case 0?: "normally (exit status 0)"
        case 130?: "by Ctrl-C (exit status 130)"
        case let status? where status > 128: "by signal \(status - 128) (exit status \(status))"
        case let status?: "exit status \(status)"
        }
    }
}
