import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

@testable import WaldoBlueZ

/// Which failure ends a link, on a clock that the test moves; and what is kept while one is opened.
struct AttemptsTests {
    private let beam = Peripheral(name: "AirBeam", address: "0A")

    private func attempts(waits: Bool = false) -> LinkAttempts {
        LinkAttempts(waits: waits, patience: .seconds(30), from: 1_000_000)
    }

    @Test func aPassingFailureEndsTheLinkOnceThePatienceIsOver() {
        let absent = BlueZError.noSensor(wanted: "0A", heard: [], remembered: nil)
        var attempts = attempts()
        #expect(attempts.patienceEnds == 31_000_000)
        #expect(attempts.end(by: absent, isKnown: false, at: 30_999_999) == nil)
        #expect(attempts.end(by: absent, isKnown: false, at: 31_000_000) == absent)
    }

    /// That connecting failed explains more than that the peripheral is not heard now.
    @Test func anEarlierRefusalIsTheReason() {
        let refusal = BlueZError.connection(beam, reason: "le-connection-abort-by-local")
        for absent in [
            BlueZError.noSensor(wanted: "0A", heard: [], remembered: nil), .noShield(wanted: "0A", heard: []),
        ] {
            var attempts = attempts()
            #expect(attempts.end(by: refusal, isKnown: false, at: 2_000_000) == nil)
            #expect(attempts.end(by: absent, isKnown: false, at: 31_000_000) == refusal)
            #expect(attempts.end(by: .notRunning, isKnown: false, at: 31_000_000) == .notRunning)
        }
    }

    @Test func whatIsMissingEndsTheLinkAtOnceUnlessItWaits() {
        for error in [BlueZError.notRunning, .adapterOff("hci0"), .noBus("gone")] {
            var hasty = attempts(), patient = attempts(waits: true)
            #expect(hasty.end(by: error, isKnown: false, at: 1_000_000) == error)
            #expect(patient.end(by: error, isKnown: false, at: 99_000_000) == nil)
        }
    }

    @Test func aLastingFailureEndsOnlyALinkThatWasNeverUp() {
        let errors: [BlueZError] = [
            .severalSensors([beam, beam]), .mixedWrites(beam),
            .noSensorCharacteristics(beam, wanted: [], characteristics: []),
            .noNotifications(beam, reasons: []),
        ]
        for error in errors {
            var attempts = attempts(waits: true)
            #expect(attempts.end(by: error, isKnown: true, at: 99_000_000) == nil)
            #expect(attempts.end(by: error, isKnown: false, at: 1_000_000) == error)
        }
    }

    @Test func pausesGrowUntilALinkHasLasted() {
        var attempts = attempts()
        #expect([attempts.nextPause(), attempts.nextPause()] == [.milliseconds(20), .milliseconds(100)])
        attempts.lasted(.milliseconds(4_999))
        #expect(attempts.nextPause() == .milliseconds(250))
        attempts.lasted(.seconds(5))
        #expect(attempts.nextPause() == .milliseconds(20))
    }

    @Test func whatComesEarlyIsKeptUpToALimit() {
        let notification = Notification(characteristic: BluetoothUUID("ffe1")!, bytes: [1], at: 0)
        var early = EarlyNotifications()
        for channel in 0..<EarlyNotifications.limit + 3 { early.append(channel, notification) }
        #expect(early.dropped == 3)
        #expect(early.takeAll().map(\.channel) == Array(0..<EarlyNotifications.limit))
        #expect(early.takeAll().isEmpty && early.dropped == 0)
    }
}
