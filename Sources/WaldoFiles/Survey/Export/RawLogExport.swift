/// Exports an imported log as it came, byte for byte: every line in the order of the file, with its end, comments and
/// what could not be read included.
public final class RawLogExport {
    private let file: ExportFile
    /// Bytes written so far.
    public private(set) var bytes = 0

    /// Creates the file.
    /// - Throws: that the survey may not be uploaded, or why the file cannot be created.
    public init(_ path: String, of survey: ExportedSurvey) throws(SurveyExportError) {
        guard !survey.forbidsUpload else { throw .forbidden(title: survey.title, format: "bGeigie logs") }
        do { file = try ExportFile(path) } catch { throw .file(error) }
    }

    /// Adds the next bytes of the log.
    /// - Throws: why the file cannot be written.
    public func export(_ chunk: some Collection<UInt8>) throws(ExportError) {
        try file.write(chunk)
        bytes += chunk.count
    }

    /// Writes what is still buffered and gives the file its name.
    /// - Throws: why the file cannot be written, or that its name is taken by now.
    public func finish() throws(ExportError) { try file.finish() }
}
