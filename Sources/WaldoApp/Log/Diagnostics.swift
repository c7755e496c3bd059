internal import Glibc
internal import Logging
internal import Synchronization

/// Where diagnostics go: standard error, or above the status while a terminal shows one.
package enum Diagnostics {
    private static let sink = Mutex<@Sendable (String) -> Void>(writeToStandardError)

    /// Makes every logger write here, from this level on. Called once.
    package static func begin(verbosity: Int) {
        let level: Logger.Level = verbosity == 0 ? .warning : verbosity == 1 ? .info : .debug
        LoggingSystem.bootstrap { _ in DiagnosticsHandler(logLevel: level) }
    }

    /// Sends lines elsewhere; nil: to standard error again.
    static func redirect(_ sink: (@Sendable (String) -> Void)?) {
        self.sink.withLock { $0 = sink ?? writeToStandardError }
    }

    /// One line.
    package static func write(_ line: String) { sink.withLock { $0 }(line) }

    @Sendable private static func writeToStandardError(_ line: String) {
        var text = line + "\n"
        text.withUTF8 { bytes in _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
    }
}
