/// What to do about a fault that libyaml reports in the terms of its grammar.
enum YamlRemedy {
    /// The remedy for a problem, in libyaml's words; nil: the words say enough.
    static func sentence(for problem: String) -> String? {
        switch problem {
        case "found character that cannot start any token": "put the text between quotes"
        case "mapping values are not allowed in this context":
            "indent the keys of a section alike, with a space behind each colon, and quote a text that has a colon in it"
        case "did not find expected <document start>", "could not find expected ':'":
            "write every key as `key: value`, with a space behind the colon"
        case "did not find expected key", "did not find expected '-' indicator",
            "block sequence entries are not allowed in this context":
            "indent the keys of a section alike, and close every quote and bracket"
        case "did not find expected ',' or ']'", "did not find expected ',' or '}'":
            "close every bracket, and write commas between its parts"
        case "found unexpected end of stream": "close the quote"
        case "did not find expected alphabetic or numeric character":
            "put a text that begins with `*` or `&` between quotes"
        default: nil
        }
    }
}
