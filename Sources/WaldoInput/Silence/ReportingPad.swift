import WaldoTime

/// A pad model that sends reports all the time, also while nothing on it changes, once its driver has told it to. When
/// its reports cease it is out of range or off, whatever state the kernel keeps.
///
/// A model is listed only if a source says so. Xbox pads over Bluetooth report changes alone.
public struct ReportingPad: Equatable, Sendable {
    /// The model's name.
    public let name: String
    /// Its USB or Bluetooth vendor.
    public let vendor: UInt16
    /// Its product number.
    public let product: UInt16
    /// The kernel's drivers that have it report all the time; with another it may report changes alone.
    let drivers: [String]
    /// The time between two reports.
    let period: TimeSpan

    /// The models. Sources: a report each 4 ms at most by a DualShock 4 (psdevwiki.com/ps4/DS4-USB) and a DualSense
    /// (nondebug.github.io/dualsense), which the kernel's hid-playstation and hid-sony switch to their full reports;
    /// 60 to 66 a second by Nintendo's in the mode 0x30 (dekuNukem, Nintendo_Switch_Reverse_Engineering, the notes on
    /// Bluetooth HID), which hid-nintendo sets.
    public static let all = [
        ReportingPad("DualShock 4", 0x054c, 0x05c4, ["playstation", "sony"], .milliseconds(4)),
        ReportingPad("DualShock 4", 0x054c, 0x09cc, ["playstation", "sony"], .milliseconds(4)),
        ReportingPad("DualSense", 0x054c, 0x0ce6, ["playstation"], .milliseconds(4)),
        ReportingPad("DualSense Edge", 0x054c, 0x0df2, ["playstation"], .milliseconds(4)),
        ReportingPad("Joy-Con (L)", 0x057e, 0x2006, ["nintendo"], .milliseconds(17)),
        ReportingPad("Joy-Con (R)", 0x057e, 0x2007, ["nintendo"], .milliseconds(17)),
        ReportingPad("Switch Pro Controller", 0x057e, 0x2009, ["nintendo"], .milliseconds(17)),
    ]

    private init(_ name: String, _ vendor: UInt16, _ product: UInt16, _ drivers: [String], _ period: TimeSpan) {
        (self.name, self.vendor, self.product, self.drivers, self.period) = (name, vendor, product, drivers, period)
    }

    /// How long it may send nothing until it counts as silent: 0.5 s, or five periods if those are longer.
    var patience: TimeSpan { max(.milliseconds(500), period * 5) }
}
