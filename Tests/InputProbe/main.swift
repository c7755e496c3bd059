// A program for tests: prints what WaldoInput reports, as JSON lines.
//
//     waldo-input-probe list
//     waldo-input-probe monitor PATH
//     waldo-input-probe source pad|keyboard|DEVICE [--wait] [--grab] [--quiet] [--refuse] [--axes N,N] [--keys N,N]
//
//     waldo-input-probe hang
//
// SIGWINCH prints the counts so far; SIGTERM closes and ends, or hangs the loop. `--quiet` counts events without
// printing them.

import WaldoInput
import WaldoLoop

Signals.block()
let arguments = Array(CommandLine.arguments.dropFirst())
Loop.run {
    let probe = Probe(arguments)
    probe.start()
}
