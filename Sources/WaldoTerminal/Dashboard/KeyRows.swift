/// The keys and what they do, in a few rows. Nothing is cut: where there is no space for all, keys first share entries,
/// as in `Q/A base +/-`, and then the last ones are left out, never those that stop, change the profile, end
/// and explain.
struct KeyRows {
    typealias Key = DashboardView.KeyHelp

    /// The blank cells between two entries.
    private static let gap = 2

    /// The entries of each row.
    private(set) var rows: [[Key]] = []

    /// The mapping's keys in a row and the terminal's in another where both fit; else all in two rows.
    static func footer(_ view: DashboardView, columns: Int) -> [[Key]] {
        let rows = [view.mappedKeys.filter(\.isLive), view.terminalKeys]
        if rows.allSatisfy({ broken($0, columns).count <= 1 }) { return rows }
        return KeyRows(view.liveKeys, columns: columns, height: 2).rows
    }

    /// - Parameters:
    ///   - keys: the most important first.
    ///   - columns: the cells of a row.
    ///   - height: the most rows.
    init(_ keys: [Key], columns: Int, height: Int) {
        let forms = [keys, Self.paired(keys, withSigns: true), Self.paired(keys, withSigns: false)]
        for form in forms {
            rows = Self.broken(form, columns)
            if rows.count <= height { return }
        }
        var left = forms[2]
        while rows.count > height, let index = left.lastIndex(where: { !$0.isKept }) ?? left.indices.last {
            left.remove(at: index)
            rows = Self.broken(left, columns)
        }
    }

    /// Shares keys among rows; an entry that is longer than a row has one of its own.
    private static func broken(_ keys: [Key], _ columns: Int) -> [[Key]] {
        var rows: [[Key]] = [], used = 0
        for key in keys {
            let cells = CellWidth.cells(key.short)
            if rows.isEmpty || used + gap + cells > columns {
                rows.append([])
                used = -gap
            }
            rows[rows.count - 1].append(key)
            used += gap + cells
        }
        return rows
    }

    /// The keys with those of the two directions of a channel as one entry: `Q base +`, `A base -` as `Q/A base +/-`.
    private static func paired(_ keys: [Key], withSigns: Bool) -> [Key] {
        var pairs: [Key] = []
        for key in keys {
            guard let last = pairs.last, let one = last.names.first, let other = key.names.first,
                let action = pairedAction(last.action, key.action, withSigns)
            else {
                pairs.append(key)
                continue
            }
            pairs[pairs.count - 1] = Key(["\(one)/\(other)"], action)
        }
        return pairs
    }

    private static func pairedAction(_ ahead: String, _ back: String, _ withSigns: Bool) -> String? {
        if ahead == "forward", back == "back" { return "forward/back" }
        guard ahead.hasSuffix(" +"), back.hasSuffix(" -"), ahead.dropLast(2) == back.dropLast(2) else { return nil }
        return ahead.dropLast(2) + (withSigns ? " +/-" : "")
    }
}

extension DashboardView.KeyHelp {
    /// A key and its action, as in `W forward`.
    var short: String { (names.first ?? "") + " " + action }

    /// Whether it stays where others have no space.
    fileprivate var isKept: Bool {
        isStop || isOperators && action == "profile" || names.first == "?" || names.first == "Ctrl-C"
    }
}

extension DashboardView {
    /// All keys, those that drive first, then the mapping's others and the terminal's.
    var allKeys: [KeyHelp] {
        mappedKeys.filter { !$0.isOperators } + mappedKeys.filter(\.isOperators) + terminalKeys
    }

    /// Those of them that do something in the profile in force.
    var liveKeys: [KeyHelp] { allKeys.filter(\.isLive) }
}
