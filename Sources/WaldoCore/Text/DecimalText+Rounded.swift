extension DecimalText {
    /// A number with two digits of its error, or four digits where that is not known.
    public static func rounded(_ value: Double, error: Double? = nil) -> String {
        // An error of zero states no more than none.
        let error = error.flatMap { $0.magnitude > 0 ? $0 : nil }
        let wanted = error.map { ($0.magnitude, 2) } ?? (value.magnitude, 4)
        guard value.magnitude < 1e12, wanted.0 > 0 else { return value == 0 ? "0" : value.description }
        var decimals = 0, step = wanted.0
        let least = wanted.1 == 2 ? 10.0 : 1_000
        while step < least, decimals < 9 {
            step *= 10
            decimals += 1
        }
        var units = value
        for _ in 0..<decimals { units *= 10 }
        guard units.magnitude < 9e15 else { return value.description }
        let text = self.text(Int64(units.rounded()), decimals: decimals)
        return error == nil && decimals > 0 ? trimmed(Int64(units.rounded()), decimals: decimals) : text
    }
}
