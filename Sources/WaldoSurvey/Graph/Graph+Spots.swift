extension Graph {
    /// Whether a point of a raster has a result.
    public var hasSpotOutputs: Bool { !spotOutputs.isEmpty }

    /// The outputs that have a result for a point of a raster as a whole: rates and means that rest on counts, or
    /// means of other numbers. An integral counts on, and a single bin is no result.
    var spotOutputs: [Int] { outputs.indices.filter { isOfSpot(outputs[$0].valueIndex) } }

    private func isOfSpot(_ index: Int) -> Bool {
        var index = index
        while let node = node(at: index) {
            switch node.kind {
            case .window(_, let per, _): return per != nil
            case .mean, .ema: return true
            case .median, .integral: return false
            default: break
            }
            guard let first = node.inputs.first else { return false }
            index = first
        }
        return false
    }
}
