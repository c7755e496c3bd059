import Glibc
package import WaldoCore
package import WaldoFiles
package import WaldoInput

/// The input devices: whether they may be opened, which are pads, and which mapping each pad gets.
package struct InputFacts: Equatable, Sendable {
    /// By what this user may open event devices.
    package enum Access: Equatable, Sendable {
        /// As root.
        case root
        /// As a member of the group of this name.
        case group(String)
        /// By the access list that a seat's devices get (uaccess).
        case seat
    }

    /// The event devices.
    package var nodes: [InputNode]
    /// The mapping of each pad by its path, as lists name it; those without one are missing.
    package var mappings: [String: String]
    /// Why a pad does not get the row of SDL's database that is meant for it.
    package var unusedRows: [FileError]
    /// The battery of each pad by its path.
    package var batteries: [String: Battery]
    /// By what an event device may be opened; nil: none may.
    package var access: Access?
    /// Whether the group's list names the user, and this login is older than that.
    package var isMemberAtNextLogin: Bool
    /// The default input; nil: the only pad.
    package var wanted: InputChoice?

    /// Facts with these values.
    package init(
        nodes: [InputNode], mappings: [String: String] = [:], unusedRows: [FileError] = [],
        batteries: [String: Battery] = [:],
        access: Access? = nil, isMemberAtNextLogin: Bool = false, wanted: InputChoice? = nil
    ) {
        self.nodes = nodes
        self.mappings = mappings
        self.unusedRows = unusedRows
        self.batteries = batteries
        self.access = access
        self.isMemberAtNextLogin = isMemberAtNextLogin
        self.wanted = wanted
    }

    /// Looks at the devices of this machine.
    /// - Parameters:
    ///   - arm: the arm that is driven; nil: it is not known.
    ///   - wanted: the default input.
    package static func gather(_ library: Library, driving arm: Arm?, wanted: InputChoice?) -> InputFacts {
        var facts = InputFacts(nodes: InputCatalogue.list(), wanted: wanted)
        for node in facts.nodes where node.kind == .gamepad {
            guard let description = node.description else { continue }
            if let best = library.bestMapping(for: description, driving: arm) {
                facts.mappings[node.path] = "\(best.name) (\(best.origin))"
            }
            // What is wrong with all rows is among the files.
            let general = library.rowProblems
            facts.unusedRows += library.rowProblems(for: description).filter { !general.contains($0) }
            facts.batteries[node.path] = InputCatalogue.battery(at: node.path)
        }
        facts.access = facts.nodes.first { $0.description != nil }.map { access(to: $0.path) }
        facts.isMemberAtNextLogin = facts.nodes.first(where: \.isDenied).map { isListed(inGroupOf: $0.path) } ?? false
        return facts
    }

    private static func access(to path: String) -> Access {
        if geteuid() == 0 { return .root }
        var status = stat()
        guard stat(path, &status) == 0, groups.contains(status.st_gid) else { return .seat }
        return .group(getgrgid(status.st_gid).map { String(cString: $0.pointee.gr_name) } ?? "\(status.st_gid)")
    }

    /// The groups of this process.
    private static var groups: [gid_t] {
        var list = [gid_t](repeating: 0, count: max(0, Int(getgroups(0, nil))))
        let count = getgroups(CInt(list.count), &list)
        return Array(list.prefix(max(0, Int(count)))) + [getegid()]
    }

    /// Whether the system's list of the node's group has this user in it.
    static func isListed(inGroupOf path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0, let group = getgrgid(status.st_gid), let user = getpwuid(geteuid()) else {
            return false
        }
        var member = group.pointee.gr_mem
        while let name = member?.pointee {
            if strcmp(name, user.pointee.pw_name) == 0 { return true }
            member = member?.successor()
        }
        return false
    }
}
