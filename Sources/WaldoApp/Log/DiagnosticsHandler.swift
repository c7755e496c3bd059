import Logging

/// Writes log messages as plain lines: `waldo: warning: ...`.
struct DiagnosticsHandler: LogHandler {
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { Diagnostics.write("waldo: \(event.level): \(event.message)") }
}
