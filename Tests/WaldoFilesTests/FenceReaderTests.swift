import Testing
import WaldoCore

@testable import WaldoFiles

/// What a valid `fence` of an arm file is read as.
@Suite struct FenceReaderTests {
    @Test func everyKey() throws {
        let arm = try ArmReader.arm(from: Samples.fenced, file: "F")
        #expect(
            arm.fence?.regions == [
                .init("table", .table(0.02)),
                .init("camera", .box(ArmPoint(x: 0.1, y: -0.05, z: 0), ArmPoint(x: 0.2, y: 0.05, z: 0.08))),
                .init("box 2", .box(ArmPoint(x: -0.1, y: 0.01, z: 0.01), ArmPoint(x: -0.05, y: 0.02, z: 0.02))),
                .init("cylinder", .cylinder(radius: 0.03, height: 0.12)), .init("reach", .reach(0.17)),
            ])
    }

    @Test func waldoCheckShowsIt() throws {
        let report = ArmCheck.text(try ArmReader.arm(from: Samples.fenced, file: "F"))
        #expect(
            report.hasSuffix(
                """
                  fence     holds base, shoulder, so that the hand and the ends of the links stay out
                    table         below 20 mm
                    camera        x 100 mm to 200 mm, y -50 mm to 50 mm, z 0 mm to 80 mm
                    box 2         x -100 mm to -50 mm, y 10 mm to 20 mm, z 10 mm to 20 mm
                    cylinder      within 30 mm around the base, up to 120 mm
                    reach         beyond 170 mm from the base

                """), "\(report)")
    }
}
