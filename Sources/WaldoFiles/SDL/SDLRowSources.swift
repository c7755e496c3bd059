import Glibc
import WaldoCore
import WaldoLoop

/// Where rows of SDL's database are looked for: the environment, a file of the operator's, Waldo's own rows, and
/// libSDL2 or libSDL3 where one is installed. Nothing of it is needed.
public struct SDLRowSources: Sendable {
    /// A row for an input, and where it stands.
    struct Found: Equatable {
        let row: SDLRow
        let source: String
        /// Whether the operator has written it.
        var isOperators = false
    }

    /// The operator's file in the configuration directory.
    static let fileName = "gamecontrollerdb.txt"
    /// The largest file that is read, in bytes; SDL_GameControllerDB has about 700 KB, libSDL2 about 2 MB.
    private static let limit = 32 * 1024 * 1024

    private let environment: String
    private let libraries: [String]
    /// Whether the operator has chosen the library, who is then told if it cannot be read.
    private let isChosen: Bool

    /// Creates sources from rows as `SDL_GAMECONTROLLERCONFIG` has them, one a line, and the paths of libraries.
    public init(environment: String = "", libraries: [String] = []) {
        self.init(environment: environment, libraries: libraries, isChosen: false)
    }

    private init(environment: String, libraries: [String], isChosen: Bool) {
        self.environment = environment
        self.libraries = libraries
        self.isChosen = isChosen
    }

    /// The rows of `SDL_GAMECONTROLLERCONFIG`, and the library at `WALDO_SDL_LIBRARY`, by default that of the system;
    /// an empty path means none.
    public static func ofEnvironment() -> SDLRowSources {
        func text(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        let chosen = text("WALDO_SDL_LIBRARY").map { $0.isEmpty ? [] : [$0] }
        return SDLRowSources(
            environment: text("SDL_GAMECONTROLLERCONFIG") ?? "", libraries: chosen ?? systemLibraries,
            isChosen: chosen != nil)
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

    /// The best row for an input in the first source whose row can be used.
    /// - Parameters:
    ///   - directory: the operator's configuration directory; nil: none.
    ///   - isUsable: whether a mapping can be made of a row; each source is asked for one row only.
    func row(for identity: InputIdentity, directory: String?, where isUsable: (Found) -> Bool) -> Found? {
        let search = SDLRowSearch(identity)
        for text in operatorTexts(directory).texts {
            if let row = search.best(in: text.bytes) {
                let found = Found(row: row, source: text.source, isOperators: true)
                if isUsable(found) { return found }
            }
        }
        if let row = search.best(in: OwnRows.text), row.guid.isAnyVersion || row.guid.isExact(for: identity) {
            let found = Found(row: row, source: OwnRows.source)
            if isUsable(found) { return found }
        }
        for path in libraries {
            guard case .success(let bytes?) = Self.library(at: path), let row = search.best(in: bytes) else { continue }
            let found = Found(row: row, source: path)
            if isUsable(found) { return found }
        }
        return nil
    }

    /// The sources that the operator has chosen and that cannot be read or trusted, each with how to fix it.
    func unreadable(directory: String?) -> [FileError] {
        let problems = operatorTexts(directory).problems
        guard isChosen else { return problems }
        return problems
            + libraries.compactMap { path in
                switch Self.library(at: path) {
                case .success(.some): nil
                case .success(nil):
                    FileError(
                        file: "WALDO_SDL_LIBRARY", "there is no \(SafeText.escaped(path, upTo: .max)); name a file")
                case .failure(let error): error
                }
            }
    }

    /// The lines of the operator that are neither rows nor rows of another system, and why.
    func faults(directory: String?) -> [FileError] {
        operatorTexts(directory).texts.flatMap { SDLRowFault.faults(in: $0.bytes, file: $0.source) }
    }

    private struct Text {
        let source: String
        let bytes: [UInt8]
    }

    /// What the operator has written: the environment's rows and the file.
    private func operatorTexts(_ directory: String?) -> (texts: [Text], problems: [FileError]) {
        var texts = [Text(source: "SDL_GAMECONTROLLERCONFIG", bytes: Array(environment.utf8))]
        guard let directory else { return (texts, []) }
        do throws(FileError) {
            if var bytes = try OperatorFile.bytes(Self.fileName, in: directory, limit: Self.limit) {
                // A byte order mark.
                if bytes.starts(with: [0xef, 0xbb, 0xbf]) { bytes.removeFirst(3) }
                texts.append(Text(source: "\(directory)/\(Self.fileName)", bytes: bytes))
            }
            return (texts, [])
        } catch { return (texts, [error]) }
    }

    /// The bytes of a library; nil: there is none.
    private static func library(at path: String) -> Result<[UInt8]?, FileError> {
        let split = path.lastIndex(of: "/") ?? path.startIndex
        let folder = path[..<split].isEmpty ? (path.hasPrefix("/") ? "/" : ".") : String(path[..<split])
        let name = path[split...].drop { $0 == "/" }
        do throws(FileError) {
            return .success(try OperatorFile.bytes(String(name), in: folder, limit: limit))
        } catch { return .failure(error) }
    }
}
