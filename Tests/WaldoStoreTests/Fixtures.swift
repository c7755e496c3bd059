import WaldoCore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoStore

/// A survey for tests, and stores in a folder of their own.
enum Fixtures {
    /// 2026-11-22T17:00:00Z, by `date -u -d 2026-11-22T17:00:00Z +%s`.
    static let started: Int64 = 1_795_366_800_000_000

    static let description = SurveyDescription(
        uuid: "6f2b7a52-3c0e-4b7e-9a51-0d3f6a1c2e44", title: "The yard", method: "by hand, 1 m above ground",
        started: started, arm: .init(name: "robot", text: "arm: text\n"), sensor: .init(name: "demo", text: "s: 1\n"),
        graph: .init(name: "dose", text: "g: 'quoted'\n"), location: "message, arm", startPosition: "0 0 0",
        version: "1.4.0", tags: ["yard", "2026"], allowsUpload: false,
        device: .init(address: "/org/bluez/hci0/dev_1", name: "unit", serial: "17"),
        characteristics: ["713d0002-503e-4c75-ba94-3148f18d941e", "ffe1"])

    static let start = SessionStart(boot: "boot", clockSource: "system")

    /// One event of each kind, with all optional parts.
    static let events: [(SurveyEvent, Instant)] = [
        (.clock(utc: started), 1_000_000), (.linkUp, 1_000_100), (.bytes(channel: 0, [1, 2, 3]), 1_000_200),
        (.fix(fix), 1_000_300), (.command(Channel(2), -75), 1_000_400), (.bytes(channel: 1, []), 1_000_500),
        (.fix(bareFix), 1_000_600), (.deadline, 1_000_700), (.linkDown, 1_000_800),
        (.clock(utc: started + 1_000_000), 2_000_000), (.bytes(channel: 0, [255]), 2_000_000), (.end, 3_000_000),
    ]

    static let fix = Fix(
        source: .gpsd, at: 1_000_250,
        place: Place(x: 145.0125, y: -37.5, z: 31.25, accuracy: 2.5, verticalAccuracy: 4), isValid: true,
        satellites: 9, hdop: 0.9)
    static let bareFix = Fix(
        source: .arm, at: 1_000_550, place: Place(system: .arm, x: 0.5, y: -0.25), isValid: false)

    static let streams = [
        StreamDescription(
            name: "dose", quantity: "Ambient dose", unit: "uSv/h", exposure: .seconds(5), interval: .seconds(1),
            isCompensated: true, thresholds: [0, 1, 2, 3, 4]),
        StreamDescription(name: "place"),
    ]

    static func sample(_ number: Int64, stream: Int = 0, place: Place? = nil) -> Sample {
        Sample(
            stream: stream, sequence: number, value: 0.5 + Double(number) / 8, low: 0.25, high: 1.25,
            from: Instant(microseconds: 1_000_000 + number * 1_000_000),
            to: Instant(microseconds: 2_000_000 + number * 1_000_000), utc: started + 500_000 + number * 1_000_000,
            flags: [.partial, .belowThreshold], place: place)
    }

    static let bareSample = Sample(
        stream: 1, sequence: 0, value: nil, from: 1_500_000, to: 1_500_000, flags: [.saturated, .noPlace])

    static let alarms = [
        AlarmChange(node: "limit", at: 1_200_000, cause: .above, value: 1.5, halts: true),
        AlarmChange(node: "limit", at: 1_300_000, cause: nil),
    ]
    static let gaps = [
        Gap(from: 1_100_000, to: 1_200_000, cause: .counter, missing: 3), Gap(from: 1, to: 2, cause: .session),
    ]
    static let rejects = [
        Reject(at: 1_000_200, channel: 0, bytes: [1, 2], reason: .check),
        Reject(at: 2_000_000, channel: 0, bytes: [0xff], reason: .tooLong, field: "counts"),
    ]

    /// All derived rows.
    static func give(to sink: inout some SurveySink) {
        for (number, stream) in streams.enumerated() { sink.stream(number, stream) }
        sink.sample(sample(0, place: fix.place))
        sink.sample(sample(1, place: bareFix.place))
        sink.sample(sample(2))
        sink.sample(bareSample)
        for alarm in alarms { sink.alarm(alarm) }
        for gap in gaps { sink.gap(gap) }
        for reject in rejects { sink.reject(reject) }
    }
}
