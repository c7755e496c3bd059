import Testing
import WaldoCore
import WaldoFiles

@testable import WaldoApp

/// The address that a survey is streamed to.
struct StreamPlanTests {
    @Test(arguments: [
        "mqtt://broker.example", "mqtts://[2001:db8::1]:8883", "postgres://collector@db.example/waldo",
        "postgresql://db.example/waldo?sslmode=verify-full",
    ]) func anAddressIsTakenAsItIs(_ url: String) throws {
        #expect(try StreamPlan(url: url).url == url)
    }

    @Test(arguments: [
        "mqtt://me:open@broker.example", "mqtts://me@broker.example", "mqtt://broker.example/?password=open",
        "postgres://me:open@db.example/waldo", "postgres://me@db.example/waldo?password=open",
    ]) func onePasswordInItIsRefusedAndNotPrinted(_ url: String) {
        let refusal = #expect(throws: Failure.self) { try StreamPlan(url: url) }
        #expect(refusal?.description.contains("a password does not belong into an address") == true)
        #expect(refusal?.description.contains("open") == false)
    }
}
