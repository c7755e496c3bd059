import Foundation
import Testing
import WaldoTestSupport

/// What commands list, for people and as JSON Lines.
@Suite(.serialized) final class ListingTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    deinit { try? FileManager.default.removeItem(atPath: home.path + "/waldo") }

    private func run(_ arguments: String...) async throws -> (status: CInt, lines: [String], errors: [String]) {
        let waldo = try ChildProcess(
            BuiltProgram.path("waldo"), arguments, environment: ["XDG_CONFIG_HOME": home.path])
        defer { waldo.close() }
        return (try await waldo.exitStatus(), waldo.lines, waldo.errorLines)
    }

    private func objects(_ lines: [String]) throws -> [[String: Any]] {
        try lines.map { try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any], "\($0)") }
    }

    private func put(_ text: String, at path: String) throws {
        let path = home.path + "/waldo/" + path, folder = (path as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for folder in [home.path, home.path + "/waldo", folder] { chmod(folder, 0o755) }
        try Data(text.utf8).write(to: URL(filePath: path))
        chmod(path, 0o644)
    }

    @Test(arguments: ["arms", "mappings", "sensors", "graphs"])
    func everyFileIsAnObject(kind: String) async throws {
        let own = kind == "mappings" ? "" : "\(kind)/"
        try put("name: \"quo\\\"te\\\\ \u{1f}\"\n", at: "\(own)bro\"ken.yaml")
        let table = try await run(kind), json = try await run(kind, "--json")
        #expect(json.status == 0 && json.errors == [])
        let objects = try objects(json.lines)
        let rows = table.lines.prefix { !$0.isEmpty }
        #expect(objects.count == rows.count)
        for (object, row) in zip(objects, rows) {
            #expect(Set(object.keys) == ["name", "title", "origin", "path", "hidesShipped", "problem"])
            let name = try #require(object["name"] as? String)
            #expect(row.hasPrefix(name), "\(row)")
            let isOwn = name == "bro\"ken"
            #expect(object["origin"] as? String == (isOwn ? "file" : "shipped"))
            #expect(object["path"] is String == isOwn && object["problem"] is String == isOwn)
            #expect(object["title"] is NSNull == isOwn)
            #expect(object["hidesShipped"] as? Bool == false)
        }
        let list = try await run(kind, "list", "--json")
        #expect(list.lines == json.lines)
    }

    @Test func anOwnFileHidesAShippedOne() async throws {
        try put(try await run("arms", "show", "rover").lines.joined(separator: "\n") + "\n", at: "arms/rover.yaml")
        let rover = try objects(await run("arms", "--json").lines).filter { $0["name"] as? String == "rover" }
        #expect(
            rover.count == 1 && rover[0]["hidesShipped"] as? Bool == true && rover[0]["origin"] as? String == "file")
        #expect(rover[0]["path"] as? String == home.path + "/waldo/arms/rover.yaml")
    }

    /// What `show` prints of a shipped file is a file to begin with.
    @Test(arguments: ["arms", "mappings", "sensors", "graphs"])
    func whatShowPrintsPassesCheck(kind: String) async throws {
        for object in try objects(await run(kind, "--json").lines) {
            let name = try #require(object["name"] as? String)
            let shown = try await run(kind, "show", name)
            #expect(shown.status == 0 && shown.lines.contains { $0.hasPrefix("#") || $0.contains(" # ") }, "\(name)")
            try home.write(shown.lines.joined(separator: "\n") + "\n", to: "mine.yaml")
            let checked = try await run("check", home.path + "/mine.yaml")
            #expect(checked.status == 0, "\(name): \(checked.errors)")
        }
        let unknown = try await run(kind, "show", "demoo")
        #expect(unknown.status == 65 && unknown.errors.count == 1 && unknown.lines == [])
        #expect(unknown.errors[0].contains("here are "), "\(unknown.errors)")
    }

    @Test func inputsAreObjectsToo() async throws {
        let json = try await run("inputs", "--all", "--json")
        #expect(json.status == 0)
        for object in try objects(json.lines) {
            #expect(
                Set(object.keys) == [
                    "path", "kind", "name", "bus", "vendor", "product", "mapping", "battery", "problem",
                ])
        }
        #expect(try await run("inputs", "--watch", "--json").status == 64)
    }

    // MARK: words that are no command

    @Test(arguments: [
        (["driv"], "no command `driv`; did you mean `drive`? There are drive, ", "config"),
        (["inptus", "--all"], "no command `inptus`; did you mean `inputs`? There are ", "config"),
        (["survey", "shwo", "x.gpkg"], "there is no command `survey shwo`; did you mean `show`? ", "prune"),
        (["arms", "shwo"], "no command `arms shwo`; did you mean `show`? There are ", "list, show, new"),
        (["survey", "walk.gpkg"], "no command `survey walk.gpkg`; a survey is shown by", "`waldo survey check FILE`"),
        (["walk.gpkg"], "shown by `waldo survey show FILE`", "`waldo survey check FILE`"),
        (["help", "driv"], "there is no command `driv`; did you mean `drive`? ", "config"),
        (["quux"], "there is no command `quux`; there are drive, ", "config"),
        (["drive", "--simulat"], "Unknown option", "Did you mean '--simulate'?"),
        (["drive", "--over", "zx=0..5/5"], "Unknown option", "Unknown option '--over'"),
        (["prove", "mearm", "--fault", "stall"], "Unknown option", "Unknown option '--fault'"),
    ])
    func whatWasMeantIsSuggested(arguments: [String], says: String, suggests: String) async throws {
        let waldo = try ChildProcess(BuiltProgram.path("waldo"), arguments)
        defer { waldo.close() }
        #expect(try await waldo.exitStatus() == 64)
        #expect(waldo.lines == [])
        let first = try #require(waldo.errorLines.first)
        #expect(first.contains(says) && first.hasSuffix(suggests), "\(first)")
    }

    @Test func aSurveyIsNoFileOfTheLibrary() async throws {
        try home.write(String(repeating: "x", count: 1 << 18), to: "walk.gpkg")
        let waldo = try ChildProcess(BuiltProgram.path("waldo"), ["check", home.path + "/walk.gpkg"])
        defer { waldo.close() }
        #expect(try await waldo.exitStatus() == 65)
        #expect(waldo.errorLines.first?.hasSuffix("`waldo survey check FILE`") == true, "\(waldo.errorLines)")
    }

    @Test func everyFaultOfEveryFileIsTold() async throws {
        try home.write("name: a\nlink: { service: x, write: ffe1 }\npacing: 1\nchannels: {}\n", to: "a.yaml")
        try home.write(
            "name: 1\nmatch: { kind: pad }\nkeys: { stop: KEY_NO, resume: BTN_X }\nslyder: 1\n", to: "m.yaml")
        let found = try await run("check", home.path + "/a.yaml", "robot", home.path + "/m.yaml")
        #expect(found.status == 65)
        let places = found.errors.map { $0.split(separator: "/").last?.prefix { $0 != " " } ?? "" }
        #expect(
            places.filter { $0.hasPrefix("a.yaml") }.count >= 3 && places.filter { $0.hasPrefix("m.yaml") }.count >= 4,
            "\(found.errors)")
    }
}
