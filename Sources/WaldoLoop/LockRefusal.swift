/// Why a lock could not be taken.
public enum LockRefusal: Error, Equatable {
    /// Another process, or another part of this one, holds it.
    case locked(by: LockHolder)
    /// A call failed, such as open(2) when the process may open no more files.
    case failed(SystemFailure)
}
