import Foundation

/// A sysfs that a test has made, with one input, event5, as its driver shows it.
final class MadeSysfs {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "waldo-sysfs-\(UUID().uuidString)")
    /// The folder of the HID device that the input is one of.
    static let hid = "devices/pci0/usb1/0003:054C:0CE6.0005"

    init(uniq: String = "") throws {
        try write("\(Self.hid)/input/input9/uniq", uniq)
        try link("\(Self.hid)/input/input9/device", to: "../..")
        try write("\(Self.hid)/input/input9/event5/dev", "13:69")
        try link("\(Self.hid)/input/input9/event5/device", to: "..")
        try link("class/input/event5", to: "../../\(Self.hid)/input/input9/event5")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Where it is mounted.
    var root: String { folder.path }

    func write(_ path: String, _ text: String) throws { try Data("\(text)\n".utf8).write(to: place(path)) }

    func link(_ path: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: place(path).path, withDestinationPath: target)
    }

    /// The place of a file, in a folder that is there.
    private func place(_ path: String) throws -> URL {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        return file
    }
}
