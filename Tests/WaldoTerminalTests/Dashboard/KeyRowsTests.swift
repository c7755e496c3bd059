import Testing

@testable import WaldoTerminal

/// The keys in a few rows.
@Suite struct KeyRowsTests {
    typealias Key = DashboardView.KeyHelp

    func texts(_ keys: [Key], columns: Int, height: Int) -> [String] {
        KeyRows(keys, columns: columns, height: height).rows.map { $0.map(\.short).joined(separator: "  ") }
    }

    let keys: [Key] = [
        .init(["Q"], "base +"), .init(["A"], "base -"), .init(["W"], "forward"), .init(["S"], "back"),
        .init(["Space", "Escape"], "stop"), .init(["Enter"], "resume"), .init(["?"], "all keys"),
        .init(["Ctrl-C"], "ends"),
    ]

    /// From whole entries over shared ones to the fewest, which stop; an entry is never cut.
    @Test(
        arguments: [
            (100, 1, ["Q base +  A base -  W forward  S back  Space stop  Enter resume  ? all keys  Ctrl-C ends"]),
            (85, 1, ["Q/A base +/-  W/S forward/back  Space stop  Enter resume  ? all keys  Ctrl-C ends"]),
            (77, 1, ["Q/A base  W/S forward/back  Space stop  Enter resume  ? all keys  Ctrl-C ends"]),
            (76, 1, ["Q/A base  W/S forward/back  Space stop  ? all keys  Ctrl-C ends"]),
            (45, 2, ["Q/A base +/-  W/S forward/back  Space stop", "Enter resume  ? all keys  Ctrl-C ends"]),
            (24, 1, ["Space stop  ? all keys"]), (12, 1, ["Space stop"]), (1, 1, ["Space stop"]),
        ] as [(Int, Int, [String])])
    func fewerColumnsHaveShorterEntriesAndThenFewer(columns: Int, height: Int, rows: [String]) {
        #expect(texts(keys, columns: columns, height: height) == rows)
    }

    @Test func theKeyOfTheProfilesStaysAndThoseOfOtherProfilesGo() {
        var view = DashboardView(), other = Key(["E"], "wrist +")
        other.isLive = false
        view.mappedKeys = [
            keys[0], other, keys[4], keys[5], .init(["Shift"], "precise", isOperators: true),
            .init(["N"], "profile", isOperators: true),
        ]
        view.terminalKeys = Array(keys.suffix(2))
        func rows(_ columns: Int) -> [String] {
            KeyRows.footer(view, columns: columns).map { $0.map(\.short).joined(separator: "  ") }
        }
        #expect(
            rows(66) == ["Q base +  Space stop  Enter resume  Shift precise  N profile", "? all keys  Ctrl-C ends"])
        #expect(rows(34) == ["Q base +  Space stop  Enter resume", "N profile  ? all keys  Ctrl-C ends"])
        #expect(rows(24) == ["Space stop  N profile", "? all keys  Ctrl-C ends"])
    }

    @Test func mappedAndTerminalsKeysHaveARowEachWhereTheyFit() {
        var view = DashboardView()
        (view.mappedKeys, view.terminalKeys) = (Array(keys.prefix(6)), Array(keys.suffix(2)))
        #expect(KeyRows.footer(view, columns: 80).map(\.count) == [6, 2])
        #expect(
            KeyRows.footer(view, columns: 60).map { $0.map(\.short).joined(separator: "  ") } == [
                "Q base +  A base -  W forward  S back  Space stop",
                "Enter resume  ? all keys  Ctrl-C ends",
            ])
    }
}
