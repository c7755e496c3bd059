/// Something that a principal has tried, and what came of it.
public struct Attempt: Equatable, Sendable {
    /// Who has tried it.
    public var principal: Principal
    /// What he tries, such as `read a survey`.
    public var what: String
    /// Whether it is his right.
    public var may: Bool
    /// What happens, as the test has seen it.
    public var result: String
    /// The suite that has tried it.
    public var suite: String

    /// An attempt with its result.
    public init(_ principal: Principal, _ what: String, may: Bool, _ result: String, in suite: String) {
        self.principal = principal
        self.what = what
        self.may = may
        self.result = result
        self.suite = suite
    }

    /// Its row of the page.
    public var row: String {
        "| " + [what, may ? "yes" : "no", result, "`\(suite)`"].map(Self.escaped).joined(separator: " | ") + " |"
    }

    /// The attempt of a row below the heading of a principal; nil: it is another line.
    init?(_ row: some StringProtocol, of principal: Principal) {
        guard row.hasPrefix("| "), row.hasSuffix(" |") else { return nil }
        let cells = String(row.dropFirst(2).dropLast(2)).replacing(" | ", with: "\n")
            .split(separator: "\n", omittingEmptySubsequences: false).map(Self.plain)
        guard cells.count == 4, cells[1] == "yes" || cells[1] == "no", cells[3].hasPrefix("`") else { return nil }
        self.init(
            principal, cells[0], may: cells[1] == "yes", cells[2], in: String(cells[3].dropFirst().dropLast()))
    }

    private static func escaped(_ text: String) -> String { text.replacing("|", with: "\\|") }

    private static func plain(_ text: some StringProtocol) -> String { String(text).replacing("\\|", with: "|") }
}
