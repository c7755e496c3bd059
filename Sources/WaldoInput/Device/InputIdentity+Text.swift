public import WaldoCore

extension InputIdentity {
    /// The identity as one string, as `--input` takes it and `waldo inputs` shows it: "0003:045e:028e:0110:PLACE", the
    /// ids in hexadecimal.
    public var text: String {
        ([bus, vendor, product, version].map { HexText.text(of: $0) } + [port]).joined(separator: ":")
    }

    /// Bus, vendor and product in hexadecimal, as lists show them: "0003:045e:028e".
    public var ids: String { [bus, vendor, product].map { HexText.text(of: $0) }.joined(separator: ":") }
}
