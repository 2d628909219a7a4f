import Testing

@testable import SimulatedPayments

@Suite struct TableTests {
    private func row(_ number: Int, account: String = "acct", status: Int = 200) -> AnswerRow {
        AnswerRow(
            id: "id\(number)", account: account, created: 0, fingerprint: "", request: "", status: status,
            body: AnswerBody([]))
    }

    @Test func rowsAreFoundChangedAndListed() {
        var table = Table<AnswerRow>()
        for number in 0..<2000 { table.put(row(number, account: number % 2 == 0 ? "even" : "odd")) }
        for number in stride(from: 0, to: 2000, by: 3) { table.put(row(number, account: "even", status: 400)) }
        let wrong = (0..<2000).filter { table["id\($0)"]?.status != ($0 % 3 == 0 ? 400 : 200) }
        #expect(wrong == [])
        #expect(table["id2000"] == nil)
        #expect(table[""] == nil)
        #expect(table.ids(of: "even") == (0..<1000).map { "id\(2 * $0)" })
        #expect(table.ids(of: "none") == [])
        #expect(table.find("id2", account: "even") != nil)
        #expect(table.find("id2", account: "odd") == nil)
    }

    @Test func rowsAreFoundByWhatTheyName() {
        var table = Table<Document>()
        func put(_ number: Int, _ customer: JSONValue) {
            table.put(
                Document(
                    id: "id\(number)", account: "acct", created: 0, object: "setup_intent",
                    fields: ["customer": customer]))
        }
        for number in 0..<600 { put(number, number % 3 == 0 ? .string("cus_\(number % 2)") : .null) }
        // They come to a name late, leave one, and come back.
        for number in [1, 0, 599, 300, 5] { put(number, "cus_0") }
        put(6, "cus_1")
        put(6, "cus_0")
        let zero = Set(stride(from: 0, to: 600, by: 6)).union([1, 5, 599]).sorted().map { "id\($0)" }
        let one = Set(stride(from: 3, to: 600, by: 6)).union([6]).sorted().map { "id\($0)" }
        #expect(table.ids(naming: "cus_0") == zero)
        #expect(table.ids(naming: "cus_1") == one)
        #expect(table.ids(naming: "") == [])
        let wrong = (0..<600).filter { number in
            table.position(of: "id\(number)", in: zero) != zero.firstIndex { (Int($0.dropFirst(2)) ?? 0) >= number }
                ?? zero.count
        }
        #expect(wrong == [])
        #expect(table.position(of: "id600", in: zero) == nil)
    }

    @Test func storedRowsAreReadWhenTheyAreAskedFor() throws {
        var table = Table<AnswerRow>()
        var refused: [Int] = []
        for number in 0..<300 {
            let stored = try RowEncoder.encode(row(number, account: number % 2 == 0 ? "even" : "odd"))
            if !table.put(stored: stored, id: "id\(number)") { refused.append(number) }
        }
        table.put(row(4, account: "even", status: 400))
        let whole = try RowEncoder.encode(row(6))
        let damaged = Array(whole.dropLast(10)) + [UInt8(ascii: "}")]
        let kept = [
            table.put(stored: damaged, id: "id6"), table.put(stored: whole, id: "id7"),
            table.put(stored: Array(whole.dropLast()), id: "id6"), table.put(stored: [], id: ""),
        ]
        #expect(refused == [])
        #expect(kept == [true, false, false, false])
        #expect(table[""] == nil)
        let statuses = (0..<8).map { table["id\($0)"]?.status }
        #expect(statuses == [200, 200, 200, 200, 400, 200, nil, 200])
        #expect(table.ids(of: "even").count == 150)
        #expect(table.find("id299", account: "odd")?.account == "odd")
    }

    /// A dictionary that grows moves all of its members at once: none may have much more than its share.
    @Test func namesThatEndAlikeAreSpread() {
        var counts: [Int: Int] = [:]
        for number in 0..<25_600 { counts[ShardedKey("customer\(number)@shop.example").shard, default: 0] += 1 }
        #expect(counts.count == 256)
        #expect(counts.values.allSatisfy { $0 < 400 })
    }
}
