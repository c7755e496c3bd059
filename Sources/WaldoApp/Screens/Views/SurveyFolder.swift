import Glibc
import Synchronization
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTime

/// The surveys of a folder, for the pages. A thread beside the loop waits for the helper that reads them.
final class SurveyFolder: Sendable {
    /// Has a job done.
    typealias Reading = (FileJob) throws(Failure) -> [UInt8]

    /// So many are listed, and so many of one file.
    private static let maxItems = 200
    static let maxPerFile = maxItems
    /// How long the files of a folder may take together.
    private static let patience: TimeSpan = .seconds(60)
    /// How long a file is left alone that was refused and has not changed. A busy machine may have held it up.
    private static let restOfAFile: TimeSpan = .seconds(600)

    let path: String
    /// The files to read; nil: those of the folder.
    private let files: [String]?
    private let makeReading: @Sendable () -> Reading
    private let now: @Sendable () -> Instant
    /// What could not be read, by its name.
    private let refusals = Mutex<[String: FileRefusal]>([:])

    /// - Parameters:
    ///   - makeReading: what does the jobs of one list; a helper, but for tests.
    ///   - now: the clock.
    init(
        path: String, makeReading: @escaping @Sendable () -> Reading = SurveyFolder.helper,
        now: @escaping @Sendable () -> Instant = { Monotonic.now() }
    ) { (self.path, files, self.makeReading, self.now) = (path, nil, makeReading, now) }

    /// - Parameter files: the files that it has in place of those of a folder.
    init(files: [String]) {
        (path, self.files, makeReading, now) = (".", files, Self.helper, { Monotonic.now() })
    }

    private func path(of name: String) -> String { files == nil ? "\(path)/\(name)" : name }

    @Sendable private static func helper() -> Reading {
        let helper = FileHelper()
        return { (job) throws(Failure) in try helper.ask(job) }
    }

    /// The surveys, the newest first, and what could not be read.
    ///
    /// Each file gets an even share of the time that is left. A file that needs more is retried after the others, with
    /// all of the remaining time, the longest waiting first. A file that was refused is skipped until it changes, for
    /// at most `restOfAFile`.
    func items() -> (items: [Item], trouble: String) {
        let names: [String]
        do throws(SystemFailure) {
            names = if let files { files } else { try Self.names(in: path) }
        } catch { return ([], "\(path): \(error.reason)") }
        let reading = makeReading(), begun = now(), deadline = begun + Self.patience
        let known = refusals.withLock { $0 }.filter { name, refusal in
            begun - refusal.at < Self.restOfAFile && refusal.mark == FileMark(path(of: name))
        }
        var waiting = names.filter { known[$0] == nil }[...], refused = known
        var again = known.filter { $0.value.wasCut }.sorted { ($0.value.at, $0.key) < ($1.value.at, $1.key) }.map(\.key)
        var isAgain = false
        var found: [Item] = [], trouble = refused.max { $0.key < $1.key }?.value.sentence, isOver = false
        while true {
            if waiting.isEmpty { (waiting, again, isAgain) = (again[...], [], true) }
            guard let name = waiting.popFirst() else { break }
            let asked = now(), left = waiting.count + again.count + 1
            guard asked < deadline else {
                isOver = true
                break
            }
            var job = FileJob(path(of: name), .surveys)
            let patience = job.patience
            job.share = .microseconds((deadline - asked).microseconds / (isAgain ? 1 : Int64(left)))
            do throws(Failure) {
                found = Self.fair(found + (try Self.items(job, reading)))
                refused[name] = nil
            } catch {
                trouble = error.description
                // Another program may have locked it, or the machine has no process left: that is not the file's.
                if error.status == .file {
                    let wasCut = job.share < patience && now() - asked >= job.share
                    let refusal = FileRefusal(
                        mark: FileMark(job.path), at: asked, sentence: error.description, wasCut: wasCut)
                    if wasCut, !isAgain { again.append(name) }
                    refused[name] = refusal
                }
            }
        }
        let listed = Set(names)
        refusals.withLock { [refused] in $0 = refused.filter { listed.contains($0.key) } }
        if isOver { trouble = "not all files of this folder could be read in time" }
        if refused.count > 1, let last = trouble {
            trouble = "\(refused.count) files cannot be read; the last: \(last)"
        }
        return (found, trouble ?? "")
    }

    /// The names of a folder's GeoPackages, in their order.
    private static func names(in path: String) throws(SystemFailure) -> [String] {
        guard let directory = opendir(path) else { throw SystemFailure("opendir") }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(".gpkg") { names.append(name) }
        }
        return names.sorted()
    }

    private static func items(_ job: FileJob, _ reading: Reading) throws(Failure) -> [Item] {
        var packet = PacketReader(try reading(job))
        do throws(PacketReader.Malformed) {
            let items = try packet.list(limit: Self.maxItems) { (packet) throws(PacketReader.Malformed) in
                try Item(&packet, path: job.path)
            }
            try packet.end()
            return items
        } catch { throw FileHelper.malformed(job.path) }
    }

    // MARK: which are listed

    private static func fair(_ items: [Item]) -> [Item] {
        chosen(of: items, limit: maxItems, now: WallClock.now()).map { items[$0] }
    }

    /// The indices of the items that are listed, the newest first. Where there are more than `limit`, the newest of
    /// each file comes before the second of any, so that no file displaces the others. What begins in the future is
    /// the oldest.
    /// - Parameter now: in microseconds since 1970.
    static func chosen(of items: [Item], limit: Int, now: Int64) -> [Int] {
        let order = items.indices.sorted { one, other in
            let (a, b) = (items[one], items[other])
            if a.started > now || b.started > now, (a.started > now) != (b.started > now) { return b.started > now }
            return a.started == b.started ? one < other : a.started > b.started
        }
        guard order.count > limit else { return order }
        var counts: [String: Int] = [:], ranked: [(rank: Int, position: Int)] = []
        for (position, index) in order.enumerated() {
            ranked.append((counts[items[index].path, default: 0], position))
            counts[items[index].path, default: 0] += 1
        }
        let kept = ranked.sorted { ($0.rank, $0.position) < ($1.rank, $1.position) }.prefix(limit)
        return kept.map(\.position).sorted().map { order[$0] }
    }
}

/// What a file was when it was refused.
private struct FileRefusal {
    let mark: FileMark
    let at: Instant
    let sentence: String
    /// Whether it was late because others waited.
    let wasCut: Bool
}

/// By what it shows that a file has changed.
private struct FileMark: Equatable {
    private var parts: [Int64] = []

    init(_ path: String) {
        for suffix in ["", "-wal"] {
            var status = stat()
            guard stat(path + suffix, &status) == 0 else { continue }
            parts += [
                Int64(truncatingIfNeeded: status.st_ino), Int64(status.st_size), Int64(status.st_mtim.tv_sec),
                Int64(status.st_mtim.tv_nsec),
            ]
        }
    }
}
