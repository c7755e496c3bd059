import Testing
import WaldoCore
import WaldoFiles
import WaldoSimulator
import WaldoTestSupport
import WaldoTime

/// A frantic operator at 1 kHz drives a simulated arm over a link with faults, by a program that is killed and hangs:
/// `swift test -c release` drives the default arm for two hours, a debug build for some minutes.
@Suite(.serialized) struct FranticDriveTests {
    #if DEBUG
        private static let part: Int64 = 60
    #else
        private static let part: Int64 = 1
    #endif

    /// Drives, and returns what came of it.
    private func drive(_ arm: Arm, seed: UInt64, seconds: Int64) -> (report: FranticReport, times: Double) {
        let length = TimeSpan.seconds(seconds / Self.part)
        var drive = FranticDrive(arm, seed: seed, length: length)
        let taken = ContinuousClock().measure { drive.run(for: length) }
        let times = Double(length.microseconds) / 1e6 / (taken / .seconds(1))
        for fault in drive.report.faults { Issue.record("\(arm.name): \(fault)") }
        print("\(arm.name), seed \(seed): \(drive.report), \(Int(times)) times real time")
        return (drive.report, times)
    }

    /// Two hours of the default arm. That a loaded machine is slower leaves room to the bar of 100 times real time.
    @Test(arguments: UInt64(1)...2) func noVelocityMovesOnAfterSilence(_ seed: UInt64) throws {
        let (report, times) = drive(try SimulatedArms.shipped("robot"), seed: seed, seconds: 3_600)
        #expect(report.faultCount == 0)
        // It was frantic, and its silences were.
        let minutes = Int(60 / Self.part)
        #expect(report.events > 80_000 * minutes && report.frames > 100 * minutes)
        #expect(report.losses > minutes && report.stalls > minutes && report.silences > minutes)
        #expect(report.stops > 0 && (report.kills > 0 && report.hangs > 0 || minutes == 1))
        #if !DEBUG
            #expect(times > 100)
        #endif
    }

    /// Arms whose firmware stops a silent velocity, and obeys a zero.
    @Test(arguments: ["nordic-uart", "hm10", "combined"])
    func noVelocityOfAReferenceReceiverMovesOnAfterSilence(_ name: String) throws {
        let (report, _) = drive(try SimulatedArms.shipped(name), seed: 3, seconds: 1_200)
        #expect(report.faultCount == 0)
        #expect(report.watchdogStops > 0 && report.silences > 20 / Int(Self.part))
    }

    @Test func aSeedRepeatsItsDrive() throws {
        let arm = try SimulatedArms.shipped("nordic-uart")
        func report(_ seed: UInt64) -> FranticReport {
            var drive = FranticDrive(arm, seed: seed, length: .seconds(20))
            drive.run(for: .seconds(20))
            return drive.report
        }
        #expect(report(5) == report(5) && report(5) != report(6))
    }

    /// What the watch is worth: an arm without its watchdog is found.
    @Test func anArmWithoutAWatchdogIsFound() throws {
        var arm = try SimulatedArms.shipped("nordic-uart"), model = try #require(arm.model)
        for index in model.behaviours.indices { model.behaviours[index].watchdog = nil }
        arm.model = model
        var drive = FranticDrive(arm, seed: 1, length: .seconds(300))
        drive.run(for: .seconds(300))
        #expect(drive.report.faultCount > 0)
        let fault = try #require(drive.report.faults.first)
        #expect(fault.silence == "nothing is sent, or arrives" && fault.seed == 1)
    }
}
