/// Text within a page of HTML or a picture of SVG.
public enum MarkupText {
    /// Text for an element or attribute, with control characters made visible.
    public static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default:
                if SafeText.isSafe(scalar) {
                    result.unicodeScalars.append(scalar)
                } else {
                    result += SafeText.escape(scalar)
                }
            }
        }
        return result
    }

    /// A unit as it is printed: `uSv/h` with its Greek letter, `m3` with its exponent.
    public static func unit(_ unit: String) -> String {
        var unit = unit
        for name in ["Sv", "Gy", "g", "m", "R", "T"] where unit.hasPrefix("u" + name) {
            unit = "µ" + String(unit.dropFirst())
            break
        }
        for (digit, mark) in [("2", "²"), ("3", "³")] where unit.hasSuffix("m" + digit) {
            unit = String(unit.dropLast()) + mark
        }
        return unit
    }
}
