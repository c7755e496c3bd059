import Glibc
import WaldoMeter

/// `waldo-meter REPORT -- COMMAND [ARGUMENT...]`: runs a command, and reports how much processor time others withheld
/// from it and from what it started. Ends with the command's status, or 128 + n if signal n has ended it.
///
/// `waldo-meter REPORT PROCESS`: measures a process that runs, until it has ended.
@main struct Meter {
    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        if words.count == 2, let process = pid_t(words[1]) {
            let meter = ProcessorMeter(root: process, reportingTo: words[0])
            while kill(process, 0) == 0 { usleep(100_000) }
            return withExtendedLifetime(meter) {}
        }
        guard words.count >= 3, words[1] == "--" else {
            end(64, "usage: waldo-meter REPORT -- COMMAND [ARGUMENT...]\n       waldo-meter REPORT PROCESS")
        }
        run(Array(words[2...]), reportingTo: words[0])
    }

    private static func run(_ words: [String], reportingTo report: String) -> Never {
        var child = pid_t()
        let command = words.map { strdup($0) } + [nil]
        let failure = posix_spawnp(&child, words[0], nil, nil, command, environ)
        guard failure == 0 else {
            end(127, "waldo-meter: \(words[0]): \(String(cString: strerror(failure)))")
        }
        let meter = ProcessorMeter(root: child, reportingTo: report)
        var status: CInt = 0
        while waitpid(child, &status, 0) < 0 && errno == EINTR {}
        withExtendedLifetime(meter) {}
        exit(status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f)
    }

    private static func end(_ status: CInt, _ message: String) -> Never {
        let line = message + "\n"
        _ = write(2, line, line.utf8.count)
        exit(status)
    }
}
