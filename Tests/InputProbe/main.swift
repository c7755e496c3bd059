// A program for tests: what WaldoInput tells, as JSON lines.
//
//     waldo-input-probe list
//     waldo-input-probe monitor PATH
//     waldo-input-probe source pad|keyboard|DEVICE [--wait] [--grab] [--quiet] [--refuse] [--axes N,N] [--keys N,N]
//
//     waldo-input-probe hang
//
// SIGWINCH prints the counts so far; SIGTERM closes and ends, or hangs the loop. `--quiet` counts events and prints
// none.

import WaldoInput
import WaldoLoop

Signals.block()
let arguments = Array(CommandLine.arguments.dropFirst())
Loop.run {
    let probe = Probe(arguments)
    probe.start()
}
