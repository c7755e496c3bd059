/// What is heard in place of a peripheral that is looked for and not heard. A pure value.
struct HeardInstead {
    /// What is looked for, in words.
    let wanted: String
    /// The peripheral that the link was up with; nil: it was up with none.
    let known: Peripheral?
    /// The adapter that is listened with.
    let adapter: Adapter
    /// The option that names a peripheral, such as `--shield`.
    let option: String

    /// One sentence for the operator; nil: there is nothing to say.
    /// - Parameters:
    ///   - fitting: devices that are what is looked for, of any adapter.
    ///   - similar: devices of this adapter that offer the same service.
    func sentence(fitting: [Device], similar: [Device]) -> String? {
        if let other = fitting.first(where: { $0.adapter != adapter.path }) {
            let name = Adapter(other.adapter, [:]).name
            return "\(adapter.name) does not hear \(wanted), but \(other.peripheral) is "
                + "\(other.isConnected ? "connected to" : "heard by") \(name): choose that one by --adapter \(name)"
        }
        if let known {
            guard
                let twin = similar.first(where: {
                    $0.address != known.address && $0.peripheral.name == known.name && !known.name.isEmpty
                })
            else { return nil }
            return
                "\(known) is not heard, but \(twin.peripheral) is, and may be it under a new address: to drive it, begin "
                + "again with \(option) \(twin.peripheral.address)"
        }
        guard !similar.isEmpty else { return nil }
        let all = similar.map(\.peripheral.description).joined(separator: ", ")
        return "\(wanted) is not heard, but \(all): choose it by \(option) \(similar[0].peripheral.address)"
    }
}
