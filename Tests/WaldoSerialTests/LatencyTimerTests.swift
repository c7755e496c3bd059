import Glibc
import Testing
import WaldoTestSupport

@testable import WaldoSerial

/// The latency timer of an adapter, from a folder in the form of sysfs.
@Suite struct LatencyTimerTests {
    /// A port with a link to it, and the folder of its device.
    private struct Machine {
        let folder: TemporaryFolder
        let port: String, link: String, file: String

        init() throws {
            folder = try TemporaryFolder()
            port = try folder.write("", to: "ttyUSB7")
            link = "\(folder.path)/usb-FTDI_FT232R-if00-port0"
            try #require(symlink(port, link) == 0)
            var device = folder.path
            for part in ["bus", "usb-serial", "devices", "ttyUSB7"] {
                device += "/\(part)"
                try #require(mkdir(device, 0o700) == 0)
            }
            file = "\(device)/latency_timer"
        }

        func set(_ text: String) throws { try folder.write(text, to: String(file.dropFirst(folder.path.count + 1))) }

        func clear() {
            unlink(file)
            for end in ["/bus/usb-serial/devices/ttyUSB7", "/bus/usb-serial/devices", "/bus/usb-serial", "/bus"] {
                rmdir(folder.path + end)
            }
        }
    }

    @Test func itIsReadByThePortAndByALinkToIt() throws {
        let machine = try Machine()
        defer { machine.clear() }
        try machine.set("16\n")
        for path in [machine.port, machine.link] {
            let timer = LatencyTimer.read(ofPort: path, sysfs: machine.folder.path)
            #expect(timer == LatencyTimer(milliseconds: 16, file: machine.file), "\(path)")
        }
    }

    @Test func anAdapterWithoutOneHasNone() throws {
        let machine = try Machine()
        defer { machine.clear() }
        #expect(LatencyTimer.read(ofPort: machine.port, sysfs: machine.folder.path) == nil)
        try machine.set("soon\n")
        #expect(LatencyTimer.read(ofPort: machine.port, sysfs: machine.folder.path) == nil)
        #expect(LatencyTimer.read(ofPort: "/nowhere/ttyUSB7", sysfs: machine.folder.path) == nil)
    }
}
