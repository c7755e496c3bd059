/// Text from outside made safe for a message: cut to `width` characters, everything that a terminal might interpret
/// escaped.
public func printable(_ text: String, upTo width: Int = 40) -> String {
    var result = ""
    for scalar in text.unicodeScalars.prefix(width) {
        if isPrintable(scalar) {
            result.unicodeScalars.append(scalar)
        } else {
            result += "\\u{\(String(scalar.value, radix: 16))}"
        }
    }
    return text.unicodeScalars.count > width ? result + "..." : result
}

/// Whether a terminal just shows a character: no control character, and none that changes the direction of the text.
func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: false
    default: true
    }
}
