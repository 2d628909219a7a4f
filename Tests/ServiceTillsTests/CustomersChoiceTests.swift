import SimulatedCard
import Tender
import TenderAPI
import TenderService
import TenderTestSupport
import Testing

/// The customer is asked through the service with which application of the card to pay.
@Suite(.timeLimit(.minutes(2))) struct CustomersChoiceTests {
    private static func open() async throws -> ServiceCounter {
        try await ServiceCounter(
            #require(ReaderAddress("simulated-ccid")),
            cards: [.named("visaUsCommonDebit"), .named("visaUsCommonDebit")])
    }

    /// Waits until the till's status has a question.
    private static func question(_ counter: ServiceCounter) async throws -> APIValue {
        var question: APIValue?
        try await waitUntil {
            question = try await counter.call("retrieve_status")["question"]
            return question != nil
        }
        return try #require(question)
    }

    private static func choose(_ number: Int64, of question: APIValue, _ counter: ServiceCounter) async throws
        -> APIValue
    {
        try await counter.call(
            "choose_application", ["question": question["id"] ?? .null, "number": .integer(number)])
    }

    @Test func theApplicationThatIsChosenPays() async throws {
        let counter = try await Self.open()
        let id = try await counter.payment()
        let feed = try await counter.desk.feed(after: nil, pause: .seconds(60))
        let listening = Task {
            var told: [String] = []
            try await feed.run { event in
                if case .question = event, let json = event.json { told.append(String(decoding: json, as: UTF8.self)) }
                return told.count < 2
            }
            return told
        }
        async let sale = counter.sell(id, key: "1")
        let question = try await Self.question(counter)
        #expect(question["kind"] == "choice")
        #expect(
            question["applications"] == [
                ["number": 1, "id": "A0000000031010", "name": "VISA DEBIT"],
                ["number": 2, "id": "A0000000980840", "name": "US DEBIT"],
            ])
        #expect(try await Self.choose(2, of: question, counter) == ["outcome": "done"])
        let sold = try await sale
        #expect(sold["outcome"] == "approved", "\(sold)")
        let receipt = sold["payment_intent"]?["latest_charge"]?["payment_method_details"]?["card_present"]?["receipt"]
        #expect(receipt?["dedicated_file_name"] == "A0000000980840")
        let told = try await listening.value
        #expect(told.first?.contains(#""type":"choose_application""#) == true)
        #expect(told.last?.contains(#""type":"choose_application_over""#) == true)
        #expect(try await counter.call("retrieve_status")["question"] == nil)
        await counter.close()
    }

    /// A strange answer leaves the question open; a late one chooses nothing, and none for another question does.
    @Test func strangeAndLateAnswersAreRefused() async throws {
        let counter = try await Self.open()
        let id = try await counter.payment()
        async let first = counter.sell(id, key: "1")
        let question = try await Self.question(counter)
        #expect(try await Self.choose(3, of: question, counter)["error"]?["code"] == "invalid_input")
        #expect(try await Self.choose(1, of: ["id": "another"], counter)["error"]?["code"] == "question_over")
        #expect(try await Self.choose(0, of: question, counter)["outcome"] == "done")
        let refused = try await first
        #expect(refused["outcome"] == "canceled", "\(refused)")
        #expect(refused["canceled_by"] == "customer")
        async let second = counter.sell(id, key: "2")
        let other = try await Self.question(counter)
        #expect(try await Self.choose(1, of: question, counter)["error"]?["code"] == "question_over")
        #expect(try await Self.choose(1, of: other, counter)["outcome"] == "done")
        #expect(try await second["outcome"] == "approved")
        await counter.close()
    }

    @Test func aStopWithdrawsTheQuestion() async throws {
        let counter = try await Self.open()
        let id = try await counter.payment()
        async let sale = counter.sell(id, key: "1")
        let question = try await Self.question(counter)
        try await counter.call("stop")
        #expect(try await sale["outcome"] == "canceled")
        try await waitUntil { try await counter.call("retrieve_status")["question"] == nil }
        #expect(try await Self.choose(1, of: question, counter)["error"]?["code"] == "question_over")
        await counter.close()
    }
}
