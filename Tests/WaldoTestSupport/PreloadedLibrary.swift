/// A library that overrides functions of a program (LD_PRELOAD), built from one of the project's C files by the clang
/// that comes with Swift.
public enum PreloadedLibrary {
    /// Compiles the library.
    /// - Parameters:
    ///   - source: the C file, relative to the project's folder.
    ///   - folder: where the library is written.
    /// - Returns: the library's path.
    /// - Throws: `DidNotHappen` if it does not compile, `SystemFailure` if the compiler cannot be started.
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
