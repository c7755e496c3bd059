/// A node of a YAML document: what it says, and where.
struct YamlNode {
    /// What a node is.
    enum Contents {
        case scalar(String, isPlain: Bool)
        case list([YamlNode])
        case mapping([Pair])
    }

    typealias Pair = (key: YamlNode, value: YamlNode)

    /// A location in a file: line and column, both from 1. Columns count Unicode scalars.
    struct Mark: Equatable {
        let line: Int, column: Int
    }

    var contents: Contents
    /// Where it begins; nil: the search for further faults has put it in.
    var mark: Mark?

    /// The text of a scalar, and whether it stands without quotes; nil: it is a list or a mapping.
    var scalar: (text: String, isPlain: Bool)? {
        if case .scalar(let text, let isPlain) = contents { (text, isPlain) } else { nil }
    }

    /// The elements of a list; nil: it is none.
    var elements: [YamlNode]? { if case .list(let elements) = contents { elements } else { nil } }

    /// The keys and values of a mapping in the file's order; nil: it is none.
    var pairs: [Pair]? { if case .mapping(let pairs) = contents { pairs } else { nil } }

    /// Whether the file gives no value here.
    var isNothing: Bool { scalar.map { $0.text.isEmpty && $0.isPlain } ?? false }
}
