import Glibc
import WaldoCore
import WaldoTestSupport

/// `waldo-instruction-count ARM TURNS`: runs this many turns of `RestlessStateMachine`, for a tool that counts what
/// they cost in instructions.
let arms: [String: Arm] = [
    "robot": .robot, "rover": .rover, "follower": .follower, "combined": .combined, "eight": .eight,
]
guard CommandLine.arguments.count == 3, let arm = arms[CommandLine.arguments[1]],
    let turns = Int(CommandLine.arguments[2])
else {
    print("usage: waldo-instruction-count \(arms.keys.sorted().joined(separator: "|")) TURNS")
    exit(64)
}
var stateMachine = RestlessStateMachine(arm)
var commands = 0
for _ in 0..<turns { commands += stateMachine.turn() }
print(commands)
