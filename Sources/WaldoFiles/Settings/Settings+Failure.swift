extension Settings {
    /// The operator's defaults, for a command that uses them.
    /// - Throws: `Failure` with status 65 for the file, 64 for a variable.
    public static func forCommand() throws(Failure) -> Settings {
        do { return try ofOperator() } catch { throw Failure(error) }
    }
}
