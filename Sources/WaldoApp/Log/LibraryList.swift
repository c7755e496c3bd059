package import WaldoFiles

/// What `waldo arms` and `waldo mappings` print.
package enum LibraryList {
    /// Where the operator's files lie, fit to be shown.
    package static var directory: String { Library().directory.map { printable($0, upTo: .max) } ?? "~/.config/waldo" }

    /// One line an entry: its name, what it is, and where it comes from, or why it cannot be read.
    package static func show<Value>(_ entries: [LibraryEntry<Value>], named name: (Value) -> String) {
        let names = entries.map { printable($0.name, upTo: .max) }
        let width = names.map(\.count).max() ?? 0
        for (shown, entry) in zip(names, entries) {
            let text =
                switch entry.content {
                case .success(let value): "\(name(value)) (\(entry.origin))"
                case .failure(let error): "BROKEN: \(error)"
                }
            print(shown + String(repeating: " ", count: width - shown.count) + "  " + text)
        }
    }
}
