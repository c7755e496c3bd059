import Glibc
import WaldoCore
import WaldoLoop
import WaldoTime

/// Shows the progress of long work on a terminal, once it has taken half a second.
package struct Progress {
    private static let patience: TimeSpan = .milliseconds(500)
    private static let pause: TimeSpan = .milliseconds(100)
    /// The clock is read only once in so many calls, because it costs more than reading a line.
    private static let stride = 4096

    private let title: String
    private let isShown = isatty(STDERR_FILENO) != 0
    private var next = Monotonic.now() + Self.patience
    private var calls = 0
    private var isOnScreen = false

    /// Progress under this title; nothing is shown yet.
    package init(_ title: String) { self.title = SafeText.escaped(title, upTo: .max) }

    /// Updates the percentage, at most every 100 ms.
    /// - Parameter part: the part that is done, 0...1.
    package mutating func show(_ part: @autoclosure () -> Double) {
        calls += 1
        guard calls % Self.stride == 0 else { return }
        showStep(part())
    }

    /// The same for steps of work each of which takes much longer than reading the clock.
    package mutating func showStep(_ part: Double) {
        guard isShown, Monotonic.now() >= next else { return }
        next = Monotonic.now() + Self.pause
        isOnScreen = true
        write("\r\(title): \(Int(part * 100)) %")
    }

    /// Erases the line.
    package mutating func clear() {
        if isOnScreen { write("\r\u{1b}[K") }
        isOnScreen = false
    }

    private func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
    }
}
