import WaldoLoop

/// Writes rows and lines.
extension Terminal {
    /// Prints a line, made printable: below the shell's own lines when the terminal is restored; on a dumb terminal at
    /// once, above its row. Only a limited number of lines is kept.
    func say(_ line: String) {
        guard style.emphasis == .none else {
            return mode.willSay(CellWidth.printable(line, isUnicode: style.isUnicode))
        }
        screen.print(line)
        flush()
    }

    /// Shows rows in place of the previous ones.
    /// - Parameter remaining: rows to be written below the shell's own lines when the terminal is restored.
    func show(_ rows: [CellRow], remaining: [CellRow]) {
        if style.emphasis == .none {
            if !hasPainted { mode.willUndo("\r\n") }
        } else {
            mode.willRemain(remaining.map { $0.encoded(style.emphasis) }.joined(separator: "\r\n"))
        }
        hasPainted = true
        screen.show(rows)
        flush()
    }

    func switchOn(_ sequence: String, undo: String) {
        mode.willUndo(undo)
        send(sequence)
    }

    func send(_ sequence: String) {
        output.append(contentsOf: sequence.utf8)
        flush()
    }

    /// Writes queued output, then what has changed on the screen meanwhile, until the terminal accepts no more.
    func flush() {
        guard watch != nil, mode.isOn else { return }
        while true {
            if written == output.count {
                output.removeAll(keepingCapacity: true)
                written = 0
                guard screen.compose(size, into: &output) else { break }
            }
            guard let count = mode.write(output[written...]) else {
                if mode.isOn { lose(.hungUp(path: mode.path)) }
                return
            }
            written += count
            if count == 0 {
                watch?.wait(for: [.readable, .writable])
                return
            }
        }
        watch?.wait(for: .readable)
    }
}
