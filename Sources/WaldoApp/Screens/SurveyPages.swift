import Glibc
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoPanel
import WaldoTime

/// What the pages of a survey without an arm ask of it.
@LoopActor
protocol SurveyPagesDelegate: AnyObject {
    /// The page in charge starts, pauses or ends the survey.
    func handle(_ order: ViewMessage.Session)
    /// A page has come or is gone.
    func pagesChanged()
}

/// Connects a survey without an arm, or stored surveys, to the panel's pages.
///
/// One page is in charge, as one page drives where there is an arm: it alone starts, pauses and ends the survey, and
/// changes stored ones. There is nothing to stop: a page's STOP is acknowledged, and does nothing.
@LoopActor
final class SurveyPages: PanelPages {
    private let wanted: PanelPlan
    let server: PanelServer
    let publisher: PanelPublisher
    var arbiter = DriverArbiter()
    private var timer: LoopTimer?
    private(set) var views: PanelViews?
    private weak var delegate: (any SurveyPagesDelegate)?

    /// Starts to listen.
    /// - Parameter start: the zero of the times that pages receive.
    /// - Throws: why it cannot listen at the address.
    init(_ wanted: PanelPlan, start: Instant, delegate: (any SurveyPagesDelegate)? = nil) throws(Failure) {
        (self.wanted, self.delegate) = (wanted, delegate)
        do { server = try PanelServer(wanted.address, token: wanted.token, access: wanted.access) } catch {
            throw Failure(.output, wanted.sentence(error))
        }
        publisher = PanelPublisher(server, start: start)
        publisher.state.session = .stored
        (server.delegate, publisher.delegate) = (self, self)
        timer = LoopTimer(of: self) { $0.handle($0.arbiter.lapse(at: $1)) }
    }

    /// Shows the survey that is running, and those beside its file.
    func show(_ live: LiveView, of plan: SurveyPlan, beside store: String?) {
        show(PanelViews(live, plan, in: SurveyShelf(beside: store), on: wanted.ground, hasArm: false, delegate: self))
        session(is: .running)
    }

    /// Shows the surveys of these files, the newest at once.
    func show(_ files: [String]) {
        let shelf = SurveyShelf(of: files)
        show(PanelViews(nil, nil, in: shelf, on: wanted.ground, hasArm: false, delegate: self))
        shelf.openNewest()
    }

    private func show(_ views: PanelViews) {
        self.views = views
        for viewer in publisher.viewers.sorted() { views.joined(viewer) }
    }

    /// What becomes of the survey has changed.
    func session(is session: PanelState.Session) {
        publisher.state.session = session
        publisher.hasChanged()
    }

    /// Says where it is: the addresses, and in a terminal the code that a phone reads.
    /// - Parameter isOnScreen: whether a screen has the code, which `code` gives it.
    func invite(isOnScreen: Bool = false) {
        for line in wanted.invitation(at: server.address.reachable) { Diagnostics.write(line) }
        guard !isOnScreen, isatty(STDERR_FILENO) != 0 else { return }
        for line in wanted.code(at: server.address.reachable, onScreen: false) { Diagnostics.write(line) }
    }

    /// The code for a screen that nothing keeps; empty while a page is open.
    var code: [String] {
        publisher.viewers.isEmpty ? wanted.code(at: server.address.reachable, onScreen: true) : []
    }

    /// Shows the pages that it is over, and closes them.
    func close() {
        publisher.state.session = .ended
        publisher.publish(at: Monotonic.now())
        publisher.close()
        timer?.cancel()
        timer = nil
        views?.close()
        server.close()
    }

    // MARK: the pages

    func received(_ message: PanelMessage, from viewer: Int) {
        switch message {
        case .view(let message): views?.handle(message, from: viewer, driver: arbiter.driver)
        case .drive, .beat: handle(arbiter.handle(message, from: viewer, at: Monotonic.now()))
        case .stop:
            publisher.state.stops += 1
            publisher.hasChanged()
        case .slider, .joystick, .released, .recentre, .lost, .stopReleased, .resume, .precise, .nextProfile, .park,
            .connect, .wizard:
            break
        }
    }

    /// The arbiter has decided; its events are those of an arm that is not there.
    func handle(_ events: [DriveEvent]) {
        timer?.arm(at: arbiter.deadline)
        server.staying = arbiter.needed
        let count = publisher.viewers.count
        if publisher.state.status.pages != count {
            publisher.state.status.pages = count
            delegate?.pagesChanged()
        }
        publisher.hasChanged()
    }

    func update(_ state: inout PanelState, at now: Instant) -> Bool {
        state.driver = arbiter.driver
        return false
    }

    // MARK: the views

    func handle(_ order: ViewMessage.Session) { delegate?.handle(order) }
}
