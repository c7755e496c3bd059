import Glibc
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoStore
import WaldoSurvey
import WaldoTime

/// Opens the store of a survey.
enum SurveyStore {
    /// Goes on once a helper has prepared the file to which a session is to be added: it may come from anybody, and
    /// what takes long in it happens there, while the loop answers signals. A file that is not there yet needs nothing.
    /// - Parameter body: the rest of the run's beginning.
    @LoopActor
    static func prepare(_ path: String?, for run: LoopRun, then body: @escaping @LoopActor () throws -> Void) throws {
        var status = stat()
        guard let path, stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else { return try body() }
        try BackgroundThread.start(name: "waldo-vet") {
            let found = Result { () throws(Failure) in _ = try FileHelper.once(FileJob(path, .vet)) }
            Task { @LoopActor in
                run.goOn {
                    try found.get()
                    try body()
                }
            }
        }
    }

    /// Opens a file: a new one, or one of Waldo's to which a session is added, which `prepare` has seen. In a directory
    /// it is a new file with a name of its own.
    /// - Parameters:
    ///   - device: the peripheral, as far as it is known.
    ///   - onFailure: called on the loop, at most once, with the sentence for the operator.
    /// - Throws: `StoreError` or `Failure` when there can be no store.
    @LoopActor
    static func open(
        _ path: String, _ plan: SurveyPlan, arm: SurveyDescription.File? = nil, startPosition: String? = nil,
        onFailure: @escaping @LoopActor @Sendable (String) -> Void
    ) throws -> (store: StoreWriter, path: String) {
        let started = WallClock.now()
        let path = RecordingFile.path(for: path, named: plan.sensorSource.name, suffix: "gpkg", started: started)
        let description = description(plan, started: started, arm: arm, startPosition: startPosition)
        let failed: @Sendable (StoreError) -> Void = { error in
            Task { @LoopActor in onFailure(error.description) }
        }
        let isThere = access(path, F_OK) == 0
        guard isThere else {
            return (try StoreWriter.create(path: path, description: description, onFailure: failed), path)
        }
        warnOfReaders(path)
        let store = try StoreWriter.append(path: path, description: description, onFailure: failed)
        let isNew = store.survey == description.uuid
        Diagnostics.write(
            "waldo: \(SafeText.escaped(path, upTo: .max)) is there: "
                + (isNew ? "this survey is added to it" : "this is another session of its survey"))
        return (store, path)
    }

    /// A file from elsewhere keeps its mode, which the files beside it get.
    private static func warnOfReaders(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IROTH != 0 else { return }
        Diagnostics.write(
            "waldo: \(SafeText.escaped(path, upTo: .max)): every user of this machine can read it, and what is added to it; "
                + "`chmod 600` makes it yours alone")
    }

    private static func description(
        _ plan: SurveyPlan, started: Int64, arm: SurveyDescription.File?, startPosition: String?
    ) -> SurveyDescription {
        SurveyDescription(
            uuid: UUIDText.random(),
            title: plan.titled(plan.title ?? "\(plan.sensor.name), \(DateText.text(started, decimals: 0))"),
            method: plan.method, started: started, arm: arm,
            sensor: SurveyDescription.File(name: plan.sensorSource.name, text: plan.sensorSource.text),
            graph: plan.graphSource.map { SurveyDescription.File(name: $0.name, text: $0.text) },
            location: plan.rules.text, startPosition: startPosition, version: Version.current, tags: plan.tags,
            allowsUpload: plan.allowsUpload, characteristics: plan.sensor.hears.notify.map(\.description))
    }
}
