import Glibc

/// What a fault makes of a drive.
enum Outcome {
    /// It goes on as if nothing had been.
    case goesOn
    /// Every velocity is set to zero at once; the drive goes on behind the gate.
    case halts
    /// The same, and a stop is latched.
    case stops
    /// What was held is let go of.
    case releases
    /// A control moves nothing.
    case staysDead
    /// The frames cease, for the link or the process is away; once it is back a halt comes first, and then the gate.
    case breaks
    /// At most a window of frames moves the arm; then every velocity is set to zero, and the gate is shut.
    case stalls
    /// Every velocity is set to zero at once, by the link that is then lost; once it is back the zeros come first.
    case parts
    /// Every velocity is set to zero, and the program ends with this status.
    case ends(CInt)
    /// The link is away, and the program ends with this status.
    case breaksOff(CInt)
    /// Every velocity is set to zero once at least, and the program dies by this signal.
    case dies(CInt)
    /// The frames cease, and nothing comes after them.
    case ceases
    /// What no other row shows, judged by the row itself.
    case own((Rig) async throws -> Void)
}

/// A fault at its moment: how the stage is set, what strikes, and how it is mended.
struct Strike {
    var setup = Rig.Setup()
    var outcome: Outcome
    var remedy: (Rig) async throws -> Void = { _ in }
    /// Once the zeros of a link that is back are there.
    var heals: (Rig) async throws -> Void = { _ in }
    /// Before the outcome counts as such: what else is to be seen.
    var sees: (Rig) async throws -> Void = { _ in }
    var blow: (Rig) async throws -> Void
}
