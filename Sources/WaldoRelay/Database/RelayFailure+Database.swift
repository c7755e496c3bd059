extension RelayFailure {
    /// What a failure of a database means for the program.
    public init(_ error: DatabaseError) {
        let status = Interruption.signal.map { error.kind == .interrupted ? 128 + $0 : Self.link } ?? Self.link
        self.init(status, error.description)
    }
}
