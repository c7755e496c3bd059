import Glibc

extension Library {
    /// What is wrong with the operator's files, as far as each tells by itself: those of arms, mappings, sensors and
    /// graphs, the rows for pads, and the list of known sensors. `config.yaml` is not among them.
    public func problems(known: KnownSensors = KnownSensors()) -> [FileError] {
        var all = unreadable
        // Of what cannot be searched, each file in it would be one more.
        if let first = all.first, first.file == directory { return [first] }
        all += mappings().compactMap(\.problem) + arms().compactMap(\.problem)
        all += sensors().compactMap(\.problem) + graphs().compactMap(\.problem)
        all += rowProblems
        do throws(FileError) { _ = try known.list() } catch { all.append(error) }
        return all
    }

    /// How many files of arms, mappings, sensors and graphs the operator has.
    public var ownFiles: Int {
        func count<Value>(_ entries: [LibraryEntry<Value>]) -> Int { entries.count { $0.origin != .shipped } }
        return count(mappings()) + count(arms()) + count(sensors()) + count(graphs())
    }

    /// Directories that are there and cannot be listed, so that what is in them counts as missing.
    private var unreadable: [FileError] {
        guard let directory else { return [] }
        return [directory, "\(directory)/arms", "\(directory)/sensors", "\(directory)/graphs"].compactMap { path in
            guard let stream = opendir(path) else {
                let code = errno
                return code == ENOENT || code == ENOTDIR ? nil : FileText.cannotOpen(path, code)
            }
            closedir(stream)
            return nil
        }
    }
}

extension LibraryEntry {
    /// What is wrong with the file; nil: nothing is.
    fileprivate var problem: FileError? { if case .failure(let error) = content { error } else { nil } }
}
