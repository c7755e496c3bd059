import Glibc

extension StoreReader {
    /// The names of the files in a directory that have a journal, and that no process of this machine is writing: a
    /// survey's process was killed. No database is opened.
    public static func unfinished(in directory: String) -> [String] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            let path = "\(directory)/\(name)"
            guard name.hasSuffix(".gpkg"), FileIdentity.hasLog(path), !StoreLock.isHeld(path)
            else { continue }
            names.append(name)
        }
        return names.sorted()
    }
}
