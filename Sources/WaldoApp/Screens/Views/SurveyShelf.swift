import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoPanel

/// Who sends what a `SurveyShelf` has to the pages.
@LoopActor
protocol SurveyShelfDelegate: AnyObject {
    /// Samples of a survey were read.
    func shelfHasRead()
    /// Another survey is open in a slot, from 1.
    func slotHasChanged(_ slot: Int)
    /// The list of surveys, for all pages.
    func listed(_ text: [UInt8])
    /// A sentence for a page.
    func said(_ sentence: String, to viewer: Int)
    /// What a page has asked of routes.
    func routed(_ text: [UInt8], to viewer: Int)
}

/// The surveys of the folder as the pages have them: the list, the two that are open, and what is done with them.
@LoopActor
final class SurveyShelf {
    /// The folder's name, as pages show it.
    let name: String
    /// The surveys that are open, as their slots and their files.
    private(set) var slots: [ViewSlot?] = [nil, nil]
    private var opened: [OpenedSurvey?] = [nil, nil]
    weak var delegate: (any SurveyShelfDelegate)?

    private let folder: SurveyFolder
    /// The viewer whose page drives; nil: none does.
    var driver: Int?
    /// The maximum number of files with jobs at a time, each with a helper of its own, and how many more the page that
    /// drives may have.
    private static let maxFiles = 4, driversFiles = 2
    private let lister = ViewWorker()
    /// What does the jobs of each file, one after the other, by the file's path.
    private var workers: [String: ViewWorker] = [:]
    private var items: [SurveyFolder.Item] = [], list = 0
    /// Whether the newest of them is opened once the list is read.
    var isOpeningNewest = false
    /// How many exports have begun, and the one that has not ended.
    private var exports = 0
    private weak var running: Running?

    /// An export, for as long as its job exists: one that is dropped is none.
    private final class Running: Sendable {}

    init(_ folder: SurveyFolder, called name: String) { (self.folder, self.name) = (folder, name) }

    private func say(_ sentence: String, _ viewer: Int) { delegate?.said(sentence, to: viewer) }

    func close() { for worker in [lister] + workers.values { worker.close() } }

    /// A page is gone.
    func left(_ viewer: Int) { for worker in workers.values { worker.leave(viewer) } }

    /// Does what a page wants.
    func handle(_ message: ViewMessage, from viewer: Int) {
        switch message {
        case .surveys: readList()
        case .open(let item, let slot): with(item, viewer) { self.open($0, item, in: slot, for: viewer) }
        case .close(let slot):
            (slots[slot - 1], opened[slot - 1]) = (nil, nil)
        case .note(let item, let text):
            edit(item, viewer) { .note(survey: $0, text) }
        case .publish(let item, let isAllowed):
            edit(item, viewer) { .publish(survey: $0, isAllowed: isAllowed) }
        case .delete(let item):
            edit(item, viewer) { .delete(survey: $0) }
        case .export(let item, let name):
            guard let format = ExportRequest.Format(rawValue: name) else {
                return say("there is no format \(name)", viewer)
            }
            if let refusal = ExportBounds.refusal(begun: exports, isRunning: running != nil) {
                return say(refusal, viewer)
            }
            let export = Running()
            guard edit(item, viewer, export, { .export(survey: $0, format) }) else { return }
            running = export
            exports += 1
        case .samples, .acknowledge, .raster, .session, .route: break
        }
    }

    // MARK: jobs

    /// Adds a job with a file. Other files' jobs do not wait for it.
    /// - Returns: whether it was taken.
    @discardableResult
    func add(
        _ viewer: Int, _ path: String, _ purpose: ViewQueue<ViewWorker.Job>.Purpose, _ job: @escaping ViewWorker.Job
    ) -> Bool {
        workers = workers.filter { !$0.value.isIdle }
        let worker = workers[path] ?? ViewWorker(), isDrivers = viewer == driver
        let limit = Self.maxFiles + (isDrivers ? Self.driversFiles : 0)
        guard workers[path] != nil || workers.count < limit,
            worker.add(purpose, of: viewer, isDrivers: isDrivers, job)
        else {
            say("too much is asked for at once; try again", viewer)
            return false
        }
        workers[path] = worker
        return true
    }

    /// Reads the list for all pages, once for all that have asked since the last time.
    func readList() {
        _ = lister.add(.list) { [folder] in
            let found = folder.items()
            return { [weak self] in
                guard let self else { return }
                // While the surveys are the same ones, an index in an older list still means the same survey.
                if !found.items.elementsEqual(items, by: { $0.isSame(as: $1) }) { list += 1 }
                items = found.items
                delegate?.listed(ViewTexts.surveys(items, list: list, folder: name, why: found.trouble))
                guard isOpeningNewest, let newest = items.first else { return }
                isOpeningNewest = false
                open(newest, .init(list: list, index: 0), in: 1, for: PanelServer.nobody)
            }
        }
    }

    private func with(_ item: ViewMessage.Item, _ viewer: Int, _ body: (SurveyFolder.Item) -> Void) {
        guard item.list == list, items.indices.contains(item.index) else {
            return say("the list of surveys has changed; look again", viewer)
        }
        body(items[item.index])
    }

    /// Changes a survey or writes a file, states the result and reads the list again.
    /// - Parameters:
    ///   - export: what the job keeps, if it is an export.
    ///   - work: what is done, by the survey's number.
    /// - Returns: whether it was taken.
    @discardableResult
    private func edit(
        _ item: ViewMessage.Item, _ viewer: Int, _ export: Running? = nil, _ work: (Int64) -> FileJob.Work
    ) -> Bool {
        var isAccepted = false
        with(item, viewer) { found in
            let job = FileJob(found.path, work(found.survey))
            isAccepted = add(viewer, found.path, .change) {
                let sentence: String
                do throws(Failure) {
                    sentence = String(decoding: try FileHelper.once(job), as: UTF8.self)
                } catch { sentence = error.description }
                return { [weak self] in
                    if export != nil { self?.running = nil }
                    self?.say(sentence, viewer)
                    self?.readList()
                }
            }
        }
        return isAccepted
    }

    private func open(_ item: SurveyFolder.Item, _ asked: ViewMessage.Item, in slot: Int, for viewer: Int) {
        add(viewer, item.path, .open(slot: slot)) {
            let found = Result { try OpenedSurvey(item) }
            return { [weak self] in
                guard let self else { return }
                switch found {
                case .success(let survey):
                    opened[slot - 1] = survey
                    slots[slot - 1] = survey.slot
                    slots[slot - 1]?.item = (asked.list, asked.index)
                    delegate?.slotHasChanged(slot)
                case .failure(let error): say("\(error)", viewer)
                }
            }
        }
    }

    /// Reads the samples of a stream, unless they are there.
    func read(_ stream: Int, of slot: Int, for viewer: Int) {
        guard let survey = opened[slot - 1], let shown = slots[slot - 1], shown.series.indices.contains(stream),
            shown.series[stream] == nil
        else { return }
        add(viewer, survey.item.path, .samples(slot: slot)) {
            let found = Result { try survey.series(stream) }
            return { [weak self] in
                guard let self, opened[slot - 1]?.item.isSame(as: survey.item) == true else { return }
                switch found {
                case .success(let series):
                    slots[slot - 1]?.set(series, of: stream)
                    delegate?.shelfHasRead()
                case .failure(let error): say("\(error)", viewer)
                }
            }
        }
    }
}
