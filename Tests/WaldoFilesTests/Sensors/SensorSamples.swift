import WaldoTestSupport

/// Bytes of sensors, written down from their sources, and made up where there is none.
enum SensorSamples {
    /// Lines of real loggers, whose checksums were verified with Python; the last has a wrong one.
    static let bGeigieLines = [
        "$BNRDD,5002,2025-07-26T06:05:14Z,1,1,1,V,3428.9629,N,13609.7691,E,572.2,A,15,184*52\r\n",
        "$BNRDD,2735,2020-06-29T10:42:11Z,106,13,1769,A,5313.0698,N,00633.5683,E,-6.30,A,9,91*54\r\n",
        "$BNXRDD,300,2012-12-16T17:58:24Z,31,9,115,A,4618.9996,N,00658.4623,E,587.6,A,3,77.2,1*1A\r\n",
        "$BMRDD,153,2015-02-25T20:52:06Z,40,4,40,V,,,,,,V,,0*60\r\n",
        "# NEW LOG\r\n",
        "$BNRDD,2735,2020-06-29T10:42:16Z,106,13,1769,A,5313.0698,N,00633.5683,E,-6.30,A,9,91*54\r\n",
    ]

    /// Lines at places where no bGeigie was: 0, 0, the poles, mirrored, with dilutions of 0 and 9999. Checksums by
    /// Python.
    static let impossiblePlaces = [
        "$BNRDD,2735,2020-06-29T10:42:21Z,106,13,1769,A,0000.0000,N,00000.0000,E,-6.30,A,9,0*62\r\n",
        "$BNRDD,2735,2020-06-29T10:42:21Z,106,13,1769,A,9000.0000,N,00000.0000,E,-6.30,A,9,91*53\r\n",
        "$BNRDD,2735,2020-06-29T10:42:21Z,106,13,1769,A,9000.0000,S,18000.0000,W,-6.30,A,9,9999*5D\r\n",
        "$BNRDD,2735,2020-06-29T10:42:21Z,106,13,1769,A,5313.0698,S,00633.5683,E,-6.30,A,9,0*72\r\n",
        "$BNRDD,2735,2020-06-29T10:42:21Z,106,13,1769,A,5313.0698,N,00633.5683,W,-6.30,A,9,9999*4D\r\n",
    ]

    /// The 11 bytes of a radiation unit in Melbourne: made with Python's struct, `>Bffh`.
    static let gamma: [[UInt8]] = [
        [0x11, 0xc2, 0x17, 0x40, 0x9d, 0x43, 0x10, 0xf6, 0x4c, 0x00, 0x0f],
        [0x11, 0xc2, 0x17, 0x40, 0xa3, 0x43, 0x10, 0xf6, 0x52, 0x00, 0x11],
        [0x00, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0x13, 0xc2, 0x17, 0x40, 0xab, 0x43, 0x10, 0xf6, 0x5a, 0x01, 0x04],
    ]

    /// Lines of an AirBeam, each a notification.
    static let airBeamLines = [
        "1;AirBeam2:0018961070D6;AirBeam2-F;Temperature;F;degrees Fahrenheit;F;15;45;75;100;135",
        "2;AirBeam2:0018961070D6;AirBeam2-RH;Humidity;RH;percent;%;0;25;50;75;100",
        "4.5;AirBeam2:0018961070D6;AirBeam2-PM2.5;Particulate Matter;PM;micrograms per cubic meter;µg/m³;0;12;35;55;150",
        "3;AirBeam2:0018961070D6;AirBeam2-F;Temperature;F;degrees Fahrenheit;F;15;45;75;100;135",
    ]

    /// A digital report, two analog ones.
    static let simpleControls: [[UInt8]] = [[0x0a, 1, 0], [0x0b, 0x03, 0xff], [0x0b, 0, 0]]

    /// Bursts of temperatures: a mark, how many, the age of the last in seconds, two bytes each, a sum.
    static let burst = """
        name: Burst
        hear: arm
        message:
          begins: 0xB0
          bytes: 4
          check: sum8
          fields: { count: { u8: 1 }, age: { u8: 2, unit: s } }
          burst: { rows: count, most: 8, bytes: 2, every: 5 s, age: age }
          row: { temperature: { i16be: 0, scale: 1/100, unit: degC, range: [-40, 85] } }
        streams: { temperature: {} }

        """

    /// A file with every key of binary messages, for tests to break.
    static let binary = """
        name: Test sensor
        hear: { service: ffe0, notify: [ffe1, ffe4] }
        say: { to: ffe2, start: [0xA0, 1], stop: "X" }
        every: 500 ms
        message:
          bytes: 11
          fields:
            fix: { bit: 0, at: 0 }
            kind: { bits: [1, 3], at: 0 }
            latitude: { f32be: 1, range: [-90, 90], unit: deg, if: fix, otherwise: 0 }
            longitude: { f32be: 5, range: [-180, 180], unit: deg, if: fix }
            counts: { u16be: 9, unit: count }
          place: { latitude: latitude, longitude: longitude, valid: fix, accuracy: 5 m }
          counter: counts
          no upload: kind
        streams:
          counts: { over: 1 s, valid: fix }

        """

    /// A file with every key of texts.
    static let text = """
        name: Test sensor
        hear: arm
        graph: lnd7317
        messages:
          one:
            begins: ["$A,", "$B,"]
            ends: "\\n"
            longest: 100
            check: { xor8: { from: 1, before: "*" }, wrong: flag }
            split: ","
            columns: [5, 6]
            fields:
              time: { iso8601: 1 }
              counts: { number: 2, unit: count, scale: 1/10, offset: 2 }
              valid: { is: A, at: 3 }
              extra: { number: 4, optional: true }
          two:
            like: one
            begins: "$C,"
            fields: { extra: none }
        streams:
          counts: { of: one.counts, quantity: Counts, every: 5 s, compensated: true }

        """

    /// A file with every key of times.
    static let dated = """
        name: Test sensor
        hear: file
        time: stamp
        messages:
          one:
            begins: "$A,"
            ends: check
            check: { xor8: { from: 1, before: "*" } }
            split: ","
            columns: 4
            fields:
              stamp: { date: "dd/MM/yyyy", time: "HH:mm:ss", at: [1, 2], zone: local }
              counts: { number: 3, unit: count }
          two:
            like: one
            begins: "$B,"
            fields:
              stamp: none
              other: { unix ms: 1 }
              second: { date: "yyyy-MM-dd HH:mm", at: 2, zone: "+02:00" }
            time: other
        streams:
          counts: {}

        """

    /// The stream cut into pieces of random lengths, 1...`most`.
    static func cut(_ bytes: [UInt8], most: Int, _ generator: inout SeededGenerator) -> [[UInt8]] {
        var pieces: [[UInt8]] = [], rest = bytes[...]
        while !rest.isEmpty {
            let count = min(rest.count, Int.random(in: 1...most, using: &generator))
            pieces.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return pieces
    }
}
