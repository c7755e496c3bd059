extension Graph {
    /// Whether a point of a raster has a result.
    public var hasSpotOutputs: Bool { !spotOutputs.isEmpty }

    /// The outputs that have a result for a point of a raster as a whole: rates and means that rest on counts, or
    /// means of other numbers. An integral counts on, and a single bin is no result.
    var spotOutputs: [Int] { outputs.indices.filter { isOfSpot(outputs[$0].place) } }

    private func isOfSpot(_ place: Int) -> Bool {
        var place = place
        while let node = node(at: place) {
            switch node.kind {
            case .window(_, let per, _): return per != nil
            case .mean, .ema: return true
            case .median, .integral: return false
            default: break
            }
            guard let first = node.inputs.first else { return false }
            place = first
        }
        return false
    }
}
