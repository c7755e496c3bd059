import Glibc
import Testing

@testable import WaldoMeter

/// What `/proc` shows of processes.
@Suite struct ProcessTreeTests {
    @Test func theKernelsWorkersAreTheKernelsOwn() throws {
        for worker in ProcessTree.kernelWorkers() {
            // A worker may end at any time.
            guard let status = ProcFile("/proc/\(worker)/status")?.text() else { continue }
            #expect(status.contains("PPid:\t\(ProcessTree.kernel)\n"), "\(status)")
        }
    }

    @Test func aProcessIsFoundWithItsThreads() {
        let found = ProcessTree.processes(of: getpid())
        #expect(found.first?.id == getpid() && found.first?.threads.contains(getpid()) == true)
    }
}
