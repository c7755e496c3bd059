internal import WaldoCore
package import WaldoFiles

/// The output of `waldo arms` and `waldo mappings`.
package enum LibraryList {
    /// The operator's directory, with control characters escaped.
    package static var directory: String {
        Library().directory.map { SafeText.escaped($0, upTo: .max) } ?? "~/.config/waldo"
    }

    /// Prints the files of one kind: a line an entry, or a JSON object.
    /// - Parameters:
    ///   - name: the title in a file.
    ///   - subdirectory: where the operator's are in the operator's directory.
    ///   - problem: what of that directory is not used, and why.
    package static func show<Value>(
        _ entries: [LibraryEntry<Value>], named name: (Value) -> String, in subdirectory: String,
        problem: String? = nil,
        json: Bool
    ) {
        guard !json else {
            for entry in entries { print(object(entry, named: name).text) }
            if let problem { Diagnostics.write("waldo: not used: \(problem)") }
            return
        }
        table(entries, named: name)
        if let problem { print("\nNot used: \(problem)") }
        print("\nYours go into \(directory)/\(subdirectory)NAME.yaml; `waldo check FILE` reads one.")
    }

    /// Prints one line an entry: its name, its title, and where it comes from, or why it is invalid.
    private static func table<Value>(_ entries: [LibraryEntry<Value>], named name: (Value) -> String) {
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

    private static func object<Value>(_ entry: LibraryEntry<Value>, named name: (Value) -> String) -> JSONObject {
        var object = JSONObject()
        var path: String?, problem: String?
        if case .file(let own) = entry.origin { path = own }
        if case .failure(let error) = entry.content { problem = error.description }
        object.add("name", whole: entry.name)
        object.add("title", whole: entry.value.map(name))
        object.add("origin", path == nil ? "shipped" : "file")
        object.add("path", whole: path)
        object.add("hidesShipped", entry.hidesShipped)
        object.add("problem", whole: problem)
        return object
    }
}
