public import WaldoCore

extension Library {
    /// The arm that a drive would take, which decides between mappings; nil: its file cannot be read, and nobody has
    /// named it now.
    /// - Parameter option: the value of `--arm`.
    /// - Throws: that there is no such arm, or what is wrong with its file.
    public func drivenArm(given option: String?) throws(FileError) -> Arm? {
        let settings = (try? Settings.forCommand()) ?? .builtIn
        if option != nil { return try loadArm(settings.arm(given: option)) }
        return try? loadArm(settings.arm())
    }
}
