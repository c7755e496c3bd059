import CWaldoShims
import Glibc

/// A thread apart from the loop, for work that may block: a write to a disk or a pipe.
public enum BackgroundThread {
    private final class Work: Sendable {
        let name: StaticString
        let body: @Sendable () -> Void

        init(_ name: StaticString, _ body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }

    /// Runs `body` on a new, detached thread with this name (15 bytes at most).
    /// - Throws: `SystemFailure` with the error of pthread_create, when the system has no thread left.
    public static func start(
        name: StaticString, _ body: @escaping @Sendable () -> Void
    ) throws(SystemFailure) {
        let work = Unmanaged.passRetained(Work(name, body))
        var thread = pthread_t()
        let result = pthread_create(&thread, nil, runBackgroundThread, work.toOpaque())
        guard result == 0 else {
            work.release()
            throw SystemFailure("pthread_create", code: result)
        }
        pthread_detach(thread)
    }

    fileprivate static func run(_ work: UnsafeMutableRawPointer) {
        let work = Unmanaged<Work>.fromOpaque(work).takeRetainedValue()
        _ = work.name.withUTF8Buffer { name in
            name.withMemoryRebound(to: CChar.self) { waldo_name_thread($0.baseAddress) }
        }
        waldo_use_signal_stack()
        work.body()
        waldo_drop_signal_stack()
    }
}

private func runBackgroundThread(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let work { BackgroundThread.run(work) }
    return nil
}
