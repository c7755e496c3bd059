import Testing
import WaldoCore
import WaldoTestSupport

@testable import WaldoInput

/// Which pads are watched for silence, in a sysfs that the test has made.
@Suite struct SilenceCoverTests {
    private static let dualSense = identity(0x054c, 0x0ce6)

    private static func identity(_ vendor: UInt16, _ product: UInt16) -> InputIdentity {
        InputIdentity(bus: 5, vendor: vendor, product: product, version: 0, port: "", name: "pad")
    }

    private func sysfs(driver: String?, hidraw: String? = "hidraw3") throws -> MadeSysfs {
        let sysfs = try MadeSysfs()
        if let driver { try sysfs.link("\(MadeSysfs.hid)/driver", to: "../../../bus/hid/drivers/\(driver)") }
        if let hidraw { try sysfs.write("\(MadeSysfs.hid)/hidraw/\(hidraw)/dev", "241:3") }
        return sysfs
    }

    @Test func theReportsOfAListedPadAreFoundByItsHIDDevice() throws {
        let sysfs = try sysfs(driver: "playstation")
        let source = HidrawSource(of: Self.dualSense, node: "event5", root: sysfs.root)
        #expect(source?.path == "/dev/hidraw3" && source?.pad.name == "DualSense")
    }

    /// With another driver it may report changes alone, and so may every model that is not listed.
    @Test func otherDriversAndModelsAreNotWatched() throws {
        for driver in ["hid-generic", "sony", nil] as [String?] {
            let sysfs = try sysfs(driver: driver)
            #expect(HidrawSource(of: Self.dualSense, node: "event5", root: sysfs.root) == nil)
        }
        let sysfs = try sysfs(driver: "playstation")
        // An Xbox Wireless Controller, and a receiver of Logitech's that keyboards use as well.
        for (vendor, product) in [(0x045e, 0x0b13), (0x046d, 0xc52b)] as [(UInt16, UInt16)] {
            let other = Self.identity(vendor, product)
            #expect(HidrawSource(of: other, node: "event5", root: sysfs.root) == nil)
            #expect(SilenceCover(of: other, node: "event5", root: sysfs.root) == .none)
        }
    }

    @Test func aPadWithoutAHidrawNodeIsNotWatched() throws {
        let sysfs = try sysfs(driver: "playstation", hidraw: nil)
        #expect(SilenceCover(of: Self.dualSense, node: "event5", root: sysfs.root) == .none)
    }

    @Test func aNodeThatMayNotBeReadIsNamed() throws {
        let sysfs = try sysfs(driver: "playstation", hidraw: "hidraw-that-is-not-there")
        let cover = SilenceCover(of: Self.dualSense, node: "event5", root: sysfs.root)
        #expect(cover == .unreadable(node: "/dev/hidraw-that-is-not-there"))
    }

    /// The package's rule grants the reports of the listed pads, and of nothing else.
    @Test func theUdevRuleGrantsWhatIsListed() throws {
        let rules = try readFile(SourceModule.projectFolder + "/Sources/Packaging/70-waldo.rules")
        let granted = rules.split(separator: "\n").filter { $0.hasPrefix("SUBSYSTEM==\"hidraw\"") }
        func number(_ id: UInt16) -> String {
            let text = String(id, radix: 16, uppercase: true)
            return String(repeating: "0", count: 4 - text.count) + text
        }
        let listed = ReportingPad.all.map {
            "SUBSYSTEM==\"hidraw\", KERNELS==\"*:\(number($0.vendor)):\(number($0.product)).*\", TAG+=\"uaccess\""
        }
        #expect(granted.map(String.init) == listed)
    }
}
