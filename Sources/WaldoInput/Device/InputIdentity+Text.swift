public import WaldoCore

extension InputIdentity {
    /// The identity as one string, as `--input` takes it and `waldo inputs` shows it: "0003:045e:028e:0110:PLACE", the
    /// ids in hexadecimal.
    public var text: String {
        ([bus, vendor, product, version].map(Self.hexadecimal) + [place]).joined(separator: ":")
    }

    private static func hexadecimal(_ id: UInt16) -> String {
        let digits = String(id, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
