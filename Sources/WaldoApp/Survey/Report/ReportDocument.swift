/// A report as sections of facts, tables and sentences, independent of how it is shown.
struct ReportDocument {
    /// A part of a section.
    enum Block {
        /// Names and what they are.
        case facts([(name: String, value: String)])
        /// A table; columns of numbers are aligned to the right.
        case table(header: [String], numbers: Set<Int>, rows: [[String]])
        /// A sentence; one that warns stands out.
        case sentence(String, isWarning: Bool = false)
        /// A map, and the sentence that describes it.
        case map(MapSketch, caption: String)
    }

    /// A part with a heading.
    struct Section {
        var title: String
        var blocks: [Block]
    }

    /// The survey's title.
    var title: String
    /// What stands below it.
    var subtitle: String
    /// The sections in order.
    var sections: [Section] = []

    /// Adds a section; one without blocks is left out.
    mutating func add(_ title: String, _ blocks: [Block]) {
        let blocks = blocks.filter {
            switch $0 {
            case .facts(let facts): !facts.isEmpty
            case .table(_, _, let rows): !rows.isEmpty
            default: true
            }
        }
        if !blocks.isEmpty { sections.append(Section(title: title, blocks: blocks)) }
    }
}
