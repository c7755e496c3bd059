/// What a command does in a database. It decides which right the command lacks when the database refuses it.
public enum DatabaseWork: CaseIterable, Sendable {
    /// It reads surveys or compares the schema.
    case reading
    /// It stores what stations send.
    case storing
    /// It changes whose surveys are, or computes the map again.
    case owning
    /// It makes or migrates the schema.
    case installing

    /// What to do when the user may not do it.
    var grant: String {
        switch self {
        case .reading: "grant waldo_reader"
        case .storing: "grant waldo_collector"
        case .owning: "grant waldo_owner"
        case .installing:
            "apply the schema as a superuser, or as a user with the role waldo_owner who may create roles, and schemas and "
                + "extensions in this database"
        }
    }

    /// What to do where the schema is another.
    var remedy: String {
        self == .installing ? "drop what is in its way" : "apply it with `waldo-relay schema URL`"
    }

    /// What ends sessions that keep a schema from being applied: mostly readers'.
    var endingReaders: String {
        guard self == .installing else { return "" }
        return "; `SELECT waldo.end_long_readers()` ends those of readers that have been in one transaction for "
            + "more than 15 minutes"
    }
}
