import Testing
import WaldoLoop

@testable import WaldoApp

/// Who is believed to be gpsd.
@Suite struct GPSDOriginTests {
    private static let whole = UserNamespace(map: ["0 0 4294967295"], overflow: "65534")
    private static let station = UserNamespace(map: ["1000 1000 1"], overflow: "65534")

    /// What the user 1000 makes of it, on a machine with Debian's users.
    private func origin(
        _ peer: PeerSocket, isLoopback: Bool = true, namespace: UserNamespace = whole
    ) -> GPSDOrigin {
        GPSDOrigin(peer, isLoopback: isLoopback, own: 1_000, namespace: namespace) {
            ["nobody": 65_534, "gpsd": 104][$0]
        }
    }

    @Test(arguments: [0, 104, 1_000] as [UInt32], [[], [0], [1_001]] as [Set<UInt32>])
    func rootGPSDsUserAndOneselfAre(_ user: UInt32, _ listeners: Set<UInt32>) {
        #expect(origin(.owned(by: user, listeners: listeners)) == .believed)
    }

    @Test(arguments: [33, 1_001, 65_533] as [UInt32], [true, false])
    func anotherUserIsNotAtAnyAddressOfThisMachine(_ user: UInt32, isLoopback: Bool) {
        #expect(origin(.owned(by: user, listeners: [0]), isLoopback: isLoopback) == .stranger(user))
    }

    @Test func nobodyIsBehindAPortOfRootsAlone() {
        #expect(origin(.owned(by: 65_534, listeners: [0])) == .believed)
        for listeners in [[], [65_534], [0, 65_534]] as [Set<UInt32>] {
            #expect(origin(.owned(by: 65_534, listeners: listeners)) == .stranger(65_534))
        }
    }

    @Test func anotherMachineIsAskedForNoUser() {
        #expect(origin(.elsewhere, isLoopback: false) == .believed)
    }

    @Test func whatCannotBeToldIsBelievedWithAWarning() {
        let container = origin(.elsewhere)
        #expect(container == .unverified("the kernel lists no such connection, as of a container"))
        for listeners in [[0], [65_534]] as [Set<UInt32>] {
            let hidden = origin(.owned(by: 65_534, listeners: listeners), namespace: Self.station)
            #expect(hidden == .unverified("this user namespace (`PrivateUsers=yes` of a unit) hides other users"))
            #expect(hidden.refusal == nil)
        }
        #expect(origin(.owned(by: 1_000, listeners: []), namespace: Self.station) == .believed)
    }

    @Test func aClosedConnectionIsNotRead() {
        #expect(origin(.unowned) == .closed && GPSDOrigin.closed.refusal == .away("it has closed the connection"))
        #expect(origin(.unowned, isLoopback: false) == .closed)
    }

    @Test func aStrangerIsNamedWithWhatToDo() throws {
        let state = try #require(GPSDOrigin.stranger(0).refusal)
        let address = try #require(SocketAddress("127.0.0.1:2947"))
        #expect(
            state.sentence(after: .connecting, address)
                == "what answers at 127.0.0.1:2947 belongs to user root (0), who could send false places, and gives none; end "
                + "it and start gpsd, as root, as the user gpsd or as yourself")
    }
}
