public import WaldoCore

/// Why a survey is not exported, in one sentence.
public enum SurveyExportError: ProgramError, Equatable {
    /// The survey may not be uploaded, and the format is made for uploads.
    case forbidden(title: String, format: String)
    /// No stream has what the format is about.
    case noCounts(title: String)
    /// Its times are local and their zone is not known, and the format has those of UTC.
    case unknownZone(title: String)
    /// The file cannot be written.
    case file(ExportError)

    /// 74 for a file that cannot be written, 65 for a survey that has no such export.
    public var status: ExitStatus { if case .file(let error) = self { error.status } else { .file } }

    /// The sentence.
    public var description: String {
        switch self {
        case .forbidden(let title, let format):
            "the survey \(Self.quoted(title)) is not for upload (`waldo survey show` says why), and \(format) are for "
                + "upload; export it as CSV, GeoJSON or MCAP"
        case .noCounts(let title):
            "the survey \(Self.quoted(title)) has no stream in count or cpm, which a bGeigie log consists of; export "
                + "it as CSV, GeoJSON or MCAP"
        case .unknownZone(let title):
            "the times of the survey \(Self.quoted(title)) are local, their zone is not known, and those of a bGeigie log "
                + "are UTC; import its file again with --zone"
        case .file(let error): error.description
        }
    }

    private static func quoted(_ title: String) -> String { "\"\(SafeText.escaped(title))\"" }
}
