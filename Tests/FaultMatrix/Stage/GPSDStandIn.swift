import Foundation
import Synchronization
import WaldoTestSupport

/// What a drive's survey takes for gpsd: on 127.0.0.1, on a thread of its own.
final class GPSDStandIn: Sendable {
    /// What it does.
    enum Manner {
        /// It reports ten places a second.
        case reports
        /// It reports 16 KiB each 10 ms, if that is taken: thousands of times what a receiver has to say.
        case floods
        /// It has hung up, and does not listen.
        case isGone
        /// The end of its thread.
        case ends
    }

    private static let version =
        #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"# + "\r\n"
    private static let fix =
        #"{"class":"TPV","device":"/dev/pts/1","mode":3,"lat":50.0875,"lon":14.4213,"eph":17.100}"# + "\r\n"
    private static let sky = #"{"class":"SKY","device":"/dev/pts/1","nSat":12,"uSat":8}"# + "\r\n"
    private static let flood = String(repeating: sky, count: 16_384 / sky.utf8.count) + fix

    let port: UInt16
    private let manner = Mutex(Manner.reports)

    init() throws {
        let server = try ScriptedServer()
        port = server.port
        nonisolated(unsafe) let first = server
        Thread.detachNewThread { [self] in serve(first) }
    }

    /// From now on it does this.
    func turns(_ manner: Manner) { self.manner.withLock { $0 = manner } }

    func close() { turns(.ends) }

    private func serve(_ first: ScriptedServer) {
        var server: ScriptedServer? = first
        while true {
            let manner = manner.withLock { $0 }
            switch manner {
            case .ends:
                server?.hangUp()
                return
            case .isGone:
                server?.hangUp()
                server = nil
            case .reports, .floods:
                // The port may be taken for a moment.
                if server == nil { server = try? ScriptedServer(port: port) }
                guard let server else { break }
                if server.hasCaller {
                    try? server.accept()
                    server.send(Self.version)
                }
                if server.isOpen { server.send(manner == .floods ? Self.flood : Self.fix) }
            }
            usleep(manner == .floods ? 10_000 : 100_000)
        }
    }
}
