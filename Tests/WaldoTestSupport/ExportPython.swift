import FoundationEssentials

/// The Python with the packages that read Waldo's exports: that of `WALDO_EXPORT_PYTHON`, else the project's own.
public enum ExportPython {
    /// The interpreter's path.
    public static let path =
        ProcessInfo.processInfo.environment["WALDO_EXPORT_PYTHON"]
        ?? SourceModule.projectFolder + "/.build-python/bin/python"

    /// Whether it is there, with all packages.
    public static func hasPackages() async -> Bool {
        guard FileManager.default.isExecutableFile(atPath: path),
            let child = try? ChildProcess(
                path, ["-c", "import pynmeagps, geojson_validator, jsonschema, mcap, pyogrio"])
        else { return false }
        defer { child.close() }
        return (try? await child.exitStatus(within: .seconds(60))) == 0
    }
}
