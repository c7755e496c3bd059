import Glibc
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoPanel

/// The source of the operator's own token: the argument, which every user of the machine can see in the process list, a
/// file that nobody else may read, or the environment. What is chosen is printed nowhere.
package struct PanelTokenChoice {
    private static let rule = "use 16 to 64 letters, digits, - and _"

    /// What the token is for, as options name it: `panel` or `foxglove`.
    let name: String
    var argument: String?, file: String?, environment: String?

    /// A choice of at most one of these three.
    package init(
        of name: String = "panel", argument: String? = nil, file: String? = nil, environment: String? = nil
    ) {
        self.name = name
        self.argument = argument
        self.file = file
        self.environment = environment
    }

    /// The values of `--panel-token` and `--panel-token-file`, and this process's environment; or those of another
    /// name.
    package static func chosen(of name: String = "panel", argument: String?, file: String?) -> PanelTokenChoice {
        var choice = PanelTokenChoice(of: name, argument: argument, file: file)
        choice.environment = getenv(choice.variable).map { String(cString: $0) }
        return choice
    }

    private var variable: String { "WALDO_\(name.uppercased())_TOKEN" }

    /// The option that was given. The environment does not count, as it may be meant for other drives.
    var option: String? { file != nil ? "--\(name)-token-file" : argument != nil ? "--\(name)-token" : nil }

    /// Reads the token; nil when none is given.
    func read() throws(Failure) -> PanelToken? {
        guard [argument, file, environment].count(where: { $0 != nil }) <= 1 else {
            throw Failure(
                .usage,
                "the token of the \(name) comes from one of --\(name)-token, --\(name)-token-file and \(variable): leave out "
                    + "the others")
        }
        if let file { return try token(inFile: file) }
        guard let text = argument ?? environment else { return nil }
        guard let token = PanelToken(text) else {
            throw Failure(
                .usage, "\(argument == nil ? variable : "--\(name)-token"): \(Self.rule), or leave it out")
        }
        return token
    }

    /// How long the program may take that writes the token, in milliseconds.
    private static let patience: CInt = 10_000

    private func token(inFile path: String) throws(Failure) -> PanelToken {
        let file = try open(path)
        // The longest token (64 bytes), a line end, and more to detect a longer file.
        var bytes = [UInt8](repeating: 0, count: 67), length = 0
        while length < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                Glibc.read(file.number, $0.baseAddress! + length, $0.count - length)
            }
            if count < 0, errno == EINTR { continue }
            // The output of another program is not waited for for ever.
            if count < 0, errno == EAGAIN {
                var waiting = pollfd(fd: file.number, events: Int16(POLLIN), revents: 0)
                if poll(&waiting, 1, Self.patience) > 0 { continue }
                errno = ETIMEDOUT
            }
            guard count >= 0 else { throw unreadable(path) }
            if count == 0 { break }
            length += count
        }
        let text = String(decoding: bytes[..<length], as: UTF8.self)
        guard let token = PanelToken(text.hasSuffix("\n") ? String(text.dropLast()) : text) else {
            throw Failure(.file, "--\(name)-token-file: \(path) holds no token: \(Self.rule), on one line")
        }
        return token
    }

    private func open(_ path: String) throws(Failure) -> OwnedDescriptor {
        do throws(Failure) { return try SecretFile.open(path, orPipe: true) } catch {
            throw Failure(error.status, "--\(name)-token-file: \(error)")
        }
    }

    private func unreadable(_ path: String) -> Failure {
        Failure(.input, "--\(name)-token-file: \(path): \(UnreadableFile.sentence(errno))")
    }
}
