import ArgumentParser
import WaldoTestSupport

/// Measures maps, sources and routes.
struct MapBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "map", abstract: "Maps: surfaces, routes, and hidden sources that are looked for.")

    @Option(help: "Only one part: surface, routes, exposure or sources.")
    var only: String?

    @Option(help: "How many seeds of hidden sources. Default: 100.")
    var seeds = 100

    @Option(help: "The Python that has networkx.")
    var python = ".build-python/bin/python"

    func validate() throws {
        guard seeds > 0 else { throw ValidationError("--seeds is at least 1") }
    }

    func run() async throws {
        print("| bar | target | measured |\n| --- | --: | --: |")
        if (only ?? "surface") == "surface" { try await SurfaceSpeed().measure(row) }
        if (only ?? "routes") == "routes" { try await RouteSpeed(python: python).measure(row) }
        if (only ?? "exposure") == "exposure" { ExposureSaved().measure() }
        if (only ?? "sources") == "sources" { HiddenSources(seeds: seeds).measure() }
    }

    private func row(_ bar: String, _ target: String, _ measured: String) {
        print("| \(bar) | \(target) | \(measured) |")
    }
}
