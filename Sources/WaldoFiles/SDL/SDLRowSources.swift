internal import Glibc
internal import WaldoCore
internal import WaldoLoop

/// Where rows of SDL's database are looked for: the environment, a file of the operator's, Waldo's own rows, and
/// libSDL2 or libSDL3 where one is installed. Nothing of it is needed.
public struct SDLRowSources: Sendable {
    /// A row for an input, and where it stands.
    struct Found: Equatable {
        let row: SDLRow
        let place: String
    }

    /// The operator's file in the configuration directory.
    static let fileName = "gamecontrollerdb.txt"
    /// The largest file that is read, in bytes; SDL_GameControllerDB has about 700 KB, libSDL2 about 2 MB.
    private static let limit = 32 * 1024 * 1024

    private let environment: String
    private let libraries: [String]

    /// Creates sources from rows as `SDL_GAMECONTROLLERCONFIG` has them, one a line, and the paths of libraries.
    public init(environment: String = "", libraries: [String] = []) {
        self.environment = environment
        self.libraries = libraries
    }

    /// The rows of `SDL_GAMECONTROLLERCONFIG`, and the library at `WALDO_SDL_LIBRARY`, by default that of the system;
    /// an empty path means none.
    public static func ofEnvironment() -> SDLRowSources {
        func text(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        let libraries = text("WALDO_SDL_LIBRARY").map { $0.isEmpty ? [] : [$0] } ?? systemLibraries
        return SDLRowSources(environment: text("SDL_GAMECONTROLLERCONFIG") ?? "", libraries: libraries)
    }

    private static let systemLibraries: [String] = {
        #if arch(arm64)
            let triplet = "aarch64-linux-gnu"
        #else
            let triplet = "x86_64-linux-gnu"
        #endif
        let folders = ["/usr/local/lib", "/usr/lib/\(triplet)", "/usr/lib64", "/usr/lib"]
        return folders.flatMap { ["\($0)/libSDL2-2.0.so.0", "\($0)/libSDL3.so.0"] }
    }()

    /// The best row for an input in the first source that has one.
    /// - Parameter directory: the operator's configuration directory; nil: none.
    /// - Throws: that the operator's file cannot be trusted or read, and how to fix it.
    func row(for identity: InputIdentity, directory: String?) throws(FileError) -> Found? {
        let search = SDLRowSearch(identity)
        if let row = search.best(in: environment) {
            return Found(row: row, place: "SDL_GAMECONTROLLERCONFIG")
        }
        if let directory, let bytes = try OperatorFile.bytes(Self.fileName, in: directory, limit: Self.limit),
            let row = bytes.withUnsafeBytes({ search.best(in: $0) })
        {
            return Found(row: row, place: "\(directory)/\(Self.fileName)")
        }
        if let row = search.best(in: OwnRows.text), row.guid.isAnyVersion || row.guid.isExact(for: identity) {
            return Found(row: row, place: OwnRows.place)
        }
        for path in libraries {
            guard let split = path.lastIndex(of: "/") else { continue }
            let (folder, name) = (String(path[..<split]), String(path[path.index(after: split)...]))
            // A library that cannot be trusted or read is as good as none: nobody has asked for it.
            guard let bytes = try? OperatorFile.bytes(name, in: folder, limit: Self.limit) else { continue }
            if let row = bytes.withUnsafeBytes({ search.best(in: $0) }) { return Found(row: row, place: path) }
        }
        return nil
    }
}
