internal import WaldoCore

/// A case as one byte of a record: its place in the list of all. It never leaves the process.
protocol RecordCode: CaseIterable, Equatable where AllCases == [Self] {}

extension RecordCode {
    var code: UInt8 { UInt8(truncatingIfNeeded: Self.allCases.firstIndex(of: self) ?? 0) }
    init(code: UInt8) { self = Self.allCases[Int(code)] }
}

extension Fix.Source: RecordCode {}
extension AlarmChange.Cause: RecordCode {}
extension Gap.Cause: RecordCode {}
extension Reject.Reason: RecordCode {}
extension EventKind: RecordCode {}
