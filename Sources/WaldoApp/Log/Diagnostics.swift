import Logging
import Synchronization
import WaldoFiles

/// Writes diagnostics to standard error, or above the status while the dashboard is shown.
package enum Diagnostics {
    private static let sink = Mutex<@Sendable (String) -> Void>(StandardStreams.writeError(_:))

    /// Directs all loggers here. Called once.
    /// - Parameter verbosity: 0 logs warnings and errors, 1 also information, 2 also debug messages.
    package static func begin(verbosity: Int) {
        let level: Logger.Level = verbosity == 0 ? .warning : verbosity == 1 ? .info : .debug
        LoggingSystem.bootstrap { _ in DiagnosticsHandler(logLevel: level) }
    }

    /// Redirects lines to another sink; nil: to standard error again.
    static func redirect(_ sink: (@Sendable (String) -> Void)?) {
        self.sink.withLock { $0 = sink ?? StandardStreams.writeError(_:) }
    }

    /// Writes one line.
    package static func write(_ line: String) { sink.withLock { $0 }(line) }
}
