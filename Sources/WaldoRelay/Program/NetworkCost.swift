import WaldoBus
import WaldoLoop
import WaldoTime

/// What the network costs, as far as NetworkManager knows it.
public enum NetworkCost {
    /// Whether the network is metered, or probably so. Without NetworkManager it is not. It takes 2 s at most; nothing
    /// else runs on the loop meanwhile.
    public static func isMetered() -> Bool {
        let answer = LoopActor.enter { Answer() }
        Loop.run { answer.ask() }
        return LoopActor.enter { answer.isMetered }
    }

    /// Whether a value of NetworkManager's property `Metered` means so: yes, or a guess of yes
    /// (networkmanager.dev, NMMetered).
    static func means(_ value: UInt32) -> Bool { value == 1 || value == 3 }

    @LoopActor
    private final class Answer {
        private(set) var isMetered = false

        func ask() {
            Loop.task { [self] in
                isMetered = (try? await Self.property()).map(NetworkCost.means) ?? false
                Loop.stop()
            }
        }

        private static func property() async throws -> UInt32 {
            let bus = try await BusConnection.open()
            defer { bus.close() }
            let call = try Message(
                call: "Get", of: "org.freedesktop.DBus.Properties", at: "/org/freedesktop/NetworkManager",
                on: "org.freedesktop.NetworkManager"
            ) {
                $0.append(.string("org.freedesktop.NetworkManager"))
                $0.append(.string("Metered"))
            }
            let reply = try await bus.call(call, timeout: .seconds(2))
            return UInt32(clamping: reply.read { $0.variant() }?.integer ?? 0)
        }
    }
}
