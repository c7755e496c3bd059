internal import WaldoCore
internal import WaldoTime

/// Inserts the derived rows of one run. A sample with a place goes into the layer of its coordinate system too.
final class DerivedRows {
    private let run: Int64
    private let stream, sample, world, arm, alarm, gap, reject: PreparedStatement
    private var names: [(name: String, unit: String)] = []
    private var alarms: Int64 = 0, gaps: Int64 = 0, rejects: Int64 = 0
    private var flagNames: [Int32: String] = [:]
    private let geometry = UnsafeMutableRawBufferPointer.allocate(byteCount: GeometryBlob.capacity, alignment: 8)
    private let time = UnsafeMutableRawBufferPointer.allocate(byteCount: TimeText.length, alignment: 1)

    init(run: Int64, in connection: Connection) throws(StoreError) {
        self.run = run
        stream = try connection.insertion(into: "stream")
        sample = try connection.insertion(into: "sample")
        world = try connection.prepare(FeatureLayer.world.insertion)
        arm = try connection.prepare(FeatureLayer.arm.insertion)
        alarm = try connection.insertion(into: "alarm")
        gap = try connection.insertion(into: "gap")
        reject = try connection.insertion(into: "reject")
    }

    deinit {
        geometry.deallocate()
        time.deallocate()
    }

    func insert(_ number: Int, _ description: StreamDescription) throws(StoreError) {
        while names.count <= number { names.append(("", "")) }
        names[number] = (description.name, description.unit)
        stream.bind(RowID.stream(run: run, number))
        stream.bind(run)
        stream.bind(number)
        stream.bind(description.name)
        stream.bind(description.quantity)
        stream.bind(description.unit)
        stream.bind(description.exposure?.microseconds)
        stream.bind(description.interval?.microseconds)
        stream.bind(description.isCompensated)
        for place in 0..<5 {
            stream.bind(place < description.thresholds.count ? description.thresholds[place] : nil as Double?)
        }
        try stream.run()
    }

    func insert(_ value: Sample) throws(StoreError) {
        let streamID = RowID.stream(run: run, value.stream)
        let id = RowID.sample(stream: streamID, value.sequence)
        let hasTime = value.utc.map { TimeText.write($0, to: time) } ?? false
        sample.bind(id)
        sample.bind(run)
        sample.bind(streamID)
        sample.bind(value.sequence)
        sample.bind(value.value)
        sample.bind(value.low)
        sample.bind(value.high)
        sample.bind(value.sigma)
        sample.bind(value.from.microseconds)
        sample.bind(value.to.microseconds)
        sample.bind(value.utc)
        bindTime(hasTime, to: sample)
        sample.bind(Int64(value.flags.rawValue))
        sample.bind(value.place?.x)
        sample.bind(value.place?.y)
        sample.bind(value.place?.z)
        sample.bind((value.place?.system.rawValue).map(Int64.init))
        sample.bind(value.place?.accuracy)
        sample.bind(value.place?.verticalAccuracy)
        try sample.run()
        if let place = value.place { try insertFeature(id, value, place, hasTime: hasTime) }
    }

    private func bindTime(_ hasTime: Bool, to statement: PreparedStatement) {
        if hasTime { statement.bind(UnsafeRawBufferPointer(time), isText: true) } else { statement.bind(nil as Int64?) }
    }

    private func insertFeature(
        _ id: Int64, _ value: Sample, _ place: Place, hasTime: Bool
    ) throws(StoreError) {
        let row = place.system == .world ? world : arm
        row.bind(id)
        let size = GeometryBlob.write(place, to: geometry)
        row.bind(UnsafeRawBufferPointer(rebasing: geometry[..<size]), isText: false)
        bindTime(hasTime, to: row)
        let known = value.stream < names.count ? names[value.stream] : ("", "")
        row.bind(known.0)
        row.bind(value.value)
        row.bind(value.sigma)
        row.bind(known.1)
        row.bind(Int64(value.flags.rawValue))
        row.bind(text(of: value.flags))
        row.bind(place.accuracy)
        row.bind(run)
        try row.run()
    }

    private func text(of flags: SampleFlags) -> String {
        if let known = flagNames[flags.rawValue] { return known }
        let text = flags.text
        flagNames[flags.rawValue] = text
        return text
    }

    func insert(_ change: AlarmChange) throws(StoreError) {
        alarm.bind(RowID.derived(run: run, alarms))
        alarm.bind(run)
        alarm.bind(alarms)
        alarm.bind(change.node)
        alarm.bind(change.at.microseconds)
        alarm.bind(change.cause?.rawValue)
        alarm.bind(change.value)
        alarm.bind(change.halts)
        alarms += 1
        try alarm.run()
    }

    func insert(_ value: Gap) throws(StoreError) {
        gap.bind(RowID.derived(run: run, gaps))
        gap.bind(run)
        gap.bind(gaps)
        gap.bind(value.from.microseconds)
        gap.bind(value.to.microseconds)
        gap.bind(value.cause.rawValue)
        gap.bind(value.missing)
        gaps += 1
        try gap.run()
    }

    /// - Parameter line: the line of an imported file, from 1.
    func insert(_ value: Reject, line: Int?) throws(StoreError) {
        reject.bind(RowID.derived(run: run, rejects))
        reject.bind(run)
        reject.bind(rejects)
        reject.bind(value.at.microseconds)
        reject.bind(value.channel)
        reject.bind(value.bytes)
        reject.bind(value.reason.rawValue)
        reject.bind(value.field)
        reject.bind(line)
        rejects += 1
        try reject.run()
    }
}
