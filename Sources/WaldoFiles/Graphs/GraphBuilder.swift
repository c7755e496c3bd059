import WaldoCore
import WaldoSurvey

/// A graph while its file is read: nodes are added in the order in which they are computed.
struct GraphBuilder {
    var graph: Graph
    /// The indices of values that something uses.
    var used: Set<Int> = []
    /// The nodes that give limits to outputs, which are read after them.
    var poissons: [(draft: GraphNodeDraft, index: Int, includesCalibration: Bool)] = []

    init(name: String, inputs: [GraphInput]) {
        graph = Graph(name: name, inputs: inputs, outputs: [])
    }

    /// Adds a node.
    mutating func add(_ draft: GraphNodeDraft) throws(FileError) {
        let node: GraphNode =
            switch draft.kind {
            case "window": try window(draft)
            case "rate": try rate(draft)
            case "dead_time": try deadTime(draft)
            case "integral": try integral(draft)
            case "poisson": try poisson(draft)
            case "minus": try minus(draft)
            case "scale": try scale(draft)
            case "polynomial": try polynomial(draft)
            case "mean": try mean(draft)
            case "median": try median(draft)
            case "ema": try average(draft)
            case "flag": try flag(draft)
            case "alarm": try alarm(draft)
            case "anomaly": try anomaly(draft)
            case "locate": try locate(draft)
            default: try thin(draft)
            }
        graph.nodes.append(node)
    }

    /// The index of a named value, which counts as used.
    /// - Parameter isOutput: an output takes it, or what states its limits.
    mutating func index(_ reference: YamlValue, isOutput: Bool = false) throws(FileError) -> Int {
        let name = try reference.text(expected: "the name of an input or a node")
        let count = graph.inputs.count + graph.nodes.count
        guard let index = (0..<count).first(where: { graph.name(at: $0) == name }) else {
            let names = (0..<count).filter { graph.unit(at: $0) != nil }.map { graph.name(at: $0) }
            throw reference.error(
                "`\(SafeText.escaped(name))` is neither an input nor a node"
                    + Spelling.hint(name, among: names, then: "known: " + names.joined(separator: ", ")))
        }
        guard graph.unit(at: index) != nil else {
            let kind = graph.node(at: index)?.kind.name ?? ""
            throw reference.error("`\(name)` is of kind `\(kind)`, which has no value; use the node that it takes")
        }
        if !isOutput, case .thin(.distance) = graph.node(at: index)?.kind {
            throw reference.error("`\(name)` is thinned by distance, which only outputs can be; thin the last node")
        }
        used.insert(index)
        return index
    }

    /// The unit of the value at an index that has numbers.
    func unit(_ index: Int) -> MeasureUnit { graph.unit(at: index) ?? .one }

    /// The index of a draft's only input, and its unit.
    mutating func input(_ draft: GraphNodeDraft) throws(FileError) -> (index: Int, unit: MeasureUnit) {
        let index = try index(draft.operand)
        return (index, unit(index))
    }

    /// Reads the keys of a calibration.
    func calibration(_ draft: GraphNodeDraft, uncertainty: Double? = nil) throws(FileError) -> Calibration {
        Calibration(
            uncertainty: uncertainty, source: try draft.section["source"]?.title(),
            date: try draft.section["date"].map { (value) throws(FileError) in try date(value) },
            standard: try draft.section["standard"]?.title())
    }

    private func date(_ value: YamlValue) throws(FileError) -> String {
        let expected = "a date such as `2011`, `2011-03` or `2011-03-11`"
        let text = try value.text(expected: expected)
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int($0) : nil }
        guard (1...3).contains(parts.count), numbers.count == parts.count,
            parts.map(\.utf8.count) == Array([4, 2, 2].prefix(parts.count)),
            numbers.count < 2 || (1...12).contains(numbers[1]), numbers.count < 3 || (1...31).contains(numbers[2])
        else { throw value.mismatch(expected: expected) }
        return text
    }

    /// Refuses inputs and nodes that nothing takes.
    func refuseUnused(_ drafts: [GraphNodeDraft], _ inputs: [YamlValue]) throws(FileError) {
        for draft in drafts where draft.hasNumbers {
            guard let index = graph.nodes.firstIndex(where: { $0.name == draft.name }) else { continue }
            guard !used.contains(graph.inputs.count + index) else { continue }
            throw draft.location.error("nothing takes `\(draft.name)`; put it into `out`, or take it out")
        }
        for (index, value) in inputs.enumerated() where !used.contains(index) {
            throw value.error("nothing takes the input `\(graph.inputs[index].name)`; take it out")
        }
    }
}
