/// A library that stands before others in a program (LD_PRELOAD), made of a C file of the project by Swift's own clang.
public enum PreloadedLibrary {
    /// Compiles it.
    /// - Parameters:
    ///   - source: the C file, from the project's folder.
    ///   - folder: where the library is put.
    /// - Returns: the library's path.
    public static func build(_ source: String, in folder: TemporaryFolder) async throws -> String {
        let name = source.split(separator: "/").last?.split(separator: ".").first ?? "preloaded"
        let library = "\(folder.path)/\(name).so"
        let compiler = try ChildProcess(
            "clang",
            [
                "-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror", "\(SourceModule.projectFolder)/\(source)",
                "-o",
                library,
            ])
        defer { compiler.close() }
        guard try await compiler.exitStatus(within: .seconds(60)) == 0 else {
            throw DidNotHappen("\(source) does not compile:\n\(compiler.errorLines.prefix(20))")
        }
        return library
    }
}
