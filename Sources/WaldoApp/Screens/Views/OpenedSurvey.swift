import WaldoCore
import WaldoFiles
import WaldoSurvey

/// A survey of the folder that pages look at. Its samples are read a stream at a time, when a page wants them.
struct OpenedSurvey: Sendable {
    let item: SurveyFolder.Item
    /// What there is, without samples.
    let slot: ViewSlot
    private let sessions: [SurveyContents.Session]

    /// Reads what there is.
    /// - Throws: `Failure`.
    init(_ item: SurveyFolder.Item) throws(Failure) {
        let bytes = try FileHelper.once(FileJob(item.path, .open(survey: item.survey)))
        do throws(PacketReader.Malformed) {
            var packet = PacketReader(bytes), slot = try ViewSlot(&packet)
            (slot.title, slot.store, slot.survey) = (item.title, item.path, item.survey)
            self.slot = slot
            sessions = try packet.sessions()
            try packet.end()
        } catch { throw FileHelper.malformed(item.path) }
        self.item = item
    }

    /// The samples of a stream.
    /// - Throws: `Failure`.
    func series(_ stream: Int) throws(Failure) -> SampleSeries {
        let wish = SurveyContents.Wish(stream: slot.streams[stream].name, sessions: sessions, plane: slot.plane)
        var packet = PacketReader(try FileHelper.once(FileJob(item.path, .series(wish))))
        do throws(PacketReader.Malformed) { return try SampleSeries(&packet) } catch {
            throw FileHelper.malformed(item.path)
        }
    }
}
