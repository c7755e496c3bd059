import Glibc

/// Writes one JSON object on one line of standard output, unbuffered.
func printLine(_ event: String, _ members: KeyValuePairs<String, String> = [:]) {
    var text = "{\"event\":\"\(event)\""
    for (name, value) in members { text += ",\"\(name)\":\(value)" }
    text += "}\n"
    var bytes = Array(text.utf8)
    _ = write(1, &bytes, bytes.count)
}

/// A text as a JSON string.
func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
        if scalar == "\"" || scalar == "\\" { result += "\\" }
        result.unicodeScalars.append(scalar)
    }
    return result + "\""
}
