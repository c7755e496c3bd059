internal import Glibc
internal import WaldoLoop
internal import WaldoPanel

/// The source of the operator's own token: the argument, which every user of the machine can see in the process list, a
/// file, or the environment.
package struct PanelTokenChoice {
    static let variable = "WALDO_PANEL_TOKEN"
    private static let rule = "use 16 to 64 letters, digits, - and _"

    var argument: String?, file: String?, environment: String?

    /// A choice of at most one of these three.
    package init(argument: String? = nil, file: String? = nil, environment: String? = nil) {
        self.argument = argument
        self.file = file
        self.environment = environment
    }

    /// The values of `--panel-token` and `--panel-token-file`, and this process's environment.
    package static func chosen(argument: String?, file: String?) -> PanelTokenChoice {
        PanelTokenChoice(argument: argument, file: file, environment: getenv(variable).map { String(cString: $0) })
    }

    /// The option that was given. The environment does not count, as it may be meant for other drives.
    var option: String? { file != nil ? "--panel-token-file" : argument != nil ? "--panel-token" : nil }

    /// Reads the token; nil when none is given.
    func read() throws(Failure) -> PanelToken? {
        guard [argument, file, environment].count(where: { $0 != nil }) <= 1 else {
            throw Failure(
                64,
                "the panel's token comes from one of --panel-token, --panel-token-file and \(Self.variable): leave out "
                    + "the others")
        }
        if let file { return try Self.token(inFile: file) }
        guard let text = argument ?? environment else { return nil }
        guard let token = PanelToken(text) else {
            throw Failure(
                64, "\(argument == nil ? Self.variable : "--panel-token"): \(Self.rule), or leave it out")
        }
        return token
    }

    private static func token(inFile path: String) throws(Failure) -> PanelToken {
        let number = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw unreadable(path) }
        let file = OwnedDescriptor(owning: number)
        // The longest token (64 bytes), a line end, and more to detect a longer file.
        var bytes = [UInt8](repeating: 0, count: 67), length = 0
        while length < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                Glibc.read(file.number, $0.baseAddress! + length, $0.count - length)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw unreadable(path) }
            if count == 0 { break }
            length += count
        }
        let text = String(decoding: bytes[..<length], as: UTF8.self)
        guard let token = PanelToken(text.hasSuffix("\n") ? String(text.dropLast()) : text) else {
            throw Failure(Failure.file, "--panel-token-file: \(path) holds no token: \(rule), on one line")
        }
        return token
    }

    private static func unreadable(_ path: String) -> Failure {
        Failure(
            Failure.file,
            "--panel-token-file: \(path) cannot be read (\(SystemFailure("read").description)): name a file of yours that "
                + "holds the token")
    }
}
