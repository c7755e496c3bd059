import WaldoTestSupport

/// Runs `waldo-instruction-count` under callgrind, which counts instructions.
enum Callgrind {
    /// The instructions of the whole program.
    static func instructions(_ arm: String, turns: Int) async throws -> Int {
        let folder = try TemporaryFolder()
        let lines = try await run(arm, turns, in: folder, ["--callgrind-out-file=/dev/null"])
        // Such as "==1234== Collected : 56789".
        let line = lines.last { $0.contains("Collected : ") }
        guard let count = line?.split(separator: " ").last.flatMap({ Int($0) }) else {
            throw DidNotHappen("a count: \(lines.suffix(5))")
        }
        return count
    }

    /// The part of the instructions that each file under `Sources` has, 0 to 1, by its path in the project. What is
    /// inlined counts for the file that it was written in.
    static func files(_ arm: String, turns: Int) async throws -> [String: Double] {
        let folder = try TemporaryFolder(), profile = "\(folder.path)/profile"
        _ = try await run(arm, turns, in: folder, ["--dump-instr=yes", "--callgrind-out-file=\(profile)"])
        let costs = costs(of: try SourceModule.text(of: profile), in: "\(folder.path)/program")
        let places = try await places(of: Array(costs.keys))
        var files: [String: Double] = [:], total = 0.0
        for (address, cost) in costs {
            total += Double(cost)
            guard let file = places[address] else { continue }
            files[file, default: 0] += Double(cost)
        }
        return files.mapValues { $0 / total }
    }

    /// Returns what valgrind says.
    private static func run(
        _ arm: String, _ turns: Int, in folder: TemporaryFolder, _ options: [String]
    ) async throws -> [String] {
        // valgrind 3.19 fails on Swift's debug information, so it gets a program without.
        let program = "\(folder.path)/program"
        let strip = try ChildProcess("strip", ["-g", BuiltProgram.path("waldo-instruction-count"), "-o", program])
        defer { strip.close() }
        guard try await strip.exitStatus() == 0 else { throw DidNotHappen("strip: \(strip.errorLines)") }
        let valgrind: ChildProcess
        do {
            valgrind = try ChildProcess("valgrind", ["--tool=callgrind"] + options + [program, arm, "\(turns)"])
        } catch { throw DidNotHappen("valgrind cannot be started (\(error)): apt-get install valgrind") }
        defer { valgrind.close() }
        let status = try await valgrind.exitStatus(within: .seconds(120))
        guard status == 0 else {
            throw DidNotHappen("valgrind ended with \(status): \(valgrind.errorLines.suffix(5))")
        }
        return valgrind.errorLines
    }

    /// The cost of each address of a program, without what it calls, by callgrind's format of profiles: a line of costs
    /// begins with an address, which may be relative to that of the line before, and after `calls=` it is a callee's.
    private static func costs(of profile: String, in program: String) -> [UInt64: Int] {
        var costs: [UInt64: Int] = [:], objects: [Substring: Substring] = [:], address: UInt64 = 0
        var isProgram = false, isOfCallee = false
        for line in profile.split(separator: "\n") {
            if line.hasPrefix("ob=") || line.hasPrefix("cob=") {
                let parts = line.split(separator: " ", maxSplits: 1), key = parts[0].drop { $0 != "(" }
                if parts.count == 2 { objects[key] = parts[1] }
                if line.hasPrefix("ob=") { isProgram = objects[key].map { $0 == program } ?? false }
            } else if line.hasPrefix("calls=") {
                isOfCallee = true
            } else if let first = line.first, "0+-*".contains(first) {
                let words = line.split(separator: " ")
                guard words.count == 3, let cost = Int(words[2]) else { continue }
                switch first {
                case "+": address &+= UInt64(words[0].dropFirst()) ?? 0
                case "-": address &-= UInt64(words[0].dropFirst()) ?? 0
                case "0": address = UInt64(words[0].dropFirst(2), radix: 16) ?? 0
                default: break
                }
                if isProgram, !isOfCallee { costs[address, default: 0] += cost }
                isOfCallee = false
            }
        }
        return costs
    }

    /// The innermost file under `Sources` that each address comes from.
    private static func places(of addresses: [UInt64]) async throws -> [UInt64: String] {
        // A part of the toolchain.
        let symbolizer = try ChildProcess(
            "llvm-symbolizer",
            ["--obj=\(BuiltProgram.path("waldo-instruction-count"))", "--inlines", "--addresses"]
                + addresses.map { "0x" + String($0, radix: 16) })
        defer { symbolizer.close() }
        guard try await symbolizer.exitStatus(within: .seconds(60)) == 0 else {
            throw DidNotHappen("llvm-symbolizer: \(symbolizer.errorLines.suffix(5))")
        }
        var places: [UInt64: String] = [:], address: UInt64 = 0
        for line in symbolizer.lines {
            if line.hasPrefix("0x") { address = UInt64(line.dropFirst(2), radix: 16) ?? 0 }
            guard places[address] == nil, let range = line.firstRange(of: "/Sources/") else { continue }
            places[address] = String(line[range.lowerBound...].dropFirst().prefix { $0 != ":" })
        }
        return places
    }
}
