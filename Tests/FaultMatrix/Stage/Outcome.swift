import Glibc

/// What a fault does to a drive.
enum Outcome {
    /// The drive goes on as if nothing had happened.
    case goesOn
    /// Every velocity is set to zero at once; the drive goes on once the gate opens again.
    case halts
    /// The same, and the emergency stop is latched.
    case stops
    /// What was held is released.
    case releases
    /// A control moves nothing.
    case staysDead
    /// The frames cease, because the link or the process is away; when it is back, a halt comes first, then the gate.
    case breaks
    /// At most a window of frames moves the arm; then every velocity is set to zero, and the gate is shut.
    case stalls
    /// Every velocity is set to zero at once, over the link that is then lost; when it is back, the zeros come first.
    case parts
    /// Every velocity is set to zero, and the program ends with this status.
    case ends(CInt)
    /// The link is lost, and the program ends with this status.
    case breaksOff(CInt)
    /// Every velocity is set to zero at least once, and the program dies of this signal.
    case dies(CInt)
    /// The frames cease, and nothing follows.
    case ceases
    /// An outcome of a single row, judged by the row itself.
    case own((Rig) async throws -> Void)
}

/// A fault at its moment: how the stage is set up, what strikes, and how it is repaired.
struct Strike {
    var setup = Rig.Setup()
    var outcome: Outcome
    var remedy: (Rig) async throws -> Void = { _ in }
    /// Repairs what remains, after the zeros of a link that is back have arrived.
    var heals: (Rig) async throws -> Void = { _ in }
    /// What else must be observed before the outcome counts.
    var sees: (Rig) async throws -> Void = { _ in }
    var blow: (Rig) async throws -> Void
}
