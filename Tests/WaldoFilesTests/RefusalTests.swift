import Testing
import WaldoCore

@testable import WaldoFiles

struct RefusalTests {
    private func error(_ body: () throws -> Void) throws -> FileError {
        do {
            try body()
        } catch {
            return try #require(error as? FileError)
        }
        throw IsAccepted()
    }

    private struct IsAccepted: Error {}

    @Test func theSamplesAreInOrder() throws {
        #expect(try ArmReader.arm(from: Samples.arm, file: "a").name == "Test arm")
        #expect(try ArmReader.arm(from: Samples.combined, file: "a").frame != nil)
        #expect(try MappingReader.mapping(from: Samples.mapping, file: "m").name == "Test mapping")
    }

    @Test(arguments: Fault.ofArms + Fault.ofPoses + Fault.ofFences + Fault.ofModels)
    func armIsRefused(_ fault: Fault) throws {
        try #require(fault.text != fault.base)
        let error = try error { _ = try ArmReader.arm(from: fault.text, file: "F") }
        #expect(error.description.hasPrefix("F:\(fault.place): "), "\(error)")
        #expect(error.description.contains(fault.says), "\(error)")
        #expect(!error.description.contains("\n"))
    }

    @Test(arguments: Fault.ofMappings) func mappingIsRefused(_ fault: Fault) throws {
        try #require(fault.text != fault.base)
        let error = try error { _ = try MappingReader.mapping(from: fault.text, file: "F") }
        #expect(error.description.hasPrefix("F:\(fault.place): "), "\(error)")
        #expect(error.description.contains(fault.says), "\(error)")
        #expect(!error.description.contains("\n"))
    }
}
