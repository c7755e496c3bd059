import Glibc
import Testing
import WaldoCore
import WaldoLoop
import WaldoTestSupport

@testable import WaldoSerial

/// A port is opened raw, for one program alone, and never a terminal that somebody uses.
@Suite struct SerialPortTests {
    private func refusal(_ path: String, baud: Int = 9_600) -> SerialError? {
        do throws(SerialError) { _ = try SerialPort(path, baud: baud) } catch { return error }
        return nil
    }

    @Test func everyByteArrivesAsItIs() async throws {
        let board = try Board(), port = try SerialPort(board.path, baud: 1_000_000)
        let all = (0...255).map { UInt8($0) }
        #expect(write(port.descriptor.number, all, all.count) == all.count)
        try await waitUntil("256 bytes") {
            board.read()
            return board.received.count >= 256 ? true : nil
        }
        #expect(board.received == all)
        board.say(all)
        var back = [UInt8](repeating: 0, count: 512)
        let count = try await waitUntil("the same back") {
            let count = read(port.descriptor.number, &back, back.count)
            return count > 0 ? count : nil
        }
        #expect(Array(back[..<count]) == all)
    }

    @Test func aPortInUseSaysByWhom() throws {
        let board = try Board()
        let port = try SerialPort(board.path, baud: 9_600)
        let second = refusal(board.path)
        #expect(second?.kind == .busy && second?.description.contains("is in use by") == true, "\(second as Any)")
        _ = port.path
    }

    /// On that the cut frames of `SerialFaultTests` rely.
    @Test(arguments: [0, 1, 5, 6, 11]) func aPortTakesAsMuchAsItHasRoomFor(room: Int) async throws {
        let board = try Board(), port = try SerialPort(board.path, baud: 115_200)
        try await board.leaveRoom(room)
        let frames = "F0100>F0100>"
        #expect(write(port.descriptor.number, frames, frames.utf8.count) == (room == 0 ? -1 : room))
        try await waitUntil("what was taken") { board.text == frames.prefix(room) ? () : nil }
    }

    /// The board's simulation keeps its pseudo-terminal open between two drives.
    @Test func aPortThatWasClosedIsFreeAgain() throws {
        let board = try Board()
        for _ in 0..<2 {
            let port = try SerialPort(board.path, baud: 9_600)
            #expect(refusal(board.path) != nil)
            _ = port.path
        }
    }

    @Test(arguments: [
        ("/dev/null", "is not a serial port"), ("/nowhere/tty", "There is no serial port at /nowhere/tty"),
        ("/etc/passwd", "is not a serial port"),
    ])
    func whatIsNoPortIsRefused(path: String, sentence: String) {
        #expect(refusal(path)?.description.contains(sentence) == true, "\(refusal(path) as Any)")
    }

    /// A shell's terminal: what is written there is shown, and what is typed there would be lost.
    @Test func aTerminalThatASessionHasIsRefused() async throws {
        let board = try Board()
        let shell = try ChildProcess("sh", ["-c", "exec setsid --ctty sleep 30 <>\(board.path) >&0"])
        defer { shell.close() }
        let error = try await waitUntil("a session") {
            ProcessTable.session(onTerminal: Self.device(board.path)) == nil ? nil : refusal(board.path)
        }
        #expect(error.kind == .noPort && error.description.contains("is the terminal of process"), "\(error)")
    }

    private static func device(_ path: String) -> dev_t {
        var status = stat()
        _ = stat(path, &status)
        return status.st_rdev
    }

    @Test func aPatternIsOnePort() throws {
        let folder = try TemporaryFolder(), board = try Board()
        symlink(board.path, folder.path + "/usb-arm-1")
        #expect(try SerialPath.resolve(folder.path + "/usb-a*") == folder.path + "/usb-arm-1")
        symlink(board.path, folder.path + "/usb-arm-2")
        let several = #expect(throws: SerialError.self) { try SerialPath.resolve(folder.path + "/usb-*") }
        #expect(several?.kind == .ambiguous && several?.description.contains("usb-arm-1, ") == true)
        let none = #expect(throws: SerialError.self) { try SerialPath.resolve(folder.path + "/[u]sb*") }
        #expect(none?.kind == .notFound)
        #expect(SerialPath.folder(of: "/dev/serial/by-id/usb-*") == ("/dev/serial", "by-id"))
        #expect(SerialPath.folder(of: "/dev/ttyUSB0") == ("/", "dev"))
    }
}
