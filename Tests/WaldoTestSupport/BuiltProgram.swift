import Glibc

/// The programs that are built together with the tests.
public enum BuiltProgram {
    /// The path of a built product, beside the test bundle.
    /// - Throws: `DidNotHappen` if it does not exist: a test that runs a program must not pass without it.
    public static func path(_ name: String) throws -> String {
        let path = try directory() + "/" + name
        guard access(path, X_OK) == 0 else {
            throw DidNotHappen("\(path) is not built: run `swift build --product \(name)` first")
        }
        return path
    }

    /// On Linux the test bundle is the running executable itself.
    private static func directory() throws -> String {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = buffer.withUnsafeMutableBytes {
            readlink("/proc/self/exe", $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
        }
        guard count > 0 else { throw DidNotHappen("/proc/self/exe cannot be read") }
        let path = String(decoding: buffer[..<count], as: UTF8.self)
        return String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
    }
}
