import ArgumentParser
import Glibc
import WaldoTestSupport

/// On which cores the bench and the contestant run. Without a placement the scheduler decides more than the code does:
/// a contestant that shares a core with the receiver wakes sooner, or waits for it.
enum Placement: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// Pad, bus and shield on one core, the contestant on another.
    case split
    /// All on one core.
    case one
    /// Wherever the scheduler puts them.
    case free

    /// The words that start a contestant on its core.
    var contestantPrefix: [String] {
        switch self {
        case .split: ["taskset", "-c", "\(Self.cores[1])"]
        case .one, .free: []
        }
    }

    /// Moves this program, with all that it starts, to the core of the pad and the shield, by starting it again there:
    /// threads that already exist would stay.
    /// - Throws: `DidNotHappen` if there are too few cores, or no taskset.
    func move() throws {
        guard self != .free, getenv(Self.mark) == nil else { return }
        guard Self.cores.count > (self == .split ? 1 : 0) else {
            throw DidNotHappen("--cores split needs two cores: use --cores one or --cores free")
        }
        setenv(Self.mark, rawValue, 1)
        let words = ["taskset", "-c", "\(Self.cores[0])", "/proc/self/exe"] + CommandLine.arguments.dropFirst()
        var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        // taskset would start itself by this link.
        pointers[3] = realpath("/proc/self/exe", nil)
        execvp("taskset", &pointers)
        throw DidNotHappen("taskset cannot be started: \(String(cString: strerror(errno)))")
    }

    private static let mark = "WALDO_BENCH_PLACED"

    /// The cores of the program that has started this one: its own are fewer once it has moved.
    private static let cores: [Int] = {
        let status = (try? readFile("/proc/\(getppid())/status")) ?? ""
        let list = status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") }
        let ranges = list?.split { $0 == "\t" || $0 == "," || $0 == " " }.dropFirst() ?? []
        return ranges.flatMap { range in
            let ends = range.split(separator: "-").compactMap { Int($0) }
            return ends.isEmpty ? [] : Array(ends[0]...ends[ends.count - 1])
        }
    }()
}
