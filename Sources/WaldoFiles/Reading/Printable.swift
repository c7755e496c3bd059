/// A piece of a file as it may stand in a sentence: short, on one line, nothing that a terminal would obey.
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

/// Whether a terminal shows a character, instead of obeying it or turning the line's direction.
func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: false
    default: true
    }
}
