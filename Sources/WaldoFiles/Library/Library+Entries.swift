import Glibc
public import WaldoCore
public import WaldoSurvey

/// All files of a kind.
extension Library {
    /// Every arm, the operator's first; a shipped one is left out where the operator has one of the same name.
    public func arms() -> [LibraryEntry<Arm>] { entries(.arms) }

    /// Every mapping, the operator's first; a shipped one is left out where the operator has one of the same name.
    public func mappings() -> [LibraryEntry<Mapping>] { entries(.mappings) }

    /// Every sensor, the operator's first; a shipped one is left out where the operator has one of the same name.
    public func sensors() -> [LibraryEntry<Sensor>] { entries(.sensors) }

    /// Every graph, the operator's first; a shipped one is left out where the operator has one of the same name.
    public func graphs() -> [LibraryEntry<Graph>] { entries(.graphs) }

    func entries<Value>(_ kind: FileKind<Value>) -> [LibraryEntry<Value>] {
        var entries: [LibraryEntry<Value>] = []
        for name in ownNames(kind) {
            guard let path = path(name, kind) else { continue }
            var text = ""
            let content: Result<Value, FileError>
            do throws(FileError) {
                guard let own = try own(name, kind) else { continue }
                text = own.text
                content = .success(try kind.read(text, path))
            } catch { content = .failure(error) }
            entries.append(
                LibraryEntry(
                    name: name, origin: .file(path), hidesShipped: hidingPath(name, path, kind) != nil, text: text,
                    content: content))
        }
        for shipped in kind.shipped where !entries.contains(where: { $0.name == shipped.name }) {
            let content: Result<Value, FileError>
            do throws(FileError) {
                content = .success(try kind.read(shipped.text, Self.file(ofShipped: shipped.name)))
            } catch { content = .failure(error) }
            entries.append(
                LibraryEntry(
                    name: shipped.name, origin: .shipped, hidesShipped: false, text: shipped.text, content: content))
        }
        return entries
    }

    /// The names of the files in the operator's directory, sorted.
    func ownNames<Value>(_ kind: FileKind<Value>) -> [String] {
        guard let directory = directory(of: kind), let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.hasSuffix(".yaml"), !name.hasPrefix("."), isOne(name, of: kind) else { continue }
            names.append(String(name.dropLast(5)))
        }
        return names.sorted()
    }
}
