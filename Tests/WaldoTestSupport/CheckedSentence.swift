/// A sentence of a logger or receiver with its checksum, the exclusive or of the bytes between `$` and `*`, and without
/// its line end.
public func checkedSentence(_ fields: some StringProtocol) -> String {
    let check = String(fields.utf8.reduce(0, ^), radix: 16, uppercase: true)
    return "$\(fields)*\(check.count < 2 ? "0" : "")\(check)"
}
