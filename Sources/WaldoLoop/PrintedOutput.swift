import CWaldoShims

/// What `print` has been given: the C library holds it back until its buffer is full.
public enum PrintedOutput {
    /// Writes it out.
    /// - Returns: nil if all that was ever printed could be written; else the error, or 0 where an earlier one is not
    ///   known any more.
    public static func flush() -> CInt? {
        let code = waldo_flush_output()
        return code == 0 ? nil : max(0, code)
    }
}
