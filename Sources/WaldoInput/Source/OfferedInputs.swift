internal import WaldoLoop

/// The inputs of the lost one's model at other ports, which may take its place.
@LoopActor
final class OfferedInputs {
    /// By the names of their nodes.
    private var all: [String: OfferedInput] = [:]

    nonisolated init() {}

    /// Listens to an input until it is taken over, gone or withdrawn.
    /// - Parameters:
    ///   - keys: each of them takes the input over when it is held.
    ///   - taken: the operator has taken it over.
    /// - Returns: whether it is there and was not offered before.
    func add(
        _ node: InputNode, _ device: EvdevDevice, keys: [UInt16],
        taken: @escaping @LoopActor (InputNode, EvdevDevice) -> Void
    ) -> Bool {
        let name = InputCatalogue.nodeName(ofPath: node.path)
        guard all[name] == nil else { return false }
        all[name] = try? OfferedInput(
            device, keys: keys,
            taken: { [weak self] in
                self?.withdraw(name)
                taken(node, device)
            }, lost: { [weak self] in self?.withdraw(name) })
        return all[name] != nil
    }

    /// Listens to one of them no longer.
    func withdraw(_ name: String) { all.removeValue(forKey: name)?.close() }

    /// Listens to none of them any longer.
    func withdraw() {
        for offer in all.values { offer.close() }
        all = [:]
    }
}
