/// What `waldo check` finds in a file or under a name.
public struct Examination: Sendable {
    /// The files that are right.
    public var files: [CheckedFile] = []
    /// What is wrong, by file and line.
    public var faults: [FileError] = []
}
