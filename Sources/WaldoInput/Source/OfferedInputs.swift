import WaldoLoop

/// The inputs of the lost one's model at other ports, which may take its place.
@LoopActor
final class OfferedInputs {
    /// By the names of their nodes.
    private var all: [String: OfferedInput] = [:]
    private weak var source: InputSource?

    nonisolated init() {}

    /// Listens to an input until the operator takes it over, or it is gone or withdrawn.
    /// - Parameters:
    ///   - keys: each of them takes the input over when it is held.
    ///   - source: uses the input that is taken over.
    /// - Returns: whether it is there and was not offered before.
    func add(_ node: InputNode, _ device: EvdevDevice, keys: [UInt16], to source: InputSource) -> Bool {
        self.source = source
        let name = InputCatalogue.nodeName(ofPath: node.path)
        guard all[name] == nil else { return false }
        all[name] = try? OfferedInput(node, device, keys: keys, of: self)
        return all[name] != nil
    }

    /// The operator has taken an input over.
    func taken(_ offer: OfferedInput) {
        lost(offer)
        source?.succeed(offer.node, offer.device)
    }

    /// An input is gone.
    func lost(_ offer: OfferedInput) { withdraw(InputCatalogue.nodeName(ofPath: offer.node.path)) }

    /// Listens to one of them no longer.
    func withdraw(_ name: String) { all.removeValue(forKey: name)?.close() }

    /// Listens to none of them any longer.
    func withdraw() {
        for offer in all.values { offer.close() }
        all = [:]
    }
}
