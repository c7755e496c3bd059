extension String {
    /// The text with spaces behind it, or before a number, up to a width in characters.
    public func padded(to width: Int, isNumber: Bool = false) -> String {
        let space = String(repeating: " ", count: max(0, width - count))
        return isNumber ? space + self : self + space
    }
}
