import WaldoCore
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
    ///   - problems: what of that directory is not used, and why.
    package static func show<Value>(
        _ entries: [LibraryEntry<Value>], named name: (Value) -> String, in subdirectory: String,
        problems: [FileError] = [], json: Bool
    ) {
        guard !json else {
            for entry in entries { print(object(entry, named: name).text) }
            for problem in notUsed(problems) { Diagnostics.write("waldo: not used: \(problem)") }
            return
        }
        table(entries, named: name)
        for problem in notUsed(problems) { print("\nNot used: \(problem)") }
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
            print(shown.padded(to: width) + "  " + text)
        }
    }

    /// What of the operator's rows for pads is not used: the first few of it, each once.
    package static func notUsed(_ problems: [FileError]) -> [String] {
        var shown: [FileError] = []
        for problem in problems where !shown.contains(problem) { shown.append(problem) }
        let more = shown.count > 5 ? ["\(shown.count - 5) more lines"] : []
        return shown.prefix(5).map(\.description) + more
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
