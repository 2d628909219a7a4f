import Testing

@testable import SimulatedPayments

@Suite struct TableTests {
    private func row(_ number: Int, account: String = "acct", status: Int = 200) -> AnswerRow {
        AnswerRow(
            id: "id\(number)", account: account, created: 0, fingerprint: "", request: "", status: status, body: "")
    }

    @Test func rowsAreFoundChangedAndListed() {
        var table = Table<AnswerRow>()
        for number in 0..<2000 { table.put(row(number, account: number % 2 == 0 ? "even" : "odd")) }
        for number in stride(from: 0, to: 2000, by: 3) { table.put(row(number, account: "even", status: 400)) }
        let wrong = (0..<2000).filter { table["id\($0)"]?.status != ($0 % 3 == 0 ? 400 : 200) }
        #expect(wrong == [] && table["id2000"] == nil && table[""] == nil)
        #expect(table.ids(of: "even") == (0..<1000).map { "id\(2 * $0)" } && table.ids(of: "none") == [])
        #expect(table.find("id2", account: "even") != nil && table.find("id2", account: "odd") == nil)
    }
}
