/// A step from one version of the schema to the next.
struct Migration {
    /// The version that it starts from.
    let from: Int64
    /// What it executes.
    let statements: String
}
