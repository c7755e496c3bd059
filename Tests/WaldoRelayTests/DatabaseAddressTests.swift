import Testing
import WaldoCore
import WaldoFiles

@testable import WaldoRelay

@Suite struct DatabaseAddressTests {
    @Test(arguments: ["db.example", "10.0.0.1", "db.example:5433", "localhost,db.example"])
    func aServerElsewhereHasToProveItself(host: String) throws {
        let address = try DatabaseAddress("postgres://u@\(host)/waldo")
        #expect(address.settings["sslmode"] == "verify-full" && address.isVerified)
    }

    @Test(arguments: ["u@localhost", "u@127.0.0.1", "u@[::1]", "", "u@%2Fvar%2Frun"])
    func thisMachineNeedsNoCertificate(host: String) throws {
        #expect(try DatabaseAddress("postgres://\(host)/waldo").settings["sslmode"] == nil)
    }

    @Test func whatTheEnvironmentNamesIsElsewhereToo() throws {
        #expect(
            try DatabaseAddress("postgres:///waldo", defaultHost: "db.example").settings["sslmode"] == "verify-full")
    }

    @Test func lessIsOnlyGivenWhenAsked() throws {
        #expect(!(try DatabaseAddress("postgres://u@db.example/waldo?sslmode=require").isVerified))
    }

    @Test(arguments: [
        "postgres://u:secret@h/d", "postgres://h/d?password=secret", "postgres://h/d?options=-c%20x",
        "postgres://h:x/d", "http://h/d", "h", "postgres://h/d?%zz", "postgresql://h/d?passfile=/x",
    ])
    func whatDoesNotBelongIntoAURLIsRefusedWithoutRepeatingIt(text: String) {
        let failure = #expect(throws: Failure.self) { try DatabaseAddress(text) }
        #expect(failure?.status == .usage && failure?.description.contains("secret") == false)
    }

    @Test func itsTextHasNoUser() throws {
        #expect(try DatabaseAddress("postgresql://u@h:5433/waldo").description == "postgres://h:5433/waldo")
    }
}

@Suite struct SchemaPlanTests {
    private func plan(_ version: Int?, _ contents: String = "a") -> SchemaPlan {
        SchemaPlan(installed: version.map { ($0, contents) }, version: 3, contents: "a")
    }

    @Test func whatHasToBeDoneFollowsFromTheVersion() {
        #expect(plan(nil) == .create && plan(1) == .migrate([1, 2]) && plan(3) == .nothing)
        #expect(plan(3, "b") == .renew && plan(4) == .later(4))
    }
}

@Suite struct DatabaseErrorTests {
    @Test func whatMayMendItselfIsTriedAgain() {
        for state in ["57P01", "53100", "40P01", "08006", "58030"] {
            #expect(DatabaseError(state: state, message: "m", address: "a", work: .storing).isTemporary, "\(state)")
        }
        #expect(DatabaseError(state: nil, message: "server closed", address: "a", work: .storing).isTemporary)
        for (state, kind) in [("23505", .data), ("22P02", .data), ("42P01", .schema), ("42501", .schema)]
            as [(String, DatabaseError.Kind)]
        {
            #expect(DatabaseError(state: state, message: "m", address: "a", work: .storing).kind == kind)
        }
    }

    @Test func aConnectionOutlivesATableOfLocksThatIsFull() {
        let kinds = ["out of shared memory", "out of memory"].map {
            DatabaseError(state: "53200", message: $0, address: "a", work: .storing).kind
        }
        #expect(kinds == [.locked, .lost])
    }

    @Test(arguments: [
        (DatabaseWork.reading, "grant waldo_reader"), (.storing, "grant waldo_collector"),
        (.owning, "grant waldo_owner"), (.installing, "apply the schema as a superuser"),
    ]) func whoMayNotDoItIsToldTheRightOfTheCommand(work: DatabaseWork, advice: String) {
        let error = DatabaseError(state: "42501", message: "permission denied", address: "a", work: work)
        let others = ["waldo_reader", "waldo_collector"].filter { !advice.contains($0) }
        #expect(error.reason.contains("(permission denied); \(advice)"))
        #expect(!others.contains { error.reason.contains($0) })
    }

    @Test func aMigrationThatWaitsForAReaderNamesWhatEndsIt() {
        for work in DatabaseWork.allCases {
            let error = DatabaseError(state: "55P03", message: "lock timeout", address: "a", work: work)
            #expect(error.reason.contains("SELECT waldo.end_long_readers()") == (work == .installing))
        }
    }
}
