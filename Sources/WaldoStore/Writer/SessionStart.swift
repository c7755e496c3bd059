import Glibc

/// What distinguishes a session: the boot of the machine whose clock stamps its rows.
public struct SessionStart: Equatable, Sendable {
    /// The id of the boot: monotonic times of one boot can be compared.
    public var boot: String
    /// Where the wall clock's times come from: `system`, or `log` for an imported file.
    public var clockSource: String
    /// Whether it goes on with the newest survey of the same arm, sensor and graph; if not, it begins a survey.
    public var continuesSurvey: Bool
    /// Whether another session follows at once, to which the layers' indexes are left. `StoreEditor.rebuildLayers`
    /// builds them after the last.
    public var isFollowed: Bool

    /// Creates a start from its parts.
    public init(
        boot: String = SessionStart.thisBoot, clockSource: String = "system", continuesSurvey: Bool = true,
        isFollowed: Bool = false
    ) {
        self.boot = boot
        self.clockSource = clockSource
        self.continuesSurvey = continuesSurvey
        self.isFollowed = isFollowed
    }

    /// This machine's present boot (proc(5), boot_id); `unknown` where the kernel does not give it.
    public static let thisBoot: String = {
        let file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "unknown" }
        defer { close(file) }
        return withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { bytes in
            let count = max(0, read(file, bytes.baseAddress, bytes.count))
            return String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        }
    }()
}
