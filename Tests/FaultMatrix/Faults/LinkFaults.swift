import Glibc
import WaldoLoop
import WaldoTestSupport
import WaldoTime

/// Faults of the link, from the radio to the bus.
extension Cell {
    /// How a fault of the link is caused; nil for others.
    var linkStrike: Strike? {
        switch fault {
        case .linkLost: away { try await $0.shield.report("drop ADDRESS") }
        case .linkStalled:
            Strike(outcome: .stalls) {
                try await $0.shield.report("heal ReadValue")
            } blow: {
                try await $0.shield.report("hold ReadValue")
            }
        case .bluetoothdFrozen:
            Strike(outcome: .stalls) {
                try await $0.sleepOn(until: $0.struckAt + .seconds(1))
                $0.mendedAt = Monotonic.now()
                $0.shield.fake.send(signal: SIGCONT)
            } blow: {
                $0.shield.fake.send(signal: SIGSTOP)
            }
        case .acquireRefused: acquireRefused
        case .acquireRevoked: acquireRevoked
        case .adapterOff:
            away {
                try await $0.shield.report("power hci0 on")
            } blow: {
                try await $0.shield.report("power hci0 off")
            }
        case .adapterRemoved:
            away {
                try await $0.shield.report("adapter hci0 00:11:22:33:44:55")
            } blow: {
                try await $0.shield.report("unplug hci0")
            }
        case .bluetoothdKilled:
            away {
                try await $0.shield.restartBlueZ()
            } blow: {
                $0.shield.fake.send(signal: SIGKILL)
            }
        case .busKilled:
            away {
                try await $0.shield.restartBus()
            } blow: {
                $0.shield.bus.daemon.send(signal: SIGKILL)
            }
        case .twoWaldos: secondWaldo
        default: nil
        }
    }

    /// The link is lost until the remedy; a replay ends with the loss.
    private func away(
        _ remedy: ((Rig) async throws -> Void)? = nil, blow: @escaping (Rig) async throws -> Void
    ) -> Strike {
        Strike(
            outcome: moment == .replay ? .breaksOff(69) : .breaks,
            remedy: { rig in
                guard let remedy else { return }
                try await rig.expectStillness()
                try await remedy(rig)
            }, blow: blow)
    }

    /// Refused twice, because another program has the socket. On a first connection this is an error, since it is not
    /// known who drives the arm.
    private var acquireRefused: Strike {
        Strike(setup: .init(writesBySocket: true), outcome: moment == .connecting ? .ends(69) : .breaks) {
            try await $0.shield.report("refuse AcquireWrite org.bluez.Error.NotPermitted Write_acquired 2")
            if moment == .connecting { try await $0.proceed() } else { try await $0.shield.report("drop ADDRESS") }
        }
    }

    /// The socket is closed without a message. While connecting: after it was given, and before the link is reported as
    /// up.
    private var acquireRevoked: Strike {
        Strike(setup: .init(writesBySocket: true), outcome: moment == .replay ? .breaksOff(69) : .breaks) {
            if moment == .connecting {
                try await $0.shield.report("hold ReadValue")
                try await $0.proceed()
                try await $0.called("ReadValue")
            }
            try await $0.shield.report("hangup ADDRESS")
            if moment == .connecting { try await $0.shield.report("heal ReadValue") }
        }
    }

    /// A second program that would send motion to the same shield is refused, and its error names the first.
    private var secondWaldo: Strike {
        Strike(outcome: .goesOn) { rig in
            let arm = try rig.folder.write(Files.arm(answered: false), to: "second.yaml")
            let second = try ChildProcess(
                BuiltProgram.path("waldo"),
                ["send", "F>", "--arm", arm, "--shield", rig.shield.address],
                environment: rig.shield.bus.environment)
            defer { second.close() }
            if moment == .scanning {
                // Both look for the shield; the second is stopped until the first has found it.
                try await rig.called("StartDiscovery", beyond: 1)
                second.send(signal: SIGSTOP)
                try await rig.proceed()
                try await rig.called("StartNotify")
                second.send(signal: SIGCONT)
            }
            // The first continues meanwhile, and so does the shield that answers it.
            if moment == .midWrite { try await rig.proceed() }
            rig.check(try await second.exitStatus() == 69, "the second Waldo is not refused")
            let named = second.errorLines.contains { $0.contains("(process \(rig.program.pid))") }
            rig.check(named, "the second Waldo says \(second.errorLines)")
        }
    }
}
