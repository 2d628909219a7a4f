import TenderBytes
import TenderSale
import Testing
import TillScreens
import TillShop

@Suite struct PINDeskTests {
    private let folder = TestFolder()

    private func desk() throws -> PINDesk {
        PINDesk(people: try DemoShop.people(), path: folder.path + "/locks.json")
    }

    private func attempt(_ pin: String, _ id: String = "ben") -> PINAttempt {
        PINAttempt(personID: id, purpose: .signIn, pin: SecretBytes(utf8: pin))
    }

    @Test func theRightPINIsRight() async throws {
        let desk = try desk()
        #expect(await desk.check(attempt("2580")) == .right(personID: "ben", .signIn))
        #expect(await desk.check(attempt("4711")) == .wrong)
        #expect(await desk.check(attempt("2580", "nobody")) == .wrong)
    }

    @Test func wrongPINsLockAlsoForAProgramThatWasStartedAgain() async throws {
        let first = try desk()
        var verdicts: [PINVerdict] = []
        for _ in 0..<5 { verdicts.append(await first.check(attempt("9991"))) }
        #expect(verdicts.dropLast() == [.wrong, .wrong, .wrong, .wrong])
        for desk in [first, try desk()] {
            guard case .locked(let seconds) = await desk.check(attempt("2580")) else {
                Issue.record("the right PIN was taken while locked")
                return
            }
            #expect((1...30).contains(seconds))
        }
        #expect(await first.check(attempt("4711", "anna")) == .right(personID: "anna", .signIn))
    }

    @Test func aRightPINForgivesTheWrongOnes() async throws {
        let desk = try desk()
        for _ in 0..<3 {
            for _ in 0..<4 { #expect(await desk.check(attempt("9991")) == .wrong) }
            #expect(await desk.check(attempt("2580")) == .right(personID: "ben", .signIn))
        }
    }
}
