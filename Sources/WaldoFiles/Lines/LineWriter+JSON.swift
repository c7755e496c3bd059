public import WaldoCore
public import WaldoTime

/// JSON Lines: one object a line, without spaces.
extension LineWriter {
    /// Begins a line with one JSON object.
    public func beginObject() {
        begin()
        byte(UInt8(ascii: "{"))
        isFirstField = true
    }

    /// Begins a line with an event, after a line about those that were dropped.
    /// - Parameter time: how long after the start of the lines it happened.
    public func beginEvent(_ event: StaticString, at time: TimeSpan) {
        reportDroppedLines()
        beginObject()
        field("event", word: event)
        field("t", time.microseconds)
    }

    /// Begins a line with an event of a drive, after a line about those that were dropped.
    /// - Parameter time: how long after the start of the lines it happened.
    public func beginEvent(_ event: EventName, at time: TimeSpan) {
        reportDroppedLines()
        beginObject()
        field(event)
        field("t", time.microseconds)
    }

    /// Adds the field with an event's name.
    func field(_ event: EventName) { field("event", quoted: event.rawValue) }

    /// Ends the object and its line.
    public func endObject() {
        byte(UInt8(ascii: "}"))
        end()
    }

    /// Adds `"key":`. The value follows as `integer`, `decimal`, `quoted` or literal text.
    public func key(_ key: StaticString) {
        if !isFirstField { byte(UInt8(ascii: ",")) }
        isFirstField = false
        byte(UInt8(ascii: "\""))
        text(key)
        text("\":")
    }

    /// Adds a field with a channel's number, in units of 10^-decimals, under the channel's name.
    public func field(channel name: String, _ units: Int64, decimals: Int) {
        if !isFirstField { byte(UInt8(ascii: ",")) }
        isFirstField = false
        quoted(name)
        byte(UInt8(ascii: ":"))
        decimal(units, decimals: decimals)
    }

    /// Adds a field with a number in units of 10^-decimals.
    public func field(_ key: StaticString, _ units: Int64, decimals: Int = 0) {
        self.key(key)
        decimal(units, decimals: decimals)
    }

    /// Adds a field with a finite number, in the fewest digits that read back as the same number.
    public func field(_ key: StaticString, number: Double) {
        self.key(key)
        self.number(number)
    }

    /// Adds a field with a finite number under a name that is not part of the program.
    public func field(named name: String, number: Double) {
        if !isFirstField { byte(UInt8(ascii: ",")) }
        isFirstField = false
        quoted(name)
        byte(UInt8(ascii: ":"))
        self.number(number)
    }

    private func number(_ value: Double) {
        guard value == value.rounded(), value.magnitude < 1e15 else {
            for byte in value.description.utf8 { self.byte(byte) }
            return
        }
        integer(Int64(value))
    }

    /// Adds a field with a string that is part of the program and needs no escaping.
    public func field(_ key: StaticString, word: StaticString) {
        self.key(key)
        byte(UInt8(ascii: "\""))
        text(word)
        byte(UInt8(ascii: "\""))
    }

    /// Adds a field with any string, escaped as needed.
    public func field(_ key: StaticString, quoted text: String) {
        self.key(key)
        quoted(text)
    }

    /// Adds a field that is true or false.
    public func field(_ key: StaticString, flag: Bool) {
        self.key(key)
        text(flag ? "true" : "false")
    }

    /// Adds a field with a frame's bytes in lower-case hexadecimal.
    public func field(_ key: StaticString, hex frame: Frame) {
        self.key(key)
        byte(UInt8(ascii: "\""))
        hex(frame)
        byte(UInt8(ascii: "\""))
    }

    /// Adds a field with bytes in lower-case hexadecimal.
    public func field(_ key: StaticString, hex bytes: [UInt8]) {
        self.key(key)
        byte(UInt8(ascii: "\""))
        hex(bytes)
        byte(UInt8(ascii: "\""))
    }

    /// Adds a field with a UUID in its full form.
    public func field(_ key: StaticString, uuid: BluetoothUUID) {
        self.key(key)
        byte(UInt8(ascii: "\""))
        uuid.write { byte($0) }
        byte(UInt8(ascii: "\""))
    }

    /// `{"event":"start","pid":N}`, the first line of every run.
    /// - Parameter link: what carries the commands of a drive; nil: it is no drive.
    public func start(pid: Int32, link: RecordingHeader.Link? = nil) {
        beginObject()
        field("event", word: "start")
        field("pid", Int64(pid))
        if let link { self.link(link, withSensorFile: false) }
        endObject()
    }

    /// A command: `{"t":1234567,"channel":"slider","value":6,"bytes":"463e"}`.
    /// - Parameters:
    ///   - t: the time since the start.
    ///   - channel: the channel's name.
    ///   - value: the channel's number, in units of 10^-decimals.
    public func command(t: TimeSpan, channel: QuotedText, value: Int32, decimals: Int = 0, bytes: Frame) {
        begin()
        text("{\"t\":")
        integer(t.microseconds)
        text(",\"channel\":")
        quoted(channel)
        text(",\"value\":")
        decimal(Int64(value), decimals: decimals)
        text(",\"bytes\":\"")
        hex(bytes)
        text("\"}")
        end()
    }

    /// A notification: `{"event":"notify","t":1234567,"characteristic":"6e400003-b5a3-...","bytes":"0041ff"}`.
    public func notification(_ notification: RecordedNotification) {
        beginObject()
        field(.notify)
        field("t", notification.at.microseconds)
        if let characteristic = notification.characteristic { field("characteristic", uuid: characteristic) }
        field("bytes", hex: notification.bytes)
        endObject()
    }

    /// `{"event":"dropped","lines":N}` if lines have been dropped since the last such report. Call it before a line
    /// that must not seem to follow directly on the one before the gap.
    public func reportDroppedLines() {
        let dropped = droppedLines
        guard dropped > reportedDroppedLines else { return }
        beginObject()
        field(.dropped)
        field("lines", Int64(dropped - reportedDroppedLines))
        endObject()
        // A report that does not fit is none of the lines that it tells of.
        if droppedLines == dropped { reportedDroppedLines = dropped } else { droppedLines = dropped }
    }

    /// Adds a list: `element` writes each of its elements, by its index.
    func list(_ count: Int, _ element: (Int) -> Void) {
        byte(UInt8(ascii: "["))
        for index in 0..<count {
            if index > 0 { byte(UInt8(ascii: ",")) }
            element(index)
        }
        byte(UInt8(ascii: "]"))
    }
}
