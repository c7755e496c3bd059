import Testing

@testable import WaldoLoop

/// Which users a process can tell apart, by the kernel's map of its user namespace.
@Suite struct UserNamespaceTests {
    @Test(arguments: [
        ["         0          0 4294967295"], ["0 0 1", "1 1 4294967294"],
        // Without /proc.
        [],
    ])
    func whereAllAreMappedNobodyIsHidden(_ map: [String]) {
        let namespace = UserNamespace(map: map, overflow: "65534")
        #expect([0, 1_000, 65_534].allSatisfy { !namespace.hides($0) })
        #expect(namespace.fault(of: "it", ownedBy: 65_534) == "it belongs to another user (65534)")
    }

    @Test(arguments: [
        // Of a unit of a user, of a unit of the system, of `PrivateUsers=identity`, of a container.
        ["      1000       1000          1"], ["0 0 1", "1000 1000 1"], ["0 0 65536"], ["0 1000 1", "1 100000 65536"],
        ["no map"],
    ])
    func whereSomeAreNotTheOverflowUserMayBeAny(_ map: [String]) {
        let namespace = UserNamespace(map: map, overflow: "65534")
        #expect(namespace.hides(65_534) && !namespace.hides(0) && !namespace.hides(1_000))
        #expect(
            namespace.fault(of: "the file", ownedBy: 65_534)
                == "the owner of the file cannot be told from any other user in this user namespace (`PrivateUsers=yes` of a "
                + "unit)")
        #expect(namespace.fault(of: "the file", ownedBy: 1_000) == "the file belongs to another user (1000)")
    }

    @Test func theOverflowUserIsTheKernels() {
        #expect(UserNamespace(map: ["5 5 1"], overflow: "99").hides(99))
        #expect(UserNamespace(map: ["5 5 1"], overflow: nil).hides(65_534))
        #expect(UserNamespace(map: ["5 5 1"], overflow: "x").hides(65_534))
    }
}
