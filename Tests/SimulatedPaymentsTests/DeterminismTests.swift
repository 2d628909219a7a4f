import SimulatedPayments
import Testing

@Suite struct DeterminismTests {
    /// Payments, declines, captures, refunds and errors, with every answer and the rows for storage.
    private func run(seed: [UInt8]) throws -> (answers: [[UInt8]], shop: Shop, records: [StoredRecord]) {
        var shop = Shop()
        shop.payments = SimulatedPayments(seed: seed, recordsChanges: true)
        var answers: [[UInt8]] = []
        var records: [StoredRecord] = []
        for (index, card) in ["visa", "chargeDeclined", "refundFailed", "mastercard"].enumerated() {
            shop.now += Int64(index)
            let (id, answer) = try shop.pay(1000, card: card, [("capture_method", index == 3 ? "manual" : "automatic")])
            answers.append(answer.bytes)
            answers.append(
                shop.post("refunds", [("payment_intent", id), ("amount", "10")], idempotency: "r\(index)").bytes)
            answers.append(shop.post("payment_intents/\(id)/cancel", [("cancellation_reason", "duplicate")]).bytes)
            records += shop.payments.takeChanges()
        }
        answers.append(shop.get("payment_intents", [("expand[]", "data.latest_charge")]).bytes)
        return (answers, shop, records + shop.payments.takeChanges())
    }

    @Test func equalSeedsGiveEqualBytes() throws {
        let first = try run(seed: [9])
        let second = try run(seed: [9])
        #expect(first.answers == second.answers)
        #expect(first.records == second.records)
        #expect(try run(seed: [8]).answers != first.answers)
    }

    @Test func idsAreLongAndUnique() {
        var shop = Shop()
        let ids = (0..<500).map { _ in shop.create(1000).id }
        #expect(Set(ids).count == 500)
        #expect(
            ids.allSatisfy {
                $0.count == 27 && $0.dropFirst(3).allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            })
    }

    @Test func storedRowsContinueWhereTheyStopped() throws {
        var (_, shop, records) = try run(seed: [9])
        let requests = [
            shop.request("GET", "payment_intents"), shop.request("GET", "refunds"),
            shop.request("POST", "refunds", [("amount", "10")], idempotency: "r0"),
        ]
        let ids = shop.get("payment_intents")["data"]?.elements.compactMap { $0["id"]?.text } ?? []
        // The rows as a table would keep them: the last content of each, in the order of their first.
        var rows: [StoredRecord] = []
        for record in records {
            let index = rows.firstIndex { $0.kind == record.kind && $0.id == record.id }
            if let index { rows[index] = record } else { rows.append(record) }
        }
        var copy = shop
        copy.payments = try SimulatedPayments(seed: [7], records: rows)
        // A refusal names its request, whose id is new in each.
        func said(_ response: APIResponse) -> JSONValue {
            let answer = Shop.Answer(response)
            return answer["error", "message"] ?? answer.body
        }
        #expect(
            requests.map { said(copy.payments.handle($0, now: copy.now)) }
                == requests.map { said(shop.payments.handle($0, now: shop.now)) })
        #expect(ids.map(copy.ledger) == ids.map(shop.ledger))
        #expect(ids.count == 4)
        let later = shop.now + SimulatedPayments.holdLifetime
        shop.payments.settle(now: later)
        copy.payments.settle(now: later)
        #expect(ids.map(copy.ledger) == ids.map(shop.ledger))
        // What is new has ids of its own in each.
        let changes = [copy.payments.takeChanges(), shop.payments.takeChanges()].map { records in
            records.map { "\($0.kind) \([.event, .balanceTransaction].contains($0.kind) ? "" : $0.id)" }
        }
        #expect(changes[0] == changes[1])
        #expect(!changes[0].isEmpty)
        #expect(throws: StoredRecordError.self) {
            try SimulatedPayments(seed: [7], records: [StoredRecord(kind: .charge, id: "ch_1", content: [0x7B])])
        }
    }

    @Test func storedRowsHoldNoCardNumberAndNoKey() throws {
        let (_, _, records) = try run(seed: [9])
        let text = records.map { String(decoding: $0.content ?? [], as: UTF8.self) }.joined()
        #expect(records.count > 20)
        #expect(["4242424242424242", "4000000000000002", "sk_test", "_test_shop"].filter(text.contains) == [])
    }
}
