import TenderCheckout
import HTTPTestServer
import Synchronization
import TenderFlow
import TenderGateway
import TenderModel
import Testing

@Suite(.timeLimit(.minutes(1))) struct SavedMethodPayerTests {
    private static let payment = PaymentResult(
        number: 1, key: IdempotencyKey("o/1/pay"), amount: Fixture.euros, customer: "cus_1",
        paymentMethod: PaymentMethod(id: "pm_1", type: .card), shipping: CustomerFixture.shipping)
    private static let decline = Fixture.error(
        "card_error", code: "card_declined", more: ",\"decline_code\":\"insufficient_funds\"")

    /// How a gateway says which request it answers.
    private static let echo = "Idempotency-Key: o/1/pay"

    /// A decline that carries its intent.
    private static func decline(_ status: String, amount: Int = 1099, customer: String = "cus_1") -> String {
        let intent = CustomerFixture.paid(status, amount: amount, customer: customer)
        return Fixture.error("card_error", code: "card_declined", more: ",\"payment_intent\":\(intent)")
    }

    /// Answers one request after the other as the list says; the last one again and again.
    private static func server(_ replies: HTTPTestReply...) throws -> HTTPTestServer {
        let count = Counter()
        return try HTTPTestServer { _ in replies[min(count.next(), replies.count - 1)] }
    }

    private final class Counter: Sendable {
        private let value = Atomic(0)
        func next() -> Int { value.wrappingAdd(1, ordering: .relaxed).oldValue }
    }

    private static func pay(
        _ server: HTTPTestServer, isRepetition: Bool = false, order: String? = nil,
        nextAction: (@Sendable (PaymentIntent) async -> Void)? = nil
    ) async throws -> CheckoutCompletion {
        var configuration = SavedMethodPayer.Configuration()
        configuration.policy = PaymentPolicy(
            maximumSends: 3, maximumAsks: 2, firstPause: .zero, longestPause: .zero)
        configuration.nextAction = nextAction
        configuration.metadata = ["shop": "7"]
        var payment = payment
        payment.isRepetition = isRepetition
        payment.order = order
        return await SavedMethodPayer(try server.client(), configuration: configuration).pay(payment)
    }

    private static func sent(_ server: HTTPTestServer) -> [String] {
        server.requests.map { "\($0.method) \($0.target.prefix { $0 != "?" })" }
    }

    private static func status(_ completion: CheckoutCompletion) -> String {
        switch completion {
        case .success: "success"
        case .alreadyPaid: "already paid"
        case .failure(let error): "failure \(error.code.rawValue)"
        case .userCancellation: "userCancellation"
        case .requiresAction: "requiresAction"
        case .unknown: "unknown"
        }
    }

    @Test func oneRequestCreatesAndConfirms() async throws {
        let server = try Self.server(.answer(200, CustomerFixture.paid()))
        let completion = try await Self.pay(server)
        guard case .success(let intent?) = completion else {
            Issue.record("\(completion)")
            return
        }
        #expect(intent.id == "pi_1")
        #expect(Self.sent(server) == ["POST /v1/payment_intents"])
        let request = try #require(server.requests.first)
        #expect(request.header("Idempotency-Key") == "o/1/pay")
        let body = request.body
        #expect(body.contains("metadata%5Btender_attempt%5D=o%2F1%2Fpay"))
        #expect(body.contains("metadata%5Bshop%5D=7"))
        #expect(body.contains("payment_method=pm_1&"))
        #expect(body.contains("confirm=true"))
        #expect(!body.contains("off_session"))
        #expect(body.contains("shipping%5Bname%5D=Ann"))
    }

    @Test func refusalsAndDeclinesAreFailures() async throws {
        let replies: [(HTTPTestReply, String)] = [
            (.answer(402, headers: [Self.echo], Self.decline), "failure declinedByIssuer"),
            // Whose decline it is, nobody says: an answer of an earlier payment proves nothing.
            (.answer(402, Self.decline), "unknown"),
            (.answer(404, Fixture.error("invalid_request_error", code: "resource_missing")), "unknown"),
            (.answer(400, Fixture.error("invalid_request_error", code: "resource_missing")), "failure resourceMissing"),
            (.answer(401, Fixture.error("invalid_request_error")), "failure authenticationFailed"),
            (
                .answer(200, CustomerFixture.paid("requires_payment_method", more: CustomerFixture.lastError)),
                "failure declinedByIssuer"
            ),
            (.answer(200, CustomerFixture.paid("requires_payment_method")), "unknown"),
            (.answer(200, CustomerFixture.paid("canceled")), "failure canceled"),
            (.answer(200, CustomerFixture.paid("requires_capture")), "success"),
            (.answer(200, CustomerFixture.paid("processing")), "unknown"),
            (.answer(200, CustomerFixture.paid("requires_confirmation")), "unknown"),
            (.answer(200, CustomerFixture.paid(amount: 1)), "unknown"),
            (.answer(402, Self.decline("requires_payment_method")), "failure declinedByIssuer"),
            (.answer(402, Self.decline("canceled")), "failure declinedByIssuer"),
            (.answer(402, Self.decline("succeeded")), "success"),
            (.answer(402, Self.decline("requires_capture")), "success"),
            (.answer(402, Self.decline("processing")), "unknown"),
            (.answer(402, Self.decline("requires_confirmation")), "unknown"),
            (.answer(402, Self.decline("requires_payment_method", amount: 1)), "unknown"),
            (.answer(402, Self.decline("requires_payment_method", customer: "cus_2")), "unknown"),
        ]
        var failures: [String] = []
        for (reply, expected) in replies {
            let server = try Self.server(reply, .answer(200, CustomerFixture.list()))
            let status = Self.status(try await Self.pay(server))
            if status != expected { failures.append("\(reply): \(status)") }
        }
        #expect(failures.isEmpty)
    }

    @Test func aLostAnswerIsAskedForUnderTheSameKey() async throws {
        let server = try Self.server(.close, .answer(200, CustomerFixture.paid()))
        #expect(Self.status(try await Self.pay(server)) == "success")
        #expect(server.requests.map { $0.header("Idempotency-Key") } == ["o/1/pay", "o/1/pay"])
        #expect(Set(server.requests.map(\.body)).count == 1)
    }

    @Test func whatWasLostIsLookedFor() async throws {
        let list = CustomerFixture.list(
            CustomerFixture.paid(id: "pi_2", attempt: "o/2/pay"), CustomerFixture.paid(id: "pi_1"))
        let server = try Self.server(.close, .close, .close, .answer(200, list))
        #expect(Self.status(try await Self.pay(server)) == "success")
        let get = "GET /v1/payment_intents"
        #expect(Self.sent(server) == Array(repeating: "POST /v1/payment_intents", count: 3) + [get])
    }

    @Test func whatCannotBeFoundOutIsUnknown() async throws {
        let silent = try Self.server(.close)
        #expect(Self.status(try await Self.pay(silent)) == "unknown")
        // Nothing found is no proof while the request may still arrive.
        let empty = try Self.server(.close, .close, .close, .answer(200, CustomerFixture.list()), .close)
        #expect(Self.status(try await Self.pay(empty)) == "unknown")
        // Nor is a refusal after a request without an answer.
        let refused = try Self.server(.close, .answer(401, Fixture.error("invalid_request_error")))
        #expect(Self.status(try await Self.pay(refused)) == "unknown")
    }

    @Test func aRepetitionLooksBeforeItSends() async throws {
        let found = try Self.server(.answer(200, CustomerFixture.list(CustomerFixture.paid())))
        #expect(Self.status(try await Self.pay(found, isRepetition: true)) == "success")
        #expect(Self.sent(found) == ["GET /v1/payment_intents"])
        let missing = try Self.server(
            .answer(200, CustomerFixture.list()), .answer(200, CustomerFixture.paid()))
        #expect(Self.status(try await Self.pay(missing, isRepetition: true)) == "success")
        #expect(Self.sent(missing) == ["GET /v1/payment_intents", "POST /v1/payment_intents"])
    }

    /// The order's key was used for another sum, or for another customer: what was paid then is no answer to what is asked.
    @Test func anotherPaymentUnderTheSameKeyIsNeverTakenForThisOne() async throws {
        let mismatch = HTTPTestReply.answer(400, Fixture.error("idempotency_error"))
        let others = [CustomerFixture.paid(amount: 1000), CustomerFixture.paid(customer: "cus_2")]
        for other in others {
            let server = try Self.server(mismatch, .answer(200, CustomerFixture.list(other)))
            #expect(Self.status(try await Self.pay(server)) == "unknown")
            let repeated = try Self.server(.answer(200, CustomerFixture.list(other)), mismatch)
            #expect(Self.status(try await Self.pay(repeated, isRepetition: true)) == "unknown")
        }
    }

    private static func page(_ hasMore: Bool, _ intents: String...) -> HTTPTestReply {
        .answer(200, "{\"object\":\"list\",\"has_more\":\(hasMore),\"data\":[\(intents.joined(separator: ","))]}")
    }

    private static func intent(_ status: String, _ id: String, attempt: Int, amount: Int = 1099) -> String {
        let error = status == "requires_payment_method" ? CustomerFixture.lastError : ""
        return CustomerFixture.paid(status, id: id, amount: amount, attempt: "o/\(attempt)/pay", more: error)
            .replacing("\"tender_attempt\"", with: "\"tender_order\":\"o\",\"tender_attempt\"")
    }

    /// The gateway forgets a key after 24 hours: an order is looked for on all pages before anything is sent for it.
    @Test func anOrderIsLookedForBeforeItIsPaid() async throws {
        let foreign = CustomerFixture.paid(id: "pi_x", attempt: "p/1/pay")
        let other = CustomerFixture.paid(id: "pi_y", attempt: "p/2/pay")
        let cases: [([HTTPTestReply], String, Int)] = [
            (
                [Self.page(true, foreign), Self.page(false, Self.intent("succeeded", "pi_2", attempt: 7))],
                "already paid", 0
            ),
            ([Self.page(false, Self.intent("requires_capture", "pi_2", attempt: 1))], "already paid", 0),
            ([Self.page(false, Self.intent("processing", "pi_2", attempt: 2))], "unknown", 0),
            ([Self.page(false, Self.intent("requires_confirmation", "pi_2", attempt: 2))], "unknown", 0),
            (
                [
                    Self.page(
                        false, Self.intent("requires_payment_method", "pi_3", attempt: 1),
                        Self.intent("succeeded", "pi_2", attempt: 2))
                ], "already paid", 0
            ),
            // Paid, and of another sum: not this payment, and no reason for another one.
            ([Self.page(false, Self.intent("succeeded", "pi_2", attempt: 1, amount: 1))], "unknown", 0),
            // Ended unpaid, of whatever sum: the next attempt has another key.
            ([Self.page(false, Self.intent("canceled", "pi_2", attempt: 1, amount: 1))], "failure canceled", 0),
            // Other orders, and other attempts that ended: this one may be paid.
            (
                [
                    Self.page(true, foreign), Self.page(false, other, Self.intent("canceled", "pi_2", attempt: 3)),
                    .answer(200, CustomerFixture.paid()),
                ], "success", 1
            ),
            // What cannot be looked for is not paid twice.
            ([.close], "unknown", 0), ([.answer(500, "{}")], "unknown", 0),
            ([.answer(401, Fixture.error("invalid_request_error"))], "unknown", 0),
            // Nor is a list that does not end taken for an empty one.
            ([Self.page(true, foreign), Self.page(true, foreign)], "unknown", 0),
            ([Self.page(true)], "unknown", 0),
        ]
        var failures: [String] = []
        for (index, (replies, expected, posts)) in cases.enumerated() {
            let count = Counter()
            let server = try HTTPTestServer { _ in replies[min(count.next(), replies.count - 1)] }
            let status = Self.status(try await Self.pay(server, order: "o"))
            let sent = server.requests.filter { $0.method == "POST" }
            if status != expected || sent.count != posts { failures.append("\(index): \(status), \(sent.count) posts") }
            if let body = sent.first?.body, !body.contains("metadata%5Btender_order%5D=o&") { failures.append(body) }
        }
        #expect(failures == [])
    }

    @Test func theSecondPageIsReadAfterTheFirst() async throws {
        let server = try Self.server(
            Self.page(true, CustomerFixture.paid(id: "pi_9", attempt: "p/1/pay")),
            Self.page(false, Self.intent("succeeded", "pi_2", attempt: 1)))
        #expect(Self.status(try await Self.pay(server, order: "o")) == "already paid")
        #expect(server.requests.last?.target.contains("starting_after=pi_9") == true)
    }

    /// A stored answer is that of then: a hold that was given up since is no payment, and one that cannot be read is open.
    @Test func aRepeatedAnswerIsReadAnew() async throws {
        let replay = ["Idempotent-Replayed: true"]
        let held = HTTPTestReply.answer(200, headers: replay, CustomerFixture.paid("requires_capture"))
        let declined = HTTPTestReply.answer(402, headers: replay, Self.decline("requires_payment_method"))
        let cases: [([HTTPTestReply], String)] = [
            ([held, .answer(200, CustomerFixture.paid("canceled"))], "failure canceled"),
            ([held, .answer(200, CustomerFixture.paid("succeeded"))], "already paid"),
            ([held, .answer(200, CustomerFixture.paid("requires_capture", amount: 1))], "unknown"),
            ([held, .close, held, .close, held, .close], "unknown"),
            ([declined, .answer(200, CustomerFixture.paid("succeeded"))], "already paid"),
            (
                [
                    declined,
                    .answer(200, CustomerFixture.paid("requires_payment_method", more: CustomerFixture.lastError)),
                ],
                "failure declinedByIssuer"
            ),
        ]
        var failures: [String] = []
        for (index, (replies, expected)) in cases.enumerated() {
            let count = Counter()
            let server = try HTTPTestServer { _ in replies[min(count.next(), replies.count - 1)] }
            let status = Self.status(try await Self.pay(server))
            if status != expected { failures.append("\(index): \(status)") }
        }
        #expect(failures == [])
    }

    /// What is read after the customer acted is compared with what was asked for, too.
    @Test func anotherIntentAfterTheActionIsNoPayment() async throws {
        let action = HTTPTestReply.answer(
            200, CustomerFixture.paid("requires_action", more: CustomerFixture.redirect))
        for other in [CustomerFixture.paid(amount: 1), CustomerFixture.paid(customer: "cus_2")] {
            let early = try Self.server(action, .answer(200, other))
            #expect(Self.status(try await Self.pay(early) { _ in }) == "unknown")
            let late = try Self.server(action, action, .answer(200, other))
            #expect(Self.status(try await Self.pay(late) { _ in }) == "unknown")
        }
    }

    /// A decline that is found, or told again, is an older one: the caller may tell it from one of now.
    @Test func anOlderDeclineIsKnownAsSuch() async throws {
        let declined = CustomerFixture.list(
            CustomerFixture.paid("requires_payment_method", more: CustomerFixture.lastError))
        let mismatch = HTTPTestReply.answer(400, Fixture.error("idempotency_error"))
        let servers = try [
            Self.server(mismatch, .answer(200, declined)),
            // Its own request, whose answer was lost: no older one.
            Self.server(
                .close, .answer(402, headers: ["Idempotent-Replayed: true"], Self.decline), .answer(200, declined)),
            Self.server(.answer(402, headers: ["Idempotent-Replayed: true", Self.echo], Self.decline)),
            Self.server(.answer(402, headers: [Self.echo], Self.decline)),
        ]
        var replays: [Bool?] = []
        for server in servers {
            let completion = try await Self.pay(server)
            if case .failure(let error) = completion { replays.append(error.isReplay) } else { replays.append(nil) }
        }
        #expect(replays == [true, false, true, false])
    }

    @Test func anActionIsToldWithItsIntent() async throws {
        let action = CustomerFixture.paid("requires_action", more: CustomerFixture.redirect)
        let server = try Self.server(.answer(200, action))
        guard case .requiresAction(let intent) = try await Self.pay(server) else {
            Issue.record("no action")
            return
        }
        #expect(intent.nextAction?.redirectURL == "https://bank.example")
        #expect(Self.sent(server) == ["POST /v1/payment_intents", "GET /v1/payment_intents/pi_1"])
    }

    @Test func theCustomerActsAndItIsReadAgain() async throws {
        let action = HTTPTestReply.answer(
            200, CustomerFixture.paid("requires_action", more: CustomerFixture.redirect))
        let acted = Atomic(0)
        let ends: [(HTTPTestReply, HTTPTestReply, String)] = [
            (.answer(200, CustomerFixture.paid()), .close, "success"),
            (
                .answer(200, CustomerFixture.paid("requires_payment_method", more: CustomerFixture.lastError)), .close,
                "failure declinedByIssuer"
            ),
            (action, .answer(200, CustomerFixture.paid("canceled")), "userCancellation"),
            (
                action,
                .answer(
                    400,
                    Fixture.error(
                        "invalid_request_error", code: "payment_intent_unexpected_state",
                        more: ",\"payment_intent\":\(CustomerFixture.paid())")), "success"
            ),
            (action, .close, "unknown"), (.close, .close, "unknown"),
        ]
        var failures: [String] = []
        for (read, canceled, expected) in ends {
            let server = try Self.server(action, action, read, canceled)
            let completion = try await Self.pay(server) { _ in acted.add(1, ordering: .relaxed) }
            if Self.status(completion) != expected { failures.append("\(read): \(completion)") }
        }
        #expect(failures.isEmpty)
        #expect(acted.load(ordering: .relaxed) == ends.count)
    }
}
