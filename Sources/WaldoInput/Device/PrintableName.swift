import WaldoCore

/// Makes text that a device reports about itself safe to show.
enum PrintableName {
    /// Replaces invalid UTF-8 and characters that would control a terminal or be invisible (controls, formats, line
    /// ends) by U+FFFD; removes spaces at both ends.
    static func text(of bytes: some Collection<UInt8>) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            scalars.append(SafeText.isSafe(scalar) ? scalar : "\u{FFFD}")
        }
        while scalars.first == " " { scalars.removeFirst() }
        while scalars.last == " " { scalars.removeLast() }
        return String(scalars)
    }

    /// The same for a C string; empty for nil.
    static func text(ofCString pointer: UnsafePointer<CChar>?) -> String {
        guard let pointer else { return "" }
        var bytes: [UInt8] = []
        var index = 0
        while pointer[index] != 0 {
            bytes.append(UInt8(bitPattern: pointer[index]))
            index += 1
        }
        return text(of: bytes)
    }
}
