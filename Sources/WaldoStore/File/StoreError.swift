public import WaldoCore

/// Why a store cannot be opened, read or written: one sentence, with what to do.
public struct StoreError: ProgramError, Equatable {
    /// What is wrong.
    public enum Kind: Equatable, Sendable {
        /// The file does not exist, or may not be opened.
        case cannotOpen
        /// There is a file of this name already.
        case exists
        /// The file is no GeoPackage.
        case notGeoPackage
        /// A GeoPackage that Waldo has not written.
        case notAStore
        /// Something in it is not Waldo's, and would run or stand for a table of Waldo's; or it asks for more time or
        /// memory than a survey does.
        case foreign
        /// A text or blob in it is longer than any of a survey.
        case tooLong
        /// Written by a later version of Waldo.
        case laterVersion
        /// Copied without the `-wal` file that belonged to it.
        case withoutLog
        /// Another program writes it.
        case heldByWriter
        /// It may only be read.
        case readOnly
        /// The disk is full.
        case full
        /// Another program has locked it for too long.
        case busy
        /// It was deleted or replaced while it was written.
        case vanished
        /// Its contents are not what SQLite or the schema requires.
        case damaged
        /// The caller has ended the work; what had been changed is taken back.
        case interrupted
        /// The file is there; the survey, session or run that was asked for is not in it.
        case missing
        /// Any other failure of SQLite or the system.
        case failed
    }

    /// What is wrong.
    public var kind: Kind
    /// The file.
    public var path: String
    /// What was found, and what to do.
    public var sentence: String

    /// Creates an error about a file.
    public init(_ kind: Kind, _ path: String, _ sentence: String) {
        self.kind = kind
        self.path = path
        self.sentence = sentence
    }

    /// 66 for a file that is missing or unreadable, 65 for wrong contents, 74 for one that cannot be written, 64 for
    /// one that exists already.
    public var status: ExitStatus {
        switch kind {
        case .cannotOpen, .missing: .input
        case .notGeoPackage, .notAStore, .foreign, .tooLong, .laterVersion, .withoutLog, .damaged, .interrupted: .file
        case .heldByWriter, .readOnly, .full, .busy, .vanished, .failed: .output
        case .exists: .usage
        }
    }

    /// True if the caller has ended the work.
    public var mayBeInterruption: Bool { kind == .interrupted }

    /// `FILE: sentence`, with control characters in the file's name escaped.
    public var description: String { "\(SafeText.escaped(path, upTo: .max)): \(sentence)" }
}
