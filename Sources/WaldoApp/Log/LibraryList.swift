internal import WaldoCore
package import WaldoFiles

/// The output of `waldo arms` and `waldo mappings`.
package enum LibraryList {
    /// The operator's directory, with control characters escaped.
    package static var directory: String {
        Library().directory.map { SafeText.escaped($0, upTo: .max) } ?? "~/.config/waldo"
    }

    /// Prints one line an entry: its name, its title, and where it comes from, or why it is invalid.
    package static func show<Value>(_ entries: [LibraryEntry<Value>], named name: (Value) -> String) {
        let names = entries.map { SafeText.escaped($0.name, upTo: .max) }
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

    /// Prints what of the operator's rows for pads is not used, the first few of it.
    package static func showNotUsed(_ problems: [FileError]) {
        var shown: [FileError] = []
        for problem in problems where !shown.contains(problem) { shown.append(problem) }
        for problem in shown.prefix(5) { print("\nNot used: \(problem)") }
        if shown.count > 5 { print("\nNot used besides: \(shown.count - 5) more lines.") }
    }
}
