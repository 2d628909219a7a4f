import Synchronization
import TenderAPI
import TenderService
import TenderTestSupport
import Testing

/// What front ends hear of a till.
@Suite(.timeLimit(.minutes(2))) struct FeedTests {
    /// The records that a feed tells after one, until `count` were told.
    private static func records(_ desk: TillDesk, after sequence: Int64, count: Int) async throws -> [Int64] {
        let heard = Mutex<[Int64]>([])
        try await desk.follow(after: sequence, pause: .seconds(60)) { event in
            heard.withLock { heard in
                if case .record(let line) = event { heard.append(line.sequence) }
                return heard.count < count
            }
        }
        return heard.withLock { $0 }
    }

    /// Wherever a front end lost its connection, it goes on where it was.
    @Test func aFeedIsResumedAfterAnyRecord() async throws {
        let shop = try await ServiceShop()
        let id = try await shop.payment()
        try await shop.call("process_payment_intent", id: id, key: "1")
        try await shop.restart()
        let listed = try await shop.call("list_records", ["after": 0, "limit": 500])
        guard case .array(let lines)? = listed.json["records"] else {
            Issue.record("there are no records")
            return
        }
        let all = lines.filter { $0["intent"] != "till" }.compactMap { $0["sequence"]?.integer }
        #expect(all.count >= 4)
        let last = try #require(lines.last?["sequence"]?.integer)
        let desk = await shop.desk
        for sequence in 0..<last {
            let expected = all.filter { $0 > sequence }
            guard !expected.isEmpty else { continue }
            let heard = try await Self.records(desk, after: sequence, count: expected.count)
            #expect(heard == expected, "after \(sequence)")
        }
    }

    /// Who listens while a payment is made hears each record once, in order.
    @Test func whoListensMissesNothing() async throws {
        let shop = try await ServiceShop()
        let id = try await shop.payment()
        let feed = try await shop.desk.feed(after: nil, pause: .seconds(60))
        let heard = Mutex<[Int64]>([])
        let listener = Task {
            try await feed.run { event in
                guard case .record(let line) = event else { return true }
                heard.withLock { $0.append(line.sequence) }
                return line.event != "claimed"
            }
        }
        try await shop.call("process_payment_intent", id: id, key: "1")
        try await listener.value
        let listed = try await shop.call("list_records", ["after": 0, "limit": 500])
        guard case .array(let lines)? = listed.json["records"] else {
            Issue.record("there are no records")
            return
        }
        let all = lines.filter { $0["intent"] == .string(id) }.compactMap { $0["sequence"]?.integer }
        #expect(heard.withLock { $0 } == all)
    }

    /// A front end that takes its first event and then nothing more delays no payment.
    @Test func whoDoesNotListenDelaysNobody() async throws {
        let shop = try await ServiceShop()
        let id = try await shop.payment()
        let desk = await shop.desk
        let (gate, opener) = AsyncStream.makeStream(of: Never.self)
        let heard = Mutex(0)
        let listener = Task {
            try await desk.follow(after: 0, pause: .seconds(60)) { _ in
                let isFirst = heard.withLock { heard in
                    heard += 1
                    return heard == 1
                }
                if isFirst { for await _ in gate {} }
                return !isFirst
            }
        }
        let sold = try await shop.call("process_payment_intent", id: id, key: "1")
        #expect(sold.answer.outcome == "approved")
        try await waitUntil { heard.withLock { $0 } >= 1 }
        #expect(heard.withLock { $0 } == 1)
        opener.finish()
        try await listener.value
    }

    @Test func whatPassesIsToldWithItsWords() async throws {
        let shop = try await ServiceShop(cards: [])
        let id = try await shop.payment()
        let desk = await shop.desk
        let messages = Mutex<[String]>([])
        let listener = Task {
            try await desk.follow(after: nil, pause: .seconds(60)) { event in
                let text = String(decoding: event.json ?? [], as: UTF8.self)
                return messages.withLock { messages in
                    messages.append(text)
                    return !text.contains("input_options")
                }
            }
        }
        async let waiting = shop.call("process_payment_intent", id: id, key: "1")
        try await listener.value
        try await waitUntil { try await shop.call("stop").answer.outcome == "canceled" }
        _ = try await waiting
        let last = messages.withLock { $0.last }
        #expect(last?.contains(#""language":"en""#) == true)
        #expect(last?.contains(#""message":""#) == true)
    }

    @Test func silenceIsToldToo() async throws {
        let shop = try await ServiceShop()
        try await shop.desk.follow(after: nil, pause: .milliseconds(1)) { event in
            if case .quiet = event { false } else { true }
        }
    }

    @Test func aFeedEndsWithItsTill() async throws {
        let shop = try await ServiceShop()
        let desk = await shop.desk
        let begun = Mutex(false)
        let listener = Task {
            try await desk.follow(after: nil, pause: .milliseconds(1)) { _ in
                begun.withLock { $0 = true }
                return true
            }
        }
        try await waitUntil { begun.withLock { $0 } }
        await desk.close()
        _ = await listener.result
    }
}
