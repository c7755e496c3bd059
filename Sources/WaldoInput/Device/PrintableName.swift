/// Text that a device sends about itself, made fit to be shown.
enum PrintableName {
    /// Bytes that are not UTF-8 and characters that would steer a terminal or hide (controls, formats, line ends)
    /// become U+FFFD; spaces around it go.
    static func text(of bytes: some Collection<UInt8>) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            scalars.append(isPrintable(scalar) ? scalar : "\u{FFFD}")
        }
        while scalars.first == " " { scalars.removeFirst() }
        while scalars.last == " " { scalars.removeLast() }
        return String(scalars)
    }

    /// As above, of a C string; nil is empty.
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

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }
}
