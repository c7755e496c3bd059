import CWaldoShims
import Glibc

/// Reports the entries of a folder that appear, change and vanish, by inotify. The folder need not exist yet; its
/// parent must.
@LoopActor
public final class FolderWatch {
    /// What has happened in the folder.
    public enum Change: Equatable, Sendable {
        /// An entry is new, or its permissions have changed: udev sets them after it has created a node.
        case appeared(String)
        /// An entry is gone.
        case vanished(String)
        /// Records were lost, or the folder itself is new: check every entry.
        case anything
    }

    private let parent: String
    private let name: String
    private let descriptor: OwnedDescriptor
    private let handler: @LoopActor ([Change]) -> Void
    private var watch: FileWatch?
    private var folderWatch: CInt = -1
    private var parentWatch: CInt = -1

    /// Watches `parent`/`name`, and calls `handler` with the changes of each turn of the loop.
    /// - Throws: the failed call, when the parent does not exist or inotify's limits are reached.
    public init(
        parent: String, name: String, _ handler: @escaping @LoopActor ([Change]) -> Void
    ) throws(SystemFailure) {
        let number = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
        guard number >= 0 else { throw SystemFailure("inotify_init1") }
        descriptor = OwnedDescriptor(owning: number)
        self.parent = parent
        self.name = name
        self.handler = handler
        try addWatch()
        watch = try FileWatch(number, for: .readable, priority: .input, of: self) { folder, _ in folder.read() }
    }

    /// Ends the watch.
    public func cancel() {
        watch?.cancel()
        watch = nil
    }

    /// Watches the folder, or the parent until the folder exists.
    private func addWatch() throws(SystemFailure) {
        if addFolder() { return }
        parentWatch = inotify_add_watch(descriptor.number, parent, UInt32(IN_CREATE) | UInt32(IN_MOVED_TO))
        guard parentWatch >= 0 else { throw SystemFailure("inotify_add_watch") }
        // The folder may have been created between the two calls.
        _ = addFolder()
    }

    private func addFolder() -> Bool {
        let mask = [IN_CREATE, IN_ATTRIB, IN_DELETE, IN_MOVED_TO, IN_MOVED_FROM, IN_DELETE_SELF].reduce(UInt32(0)) {
            $0 | UInt32($1)
        }
        folderWatch = inotify_add_watch(descriptor.number, "\(parent)/\(name)", mask | UInt32(IN_ONLYDIR))
        guard folderWatch >= 0 else { return false }
        if parentWatch >= 0 { inotify_rm_watch(descriptor.number, parentWatch) }
        parentWatch = -1
        return true
    }

    private func read() {
        var changes: [Change] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(descriptor.number, &buffer, buffer.count)
            guard count > 0 else { break }
            let records = buffer.withUnsafeBytes { InotifyRecord.parse($0.bytes.extracting(first: count)) }
            for record in records { if let change = change(of: record) { changes.append(change) } }
        }
        if !changes.isEmpty { handler(changes) }
    }

    private func change(of record: InotifyRecord) -> Change? {
        if record.mask & UInt32(IN_Q_OVERFLOW) != 0 { return .anything }
        if record.watch == parentWatch { return record.name == name && addFolder() ? .anything : nil }
        guard record.watch == folderWatch else { return nil }
        if record.mask & UInt32(IN_IGNORED) != 0 {
            // The folder is gone: devtmpfs removes /dev/input with its last node. Without a parent nothing can come
            // back, so that failure is ignored.
            try? addWatch()
            return .anything
        }
        guard !record.name.isEmpty else { return nil }
        let isGone = record.mask & (UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM)) != 0
        return isGone ? .vanished(record.name) : .appeared(record.name)
    }
}
