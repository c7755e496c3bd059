import Testing
import WaldoTerminal

@testable import WaldoRelay

/// The table of a fleet, as rows of text.
@Suite struct FleetBoardTests {
    private static func station(_ name: String, stop: String = "running", tone: FleetView.Station.Tone = .good)
        -> FleetView.Station
    {
        var station = FleetView.Station()
        (station.name, station.arm, station.sensor, station.link) = (name, "meArm", "bgeigie", "up")
        (station.mode, station.stop, station.tone) = ("live", stop, tone)
        (station.value, station.gaps, station.waiting, station.age) = ("0.11 µSv/h dose", "2", "140", "3 s")
        return station
    }

    private static func view(_ stations: [FleetView.Station]) -> FleetView {
        var view = FleetView()
        (view.broker, view.stations) = ("mqtts://broker:8883", stations)
        return view
    }

    private static func lines(_ view: FleetView, columns: Int = 120, rows: Int = 10) -> [String] {
        let size = TerminalSize(columns: columns, rows: rows)
        return FleetBoard(size: size, style: TerminalStyle(.colour)).cells(view).map { row in
            String(row.text.reversed().drop { $0 == " " }.reversed())
        }
    }

    @Test func eachStationHasARow() {
        let view = Self.view([Self.station("roof"), Self.station("lab", stop: "offline", tone: .offline)])
        let lines = Self.lines(view)
        #expect(lines[0] == " 1 of 2 online  mqtts://broker:8883")
        #expect(
            lines[1].split(separator: " ") == [
                "STATION", "ARM", "SENSOR", "LINK", "DRIVEN", "STATE", "VALUE", "GAPS", "WAITING", "AGE",
            ])
        #expect(lines[2].hasPrefix("roof     meArm  bgeigie  up    live    running  0.11 µSv/h dose"))
        #expect(lines[2].hasSuffix("   2      140  3 s"))
        #expect(lines[3].contains("offline"))
    }

    @Test func aSilentStationDoesNotCountAsOnline() {
        let view = Self.view([Self.station("roof"), Self.station("lab", stop: "silent", tone: .silent)])
        #expect(Self.lines(view)[0] == " 1 of 2 online  mqtts://broker:8883")
    }

    @Test func columnsGiveWayAndTheStateStays() {
        let view = Self.view([Self.station("roof")])
        for columns in 1...120 {
            let lines = Self.lines(view, columns: columns)
            #expect(lines.allSatisfy { $0.unicodeScalars.count <= columns }, "\(columns)")
            #expect(columns < 20 || lines[1].contains("STATE") && lines[2].contains("running"), "\(columns)")
        }
    }

    @Test func stationsOfOneMachineAreToldApartByTheirSurveys() {
        var walk = Self.station("lab")
        walk.title = "north walk"
        let lines = Self.lines(Self.view([walk, Self.station("lab")]))
        #expect(lines[1].hasPrefix("STATION  SURVEY      ARM") && lines[2].hasPrefix("lab      north walk  meArm"))
        #expect(lines[3].hasPrefix("lab                  meArm"))
    }

    @Test func moreStationsThanRowsAreCounted() {
        let view = Self.view((0..<20).map { Self.station("s\($0)") })
        let lines = Self.lines(view, rows: 6)
        #expect(lines[4].hasPrefix("s2") && lines[5] == "and 17 more")
        for rows in 1...5 { #expect(Self.lines(view, rows: rows).count == rows) }
    }

    @Test func anEmptyFleetSaysSo() {
        #expect(Self.lines(Self.view([]))[2] == "no station has published its state yet")
    }

    @Test func nothingOfAStationReachesTheTerminalAsAControl() {
        var station = Self.station("\u{1B}[2J\u{9B}31m\u{202E}\r\nroof\u{7}")
        station.arm = "\u{1B}]0;title\u{7}"
        let size = TerminalSize(columns: 120, rows: 4)
        let rows = FleetBoard(size: size, style: TerminalStyle(.none)).rows(Self.view([station]))
        let scalars = rows.joined().unicodeScalars
        #expect(scalars.allSatisfy { $0.properties.generalCategory != .control && $0.value != 0x202E })
        #expect(rows[2].hasPrefix("\\u{1b}[2J\\u{9b}31m"))
    }

    @Test func aTroubleIsInTheFirstRow() {
        var view = Self.view([Self.station("roof")])
        (view.trouble, view.note) = ("the connection is lost", "3 messages refused: it is no state of version 1")
        let lines = Self.lines(view)
        #expect(lines[0].hasPrefix(" the connection is lost  1 of 1 online"))
        #expect(lines[9].hasPrefix("3 messages refused"))
    }
}
