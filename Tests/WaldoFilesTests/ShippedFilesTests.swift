import Foundation
import Testing
import WaldoCore

@testable import WaldoFiles

/// `Mappings/` of this package.
let mappingsDirectory = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Mappings")

struct ShippedFilesTests {
    private static let source = mappingsDirectory.deletingLastPathComponent()
        .appending(path: "Sources/WaldoFiles/Library/ShippedFiles.swift")

    private static func files(in directory: URL) throws -> [(name: String, text: String)] {
        try FileManager.default.contentsOfDirectory(atPath: directory.path).filter { $0.hasSuffix(".yaml") }.sorted()
            .map { file in
                let data = try Data(contentsOf: directory.appending(path: file))
                return (String(file.dropLast(5)), String(decoding: data, as: UTF8.self))
            }
    }

    /// The source file that contains the files of `Mappings/` as string literals.
    private static func generated() throws -> String {
        func literals(_ name: String, _ files: [(name: String, text: String)]) -> String {
            let elements = files.map { "(\n\"\($0.name)\", ###\"\"\"\n\($0.text)\n\"\"\"###\n),\n" }.joined()
            return "    static let \(name): [(name: String, text: String)] = [\n\(elements)]\n"
        }
        return """
            // swift-format-ignore-file
            // Generated from Mappings/ by ShippedFilesTests with WALDO_WRITE_SHIPPED_FILES=1; do not edit.

            /// The files of `Mappings/`, so that the program needs no file beside it.
            enum ShippedFiles {

            """ + literals("arms", try files(in: mappingsDirectory.appending(path: "arms")))
                + "\n" + literals("mappings", try files(in: mappingsDirectory))
                + "\n" + literals("sensors", try files(in: mappingsDirectory.appending(path: "sensors")))
                + "\n" + literals("graphs", try files(in: mappingsDirectory.appending(path: "graphs"))) + "}\n"
    }

    @Test func theProgramHoldsMappingsByteForByte() throws {
        if ProcessInfo.processInfo.environment["WALDO_WRITE_SHIPPED_FILES"] != nil {
            try Data(Self.generated().utf8).write(to: Self.source)
            return
        }
        let remedy: Comment = "run `Tests/run golden shipped` and build again"
        let arms = try Self.files(in: mappingsDirectory.appending(path: "arms"))
        let mappings = try Self.files(in: mappingsDirectory)
        let sensors = try Self.files(in: mappingsDirectory.appending(path: "sensors"))
        let graphs = try Self.files(in: mappingsDirectory.appending(path: "graphs"))
        try #require(arms.count >= 6 && mappings.count >= 5 && sensors.count >= 5 && graphs.count >= 5)
        #expect(ShippedFiles.graphs.map(\.name) == graphs.map(\.name), remedy)
        #expect(ShippedFiles.sensors.map(\.name) == sensors.map(\.name), remedy)
        #expect(ShippedFiles.arms.map(\.name) == arms.map(\.name), remedy)
        #expect(ShippedFiles.mappings.map(\.name) == mappings.map(\.name), remedy)
        for (held, file) in zip(
            ShippedFiles.arms + ShippedFiles.mappings + ShippedFiles.sensors + ShippedFiles.graphs,
            arms + mappings + sensors + graphs)
        {
            #expect(Array(held.text.utf8) == Array(file.text.utf8), remedy)
        }
    }

    @Test func everyShippedFileLoads() {
        let library = Library(directory: nil)
        for entry in library.arms() {
            #expect(throws: Never.self, "\(entry.name)") { try entry.content.get() }
        }
        for entry in library.sensors() {
            #expect(throws: Never.self, "\(entry.name)") { try entry.content.get() }
        }
        for entry in library.graphs() {
            #expect(throws: Never.self, "\(entry.name)") { try entry.content.get() }
        }
        for entry in library.mappings() {
            #expect(throws: Never.self, "\(entry.name)") { try entry.content.get() }
        }
    }
}
