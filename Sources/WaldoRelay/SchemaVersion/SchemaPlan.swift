/// What has to be done to a database for its schema to be this program's.
public enum SchemaPlan: Equatable, Sendable {
    /// There is none: all is created.
    case create
    /// It is of an earlier version: these versions are left behind, by all texts.
    case migrate([Int])
    /// Its functions and views are of another build: all texts are applied again.
    case renew
    /// Nothing but what rights and limits of logins may lack.
    case nothing
    /// These rights and limits lack.
    case rights([String])
    /// It is this program's, but for these parts: all texts are applied again.
    case restore([String])
    /// It is of a later version of the program.
    case later(Int)

    /// What is said when it was carried out.
    public var done: String {
        switch self {
        case .create: "the schema was created (version \(SchemaFiles.version))"
        case .migrate(let versions): "the schema was migrated from version \(versions[0]) to \(SchemaFiles.version)"
        case .renew: "functions and views were replaced by those of this program"
        case .nothing, .later: "the schema is that of this program already"
        case .rights(let lacked):
            "the schema is that of this program already; what its rights lacked was added: "
                + lacked.joined(separator: "; ")
        case .restore(let differed): "what differed was made again: \(differed.joined(separator: "; "))"
        }
    }

    /// Decides.
    /// - Parameters:
    ///   - installed: the newest version in the database and the checksum of its texts; nil: no schema.
    ///   - version: the program's version.
    ///   - contents: the checksum of the program's texts.
    init(installed: (version: Int, contents: String)?, version: Int, contents: String) {
        guard let installed else {
            self = .create
            return
        }
        if installed.version > version {
            self = .later(installed.version)
        } else if installed.version < version {
            self = .migrate(Array(installed.version..<version))
        } else {
            self = installed.contents == contents ? .nothing : .renew
        }
    }
}
