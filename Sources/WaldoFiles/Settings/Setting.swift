import WaldoCore

/// The value of an option, and where it comes from.
public struct Setting: Equatable, Sendable {
    /// Where a value comes from; the earlier win.
    public enum Origin: Equatable, Sendable {
        /// The command line.
        case option
        /// The environment variable of this name.
        case variable(String)
        /// A line of the operator's `config.yaml`.
        case file(path: String, line: Int)
        /// Nothing sets it.
        case builtIn
    }

    /// The value; nil: what is built in.
    public var value: String?
    /// Where it comes from.
    public var origin: Origin

    /// Creates a setting.
    public init(_ value: String?, from origin: Origin) {
        self.value = value
        self.origin = origin
    }

    /// Whether the operator gave it on this command line. A default never counts as that.
    public var isNamed: Bool { origin == .option && value != nil }

    /// What is wrong with the file that it names; of a default, where the default is set.
    func blamed(for error: FileError) -> FileError {
        switch origin {
        case .option, .builtIn: return error
        case .variable(let name): return FileError(file: name, error.description)
        case .file(let path, let line): return FileError(file: path, line: line, error.description)
        }
    }

    /// Who chose the arm, for the end of a sentence about it: ` (the arm is chosen by FILE:2; --arm names another)`.
    /// Empty where `--arm` is given.
    public var armChoice: String {
        switch origin {
        case .option: ""
        case .builtIn: " (this is the default arm; --arm names another)"
        case .variable, .file:
            " (the arm is chosen by \(SafeText.escaped(source ?? "", upTo: .max)); --arm names another)"
        }
    }

    /// Where a default comes from, for a message: `WALDO_ARM`, or file and line; nil: it is none.
    public var source: String? {
        switch origin {
        case .option, .builtIn: nil
        case .variable(let name): name
        case .file(let path, let line): "\(path):\(line)"
        }
    }
}
