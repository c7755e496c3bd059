public import WaldoFiles
public import WaldoStore

extension Failure {
    /// What a failure of a survey's file means for the relay.
    public init(_ error: StoreError) {
        let status: ExitStatus =
            switch error.kind {
            case .cannotOpen, .missing: .input
            case .exists: .usage
            case .full, .failed, .readOnly, .busy, .vanished, .heldByWriter: .output
            case .interrupted: Interruption.signal.map { .signal($0) } ?? .file
            default: .file
            }
        self.init(status, error.description)
    }

    /// What a failure of a database means for the relay.
    public init(_ error: DatabaseError) {
        let isInterrupted = error.kind == .interrupted
        self.init(Interruption.signal.flatMap { isInterrupted ? .signal($0) : nil } ?? .link, error.description)
    }
}
