import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoFiles

/// What gpsd sends, as gpsd 3.22 sent it for a walk that gpsfake played.
@Suite struct GPSDTests {
    private static let version = #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#
    private static let devices = """
        {"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/pts/1","activated":"2026-11-22T17:37:15.443Z",\
        "native":0,"bps":4800,"parity":"N","stopbits":1,"cycle":1.00}]}
        """
    private static let watch = #"{"class":"WATCH","enable":true,"json":true,"nmea":false,"raw":0,"scaled":false}"#
    private static let sky = """
        {"class":"SKY","device":"/dev/pts/1","xdop":1.03,"ydop":0.67,"vdop":1.30,"tdop":4.61,"hdop":0.90,"gdop":8.41,\
        "pdop":1.60,"nSat":9,"uSat":9,"satellites":[{"PRN":2,"el":32.0,"az":34.0,"ss":37.0,"used":true,"gnssid":0,\
        "svid":2},{"PRN":4,"el":34.0,"az":68.0,"ss":39.0,"used":false,"gnssid":0,"svid":4}]}
        """
    private static let position = """
        {"class":"TPV","device":"/dev/pts/1","mode":3,"time":"2026-11-22T12:00:05.000Z","ept":0.005,"lat":50.087500000,\
        "lon":14.421398333,"altHAE":255.0000,"altMSL":210.0000,"alt":210.0000,"epx":15.490,"epy":10.093,"epv":29.900,\
        "track":90.0000,"magtrack":94.1579,"magvar":4.2,"speed":1.389,"climb":0.000,"eps":30.98,"epc":59.80,\
        "geoidSep":45.000,"eph":17.100,"sep":30.400}
        """

    private func reports(_ text: String, _ stream: inout GPSDStream, at time: Instant = 5_000_000) -> [GPSDReport] {
        var reports: [GPSDReport] = []
        Array(text.utf8).withUnsafeBytes { bytes in stream.receive(bytes, at: time) { reports.append($0) } }
        return reports
    }

    private func report(_ line: String) -> GPSDReport? {
        var stream = GPSDStream()
        return reports(line + "\n", &stream).first
    }

    private func fix(_ fields: String) throws -> Fix {
        let report = report(#"{"class":"TPV","mode":3,"lat":1,"lon":2,\#(fields)}"#)
        guard case .fix(let fix)? = report else { throw DidNotHappen("a fix; \(String(describing: report))") }
        return fix
    }

    /// 17.1 / 2.45 and 29.9 / 1.96.
    @Test func theWalkGivesAFix() {
        var stream = GPSDStream(lag: .milliseconds(200))
        let text = [Self.version, Self.devices, Self.watch, Self.sky, Self.position].map { $0 + "\r\n" }.joined()
        let place = Place(
            x: 14.421398333, y: 50.0875, z: 255, accuracy: 6.979591836734694, verticalAccuracy: 15.255102040816325)
        let fix = Fix(source: .gpsd, at: 4_800_000, place: place, satellites: 9, hdop: 0.9)
        #expect(reports(text, &stream) == [.version(major: 3), .other, .other, .other, .fix(fix)])
    }

    @Test func whereItIsCutDoesNotMatter() {
        let text = [Self.version, Self.sky, Self.position, "nonsense", "", Self.position].map { $0 + "\n" }.joined()
        var whole = GPSDStream()
        let expected = reports(text, &whole)
        #expect(expected.count == 5)
        var random = SeededGenerator(29)
        for _ in 0..<200 {
            var stream = GPSDStream(), rest = Substring(text), found: [GPSDReport] = []
            while !rest.isEmpty {
                let part = rest.prefix(Int.random(in: 1...200, using: &random))
                found += reports(String(part), &stream)
                rest = rest.dropFirst(part.count)
            }
            #expect(found == expected)
        }
    }

    /// The horizontal error: stated, else of both axes (18.488.../2.45), else 15 m times the dilution, as gpsd's model.
    @Test func theAccuracyIsTheBestThatIsStated() throws {
        #expect(try fix(#""eph":17.1,"epx":1,"epy":1"#).place.accuracy == 6.979591836734694)
        let axes = try #require(try fix(#""epx":15.490,"epy":10.093"#).place.accuracy)
        #expect(abs(axes - 7.54615120447722) < 1e-9)
        #expect(try fix(#""epx":15.490"#).place.accuracy == nil && fix(#""eph":-1"#).place.accuracy == nil)
        // No receiver is exact: zero is what it states where it does not know.
        #expect(try fix(#""eph":0,"epx":0,"epy":0"#).place.accuracy == nil)
        #expect(try fix(#""eph":0,"epx":15.490,"epy":10.093"#).place.accuracy == axes)
        #expect(try fix(#""altHAE":5,"epv":0"#).place.verticalAccuracy == nil)
        var stream = GPSDStream()
        let text = Self.sky + "\n" + #"{"class":"TPV","device":"/dev/pts/1","mode":2,"lat":1,"lon":2}"# + "\n"
        guard case .fix(let fix)? = reports(text, &stream).last else { throw DidNotHappen("a fix") }
        #expect(abs(try #require(fix.place.accuracy) - 5.5102040816326525) < 1e-12)
    }

    @Test func theHeightIsThatAboveTheEllipsoidIfItIsKnown() throws {
        #expect(try fix(#""altHAE":5,"altMSL":4,"alt":3"#).place.z == 5)
        #expect(try fix(#""altMSL":4,"alt":3"#).place.z == 4 && fix(#""alt":3"#).place.z == 3)
        #expect(try fix(#""mode":2,"altHAE":5,"epv":3"#).place.z == nil)
        #expect(try fix(#""mode":2,"altHAE":5,"epv":3"#).place.verticalAccuracy == nil)
    }

    @Test func withoutAModeOrAPlaceThereIsNoFix() {
        for text in [
            #"{"class":"TPV","mode":1}"#, #"{"class":"TPV","mode":0,"lat":1,"lon":2}"#,
            #"{"class":"TPV","mode":3,"lat":1}"#,
            #"{"class":"TPV","lat":1,"lon":2}"#, #"{"class":"TPV","mode":3,"lat":null,"lon":2}"#,
        ] {
            #expect(report(text) == .noFix, "\(text)")
        }
    }

    @Test func satellitesAreCountedWhereNoCountIsStated() {
        var stream = GPSDStream()
        let sky = #"{"class":"SKY","satellites":[{"PRN":1,"used":true},{"PRN":2,"used":false},{"PRN":3,"used":true}]}"#
        let lost = #"{"class":"TPV","mode":1}"#, found = #"{"class":"TPV","mode":2,"lat":1,"lon":2}"#
        let all = reports([sky, found, lost, found].map { $0 + "\n" }.joined(), &stream)
        let counts: [Int?] = all.map { if case .fix(let fix) = $0 { fix.satellites } else { nil } }
        #expect(counts == [nil, 2, nil, nil])
    }

    @Test(arguments: [
        "nonsense", "{}", "[]", "{", #"{"class":3}"#, #"{"class":"TPV","mode":3,"lat":91,"lon":2}"#,
        #"{"class":"TPV","mode":3,"lat":1,"lon":-180.1}"#, #"{"class":"TPV","mode":"3"}"#,
        #"{"class":"TPV","lat":1e5}"#,
        #"{"class":"VERSION"}"#, #"{"class":"VERSION","proto_major":3.5}"#, #"{"class":"SKY","uSat":-1}"#,
        #"{"class":"TPV"} {"class":"TPV"}"#, #"{"class":"SKY","satellites":[1]}"#, "\u{7f}\u{1}x",
    ])
    func whatIsNotGPSDsIsNonsense(_ line: String) { #expect(report(line) == .nonsense) }

    @Test func aLineThatIsTooLongIsNonsenseAndTheNextOneCounts() {
        var stream = GPSDStream()
        let long = #"{"class":"SKY","x":""# + String(repeating: "a", count: GPSDStream.longest) + #""}"#
        #expect(reports(long + "\n" + Self.version + "\n", &stream) == [.nonsense, .version(major: 3)])
        let longest = Self.version + String(repeating: " ", count: GPSDStream.longest - Self.version.utf8.count)
        #expect(reports(longest + "\n", &stream) == [.version(major: 3)])
    }

    /// Two receivers: the first one with a fix counts, until it has had none for 10 s.
    @Test func oneReceiverAtATimeGivesPlaces() {
        var stream = GPSDStream()
        func given(_ device: String, _ seconds: Int64) -> Bool {
            let line = #"{"class":"TPV","device":"\#(device)","mode":2,"lat":1,"lon":2}"# + "\n"
            let report = reports(line, &stream, at: Instant(microseconds: seconds * 1_000_000)).first
            if case .fix? = report { return true }
            return false
        }
        #expect(given("a", 0) && !given("b", 1) && given("a", 2) && !given("b", 11))
        #expect(given("b", 12) && !given("a", 13))
    }

    /// 10^5 lines with changed, lost and doubled bytes: each is one report, whatever it is.
    @Test func changedLinesAreReportsOrNonsense() {
        var random = SeededGenerator(2947)
        let lines = [Self.version, Self.devices, Self.watch, Self.sky, Self.position].map { Array($0.utf8) }
        var stream = GPSDStream()
        var (given, nonsense, fixes) = (0, 0, 0)
        for _ in HostileTime.rounds(100_000) {
            var line = lines.randomElement(using: &random)!
            for _ in 0..<Int.random(in: 1...4, using: &random) where !line.isEmpty {
                let place = Int.random(in: 0..<line.count, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: line[place] = UInt8.random(in: 0...255, using: &random)
                case 1: line[place] = Array(#"{}[]",:-.0123456789eE\tfn"#.utf8).randomElement(using: &random)!
                case 2: line.remove(at: place)
                case 3: line.insert(contentsOf: line[place...].prefix(20), at: place)
                default: line.removeSubrange(place...)
                }
            }
            line.removeAll { $0 == UInt8(ascii: "\n") }
            guard line.contains(where: { $0 > 0x20 }) else { continue }
            line.append(UInt8(ascii: "\n"))
            line.withUnsafeBytes { bytes in
                stream.receive(bytes, at: 0) { report in
                    given += 1
                    if report == .nonsense { nonsense += 1 }
                    guard case .fix(let fix) = report else { return }
                    fixes += 1
                    #expect(fix.place.isPlausible, "\(fix)")
                }
            }
            given -= 1
        }
        #expect(given == 0 && nonsense > 10_000 && fixes > 1_000)
    }
}

extension Place {
    fileprivate var isPlausible: Bool {
        (-180...180).contains(x) && (-90...90).contains(y) && (z ?? 0).isFinite && (accuracy ?? 1) > 0
            && (verticalAccuracy ?? 1) > 0
    }
}
