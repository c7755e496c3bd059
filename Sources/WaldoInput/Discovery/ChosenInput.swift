import WaldoCore

/// The input that was chosen first: from then on no other is accepted.
struct ChosenInput: Sendable {
    private let identity: InputIdentity
    private let kind: InputMatch.Kind?
    private let physical: String
    /// Whether another input had the same identity when it was chosen; then the port must match too.
    private let hasTwin: Bool
    let wanted: CodesWanted

    init(_ node: InputNode, _ description: InputDescription, among nodes: [InputNode], wanted: CodesWanted) {
        identity = description.identity
        kind = description.kind
        physical = node.physical
        hasTwin = nodes.contains { $0.path != node.path && $0.description?.identity == description.identity }
        self.wanted = wanted
    }

    /// Whether a node is this input, plugged in again.
    func isBack(as node: InputNode) -> Bool {
        guard let description = node.description else { return false }
        return description.identity == identity && description.kind == kind
            && (!hasTwin || node.physical == physical)
    }

    /// Whether a node is of the same model but at another port: it may be this input, plugged in elsewhere, or its
    /// twin.
    func isSameModel(as node: InputNode) -> Bool {
        guard let other = node.description, !isBack(as: node) else { return false }
        var elsewhere = other.identity
        elsewhere.port = identity.port
        return elsewhere == identity && other.kind == kind
    }

    /// Whether a node is of the same kind but is not this input.
    func isImpersonated(by node: InputNode) -> Bool { node.kind != nil && node.kind == kind && !isBack(as: node) }
}
