import ArgumentParser
import Glibc
import WaldoApp
import WaldoCore
import WaldoFiles
import WaldoLoop

/// The options of a drive that ends by itself: whether it parks the arm then, and whether it begins without asking.
struct ParkOptions: ParsableArguments {
    @Flag(help: "Park the arm at the planned end. No stop, Ctrl-C, loss or failure parks.")
    var park = false

    @Flag(help: "Begin without asking: with --park it may park; for a raster or a route it stands as assumed.")
    var yes = false

    /// Refuses `--yes` where parking is all that is asked about.
    /// - Throws: a usage error.
    func validateAlone() throws {
        if yes && !park { throw ValidationError("--yes belongs to --park") }
    }

    /// What the operator has to know of the end of the drive; empty: the arm is not parked.
    /// - Throws: `Failure` with status 64 where the arm's file does not say where it rests.
    func lines(_ arm: Arm) throws(Failure) -> [String] {
        guard park else { return [] }
        guard let text = arm.parkText else {
            throw Failure(
                .usage,
                "--park: the file of “\(SafeText.escaped(arm.name))” does not say where the arm rests; add `park` to it, or "
                    + "leave the option out")
        }
        return ["at the end the arm parks: \(text)"]
    }

    /// Has the operator agree to what the arm does at the end.
    /// - Throws: `Failure` where the arm cannot park, or nobody agrees.
    func confirm(_ arm: Arm) throws {
        let lines = try lines(arm)
        guard !lines.isEmpty else { return }
        for line in lines { Diagnostics.write("waldo: \(line)") }
        try ask("Enter if it may, Ctrl-C if not", that: "it may park", "may")
    }

    /// Asks, unless `--yes` answers: Enter agrees, Ctrl-C ends the program.
    /// - Parameters:
    ///   - claim: what the operator confirms.
    ///   - verb: its verb.
    /// - Throws: `Failure` where nobody agrees.
    func ask(_ question: String, that claim: String, _ verb: String) throws {
        guard !yes else { return }
        guard isatty(STDIN_FILENO) != 0 else {
            throw Failure(.usage, "nobody is there to confirm that \(claim); add --yes if it \(verb)")
        }
        // Before signals are unblocked: what is written after that does not wait for the lines before.
        Diagnostics.write("waldo: \(question)")
        Signals.unblock()
        guard readLine() != nil else { throw Failure(.usage, "nobody has confirmed that \(claim)") }
        Signals.block()
    }
}
