import WaldoCore
public import WaldoSurvey

/// What an AirCasting file holds, piece by piece.
public enum AirCastingItem: Equatable, Sendable {
    /// A stream begins; its index among the streams of the file is the number to which rows refer.
    case stream(StreamDescription, package: String)
    /// The values of one time and place.
    case row(AirCastingRow)
    /// A line from which nothing was taken, or one of whose fields could not be read.
    case reject(ImportReject)
}
