import Testing

@testable import TenderPostgres

@Suite struct ErrorTests {
    @Test func whatPassesIsWorthRepeating() {
        let passing = ["40001", "40P01", "57P01", "57P03", "53300", "55P03", "25006", "08006"]
        #expect(passing.filter { !refusal($0).isWorthRepeating } == [])
        let lasting = ["23505", "42601", "28P01", "3D000", "22021", "55000", "25001", ""]
        #expect(lasting.filter { refusal($0).isWorthRepeating } == [])
    }

    @Test func onlyWhatWasSentWithoutAClearAnswerMayHaveHappened() {
        let all: [PostgresError] = [
            .notConnected(""), .lost(""), refusal("40001"), .timedOut, .invalid(""), .unusable(""),
        ]
        #expect(all.map(\.mayHaveHappened) == [false, true, false, true, false, true])
    }

    private func refusal(_ code: String) -> PostgresError {
        .refused(PostgresRefusal(state: SQLState(rawValue: code), message: ""))
    }
}
