internal import WaldoCore

/// The input that was chosen first: none other is ever taken again.
struct ChosenInput: Sendable {
    private let identity: InputIdentity
    private let kind: InputMatch.Kind?
    private let physical: String
    /// Another one with the very same identity was there: then it must be in the same place, too.
    private let hasTwin: Bool
    let wanted: CodesWanted

    init(_ node: InputNode, _ description: InputDescription, among nodes: [InputNode], wanted: CodesWanted) {
        identity = description.identity
        kind = description.kind
        physical = node.physical
        hasTwin = nodes.contains { $0.path != node.path && $0.description?.identity == description.identity }
        self.wanted = wanted
    }

    /// Whether a node is this input again.
    func isBack(as node: InputNode) -> Bool {
        guard let description = node.description else { return false }
        return description.identity == identity && description.kind == kind
            && (!hasTwin || node.physical == physical)
    }

    /// Whether a node could be taken for it, and is not it.
    func isImpersonated(by node: InputNode) -> Bool { node.kind != nil && node.kind == kind && !isBack(as: node) }
}
