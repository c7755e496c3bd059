import Foundation
import Testing
import WaldoTestSupport

/// Checks what the README, the documentation's pages and the references of mappings and arms say about the project
/// against the project.
@Suite(.serialized) struct ReadmePagesTests {
    private static let catalogue = "Sources/waldo/Documentation.docc"
    private static let optionsOfOtherPrograms: Set = [
        "--no-install-recommends", "--static-swift-stdlib", "--product", "--no-parallel", "--system-site-packages",
        "--quiet", "--rounds", "--rates", "--only", "--warnings-as-errors", "--directory", "--user", "--now", "--bg",
        "--stations", "--uid-owner",
    ]

    private let pages: [Page]

    init() throws {
        let names = try FileManager.default.contentsOfDirectory(
            atPath: "\(SourceModule.projectFolder)/\(Self.catalogue)")
        pages =
            try ["README.md", "Mappings/README.md", "Mappings/arms/README.md"].map(Page.init)
            + names.sorted().filter { $0.hasSuffix(".md") }.map { try Page("\(Self.catalogue)/\($0)") }
    }

    private func page(_ name: String) throws -> Page {
        try #require(pages.first { $0.path == "\(Self.catalogue)/\(name).md" })
    }

    // MARK: the program

    @Test func everyCommandAndOptionThatTheyNameIsThere() async throws {
        let top = try await Self.help([])
        let commands = top.commands
        #expect(commands.contains("drive") && commands.contains("log"))
        var options = ["": top.options]
        for command in commands {
            let page = try await Self.help([command])
            options[command] = page.options
            for nested in page.commands { options[command]?.formUnion(try await Self.help([command, nested]).options) }
        }
        let text = pages.map(\.text).joined()
        var all = options.values.reduce(into: Self.optionsOfOtherPrograms) { $0.formUnion($1) }
        for command in try await Self.help([], of: "waldo-relay").commands where command != "help" {
            all.formUnion(try await Self.help([command], of: "waldo-relay").options)
            #expect(text.contains("waldo-relay \(command)"), "every command is documented")
        }

        var named: Set<String> = []
        for page in pages {
            let unknown = Page.options(in: page.text).subtracting(all)
            #expect(unknown.isEmpty, "\(page.path)")
            for call in page.calls {
                let known = options[call.command]
                #expect(known != nil, "\(page.path): waldo \(call.command)")
                #expect(call.options.subtracting(known ?? []).isEmpty, "\(page.path): waldo \(call.command)")
                named.insert(call.command)
            }
        }
        #expect(named.isSuperset(of: commands), "every command is documented")
    }

    private static func help(
        _ command: [String], of program: String = "waldo"
    ) async throws -> (commands: [String], options: Set<String>) {
        let help = try await HelpPage(command, of: program)
        return (help.commands, Page.options(in: help.lines.joined(separator: "\n")))
    }

    @Test func theExampleIsWhatTheDemoPrints() async throws {
        let waldo = try ChildProcess(
            BuiltProgram.path("waldo"), ["drive", "--override", "--input", "demo", "--plain"])
        defer { waldo.close() }
        let line = try await waldo.waitForLine(containing: "\"bytes\"")
        func shape(_ line: String) -> String { String(line.map { $0.isNumber ? "0" : $0 }).replacingRuns(of: "0") }
        let example = try #require(try page("Operating").lines.first { $0.hasPrefix("    {\"t\":") })
        #expect(shape(line) == shape(String(example.dropFirst(4))))
    }

    // MARK: the files

    /// The names between backquotes in the first column of the table of modules.
    @Test func theTableHasEveryModuleAndNoOther() throws {
        let section = try page("Architecture").section("## Modules")
        let named = section.filter { $0.hasPrefix("| `") }.flatMap { row in
            let names: [Substring] = row.split(separator: "|")[0].split(separator: "`")
            return names.filter { $0.first?.isLetter == true }.map(String.init)
        }
        let modules = try SourceModule.all().map(\.name)
        #expect(Set(named) == Set(modules) && named.count == modules.count)
    }

    @Test func everySourceFileThatTheyNameIsThere() throws {
        var count = 0
        for page in pages {
            for name in page.code where name.hasSuffix(".swift") && name.contains("/") {
                #expect(Page.isThere("Sources/\(name)"), "\(page.path): \(name)")
                count += 1
            }
        }
        #expect(count > 10, "the way from epoll to send names its files")
    }

    @Test func everyRelativeLinkLeadsSomewhere() throws {
        for page in pages {
            for link in page.links where !link.contains("://") {
                let parts = link.components(separatedBy: "#")
                let path = parts[0].isEmpty ? page.path : page.folder + parts[0]
                #expect(Page.isThere(path), "\(page.path): \(link)")
                guard parts.count > 1 else { continue }
                #expect(try Page(path).anchors.contains(parts[1]), "\(page.path): \(link)")
            }
        }
    }

    @Test func theLandingPageLeadsToEveryOther() throws {
        let links = try page("Waldo").links
        for page in pages where page.folder == Self.catalogue + "/" && !page.path.hasSuffix("/Waldo.md") {
            #expect(links.contains(String(page.path.dropFirst(page.folder.count))), "\(page.path)")
        }
    }
}

/// One Markdown file of the project.
private struct Page {
    /// Its path in the project.
    let path: String
    let text: String
    let lines: [String]

    init(_ path: String) throws {
        self.path = path
        text = try SourceModule.text(of: "\(SourceModule.projectFolder)/\(path)")
        lines = text.components(separatedBy: "\n")
    }

    /// The path of its folder, with a trailing slash.
    var folder: String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "" }

    static func isThere(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(SourceModule.projectFolder)/\(path)")
    }

    /// The lines of indented blocks, and the text between backquotes elsewhere.
    var code: [String] {
        let isBlock = { (line: String) in line.hasPrefix("    ") }
        let prose = lines.filter { !isBlock($0) }.joined(separator: "\n").components(separatedBy: "`")
        return lines.filter(isBlock) + prose.indices.filter { $0 % 2 == 1 }.map { prose[$0] }
    }

    /// The calls of `waldo` in its code, each with its options.
    var calls: [(command: String, options: Set<String>)] {
        code.flatMap { $0.components(separatedBy: " # ")[0].components(separatedBy: "&&") }.compactMap { call in
            let words = call.split { $0.isWhitespace }.map(String.init)
            guard let index = words.firstIndex(of: "waldo"), index + 1 < words.count else { return nil }
            let next = words[index + 1]
            guard next.first?.isLetter == true || next.hasPrefix("-") else { return nil }
            let options = Self.options(in: words[(index + 1)...].joined(separator: " "))
            return (next.hasPrefix("-") ? "" : next, options)
        }
    }

    /// The long options in a text.
    static func options(in text: String) -> Set<String> {
        let words = text.split { !($0.isLetter || $0.isNumber || $0 == "-") }
        return Set(words.filter { $0.hasPrefix("--") && $0.dropFirst(2).first?.isLetter == true }.map(String.init))
    }

    /// The targets of links and pictures.
    var links: [String] {
        func targets(after start: String, upTo end: Character) -> [String] {
            text.components(separatedBy: start).dropFirst().map { String($0.prefix { $0 != end }) }
        }
        return targets(after: "](", upTo: ")") + targets(after: "src=\"", upTo: "\"")
    }

    /// The anchors of its headings, as GitHub and similar sites generate them.
    var anchors: [String] {
        lines.filter { $0.hasPrefix("#") }.map { line in
            let title = line.drop { $0 == "#" }.dropFirst().lowercased().replacing(" ", with: "-")
            return title.filter { $0.isLetter || $0.isNumber || $0 == "-" }
        }
    }

    /// The lines after a heading, up to the next one.
    func section(_ heading: String) -> [String] {
        Array(lines.drop { $0 != heading }.dropFirst().prefix { !$0.hasPrefix("#") })
    }
}

extension String {
    /// This text with each run of a character reduced to one.
    fileprivate func replacingRuns(of character: Character) -> String {
        reduce(into: "") { if $1 != character || $0.last != character { $0.append($1) } }
    }
}
