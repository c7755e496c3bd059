internal import Glibc
internal import WaldoCore
internal import WaldoLoop

/// Shows on a terminal how far a long piece of work has come, once it has taken a while.
package struct Progress {
    private static let patience: Microseconds = 500_000
    private static let pause: Microseconds = 100_000
    /// Looking at the clock costs more than reading a line.
    private static let stride = 4096

    private let title: String
    private let isShown = isatty(STDERR_FILENO) != 0
    private var next = Monotonic.now() + Self.patience
    private var calls = 0
    private var isOnScreen = false

    package init(_ title: String) { self.title = title }

    /// - Parameter part: 0...1.
    package mutating func show(_ part: @autoclosure () -> Double) {
        calls += 1
        guard isShown, calls % Self.stride == 0, Monotonic.now() >= next else { return }
        next = Monotonic.now() + Self.pause
        isOnScreen = true
        write("\r\(title): \(Int(part() * 100)) %")
    }

    /// Takes it off the screen.
    package mutating func clear() {
        if isOnScreen { write("\r\u{1b}[K") }
        isOnScreen = false
    }

    private func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
    }
}
