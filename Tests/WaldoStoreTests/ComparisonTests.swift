import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoStore

/// The sentence that reports the first difference between fresh results and a run's rows.
struct ComparisonTests {
    /// What is computed; what is stored are the fixtures.
    struct Results {
        var streams = Fixtures.streams,
            samples = [
                Fixtures.sample(0, place: Fixtures.fix.place), Fixtures.sample(1, place: Fixtures.bareFix.place),
                Fixtures.sample(2), Fixtures.bareSample,
            ]
        var alarms = Fixtures.alarms, gaps = Fixtures.gaps, rejects = Fixtures.rejects

        func give(to comparer: RunComparer) {
            for (number, stream) in streams.enumerated() { comparer.stream(number, stream) }
            for sample in samples { comparer.sample(sample) }
            for alarm in alarms { comparer.alarm(alarm) }
            for gap in gaps { comparer.gap(gap) }
            for reject in rejects { comparer.reject(reject) }
        }
    }

    /// Sample 1 is 0.625 at 17:00:01.5; the session begins at 1 s of its clock, and the first alarm is 0.2 s later.
    static let cases: [(change: @Sendable (inout Results) -> Void, sentence: String)] = [
        ({ $0.samples[1].value = 0.75 }, "dose, sample 1, 2026-11-22T17:00:01.500Z: value 0.75 computed, 0.625 stored"),
        ({ $0.samples[1].value = 60 }, "dose, sample 1, 2026-11-22T17:00:01.500Z: value 60 computed, 0.625 stored"),
        (
            { $0.samples[1].value = 0.625.nextUp },
            "dose, sample 1, 2026-11-22T17:00:01.500Z: value 0.6250000000000001 computed, 0.625 stored"
        ),
        ({ $0.samples[3].value = 1 }, "place, sample 0, 0.5 s after the begin: value 1 computed, none stored"),
        (
            { $0.samples[2].low = nil },
            "dose, sample 2, 2026-11-22T17:00:02.500Z: lower limit of the error none computed, 0.25 stored"
        ),
        (
            { $0.samples[2].to = 9_500_000 },
            "dose, sample 2, 2026-11-22T17:00:02.500Z: end 8.5 s after the begin computed, 3 s after the begin stored"
        ),
        (
            { $0.samples[0].utc = Fixtures.started },
            "dose, sample 0, 2026-11-22T17:00:00.000Z: time 2026-11-22T17:00:00.000000Z computed, "
                + "2026-11-22T17:00:00.500000Z stored"
        ),
        (
            { $0.samples[2].flags = .gap },
            "dose, sample 2, 2026-11-22T17:00:02.500Z: flags gap (128) computed, partial below-threshold (10) stored"
        ),
        (
            { $0.samples[1].place = nil },
            "dose, sample 1, 2026-11-22T17:00:01.500Z: place none computed, arm x 0.5 y -0.25 stored"
        ),
        ({ $0.samples.remove(at: 2) }, "dose, sample 2, 2026-11-22T17:00:02.500Z: stored, and not computed"),
        (
            { $0.samples.append(Fixtures.sample(3)) },
            "dose, sample 3, 2026-11-22T17:00:03.500Z: computed, and not stored"
        ),
        ({ $0.streams[1].unit = "m" }, "stream 1, place: unit “m” computed, none stored"),
        ({ $0.alarms[0].value = 2 }, "alarm limit, 0.2 s after the begin: value 2 computed, 1.5 stored"),
        ({ $0.alarms[1].cause = .silent }, "alarm limit, 0.3 s after the begin: cause silent computed, clear stored"),
        ({ $0.alarms.removeLast() }, "alarm limit, 0.3 s after the begin: stored, and not computed"),
        ({ $0.gaps[0].missing = nil }, "gap, 0.1 s after the begin: missing messages not known computed, 3 stored"),
        (
            { $0.rejects[1].bytes = [0xfe] }, "reject, channel 0, 1 s after the begin: bytes fe computed, ff stored"
        ),
        (
            { $0.rejects[0].field = "a" },
            "reject, channel 0, 0.0002 s after the begin: field “a” computed, none stored"
        ),
    ]

    @Test(arguments: cases.indices)
    func theFirstDifferenceIsASentence(_ place: Int) throws {
        let folder = try TemporaryFolder()
        let store = try HandDrivenStore(in: folder)
        for (event, at) in Fixtures.events { store.writer.record(event, at: at) }
        Fixtures.give(to: &store.writer)
        try store.finish()
        var results = Results()
        Self.cases[place].change(&results)
        let comparison = try StoreReader(path: store.path).compare(session: 1) { (comparer) throws(StoreError) in
            results.give(to: comparer)
        }
        #expect(comparison == .different(Self.cases[place].sentence))
    }
}
