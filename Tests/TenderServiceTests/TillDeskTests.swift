import SimulatedCard
import SimulatedGateway
import SimulatedPayments
import SimulatedReader
import TenderAPI
import TenderFlow
import TenderModel
import TenderService
import TenderTestSupport
import Testing

/// Commands under their keys, measured by the issuer's ledger.
@Suite(.timeLimit(.minutes(2))) struct TillDeskTests {
    @Test func aSaleIsApproved() async throws {
        let shop = try await ServiceShop()
        let id = try await shop.payment()
        let sold = try await shop.call("process_payment_intent", id: id, key: "1")
        #expect(sold.answer.status == 200)
        #expect(sold.answer.outcome == "approved")
        #expect(sold.json["payment_intent"]?["status"] == "succeeded")
        #expect(sold.json["payment_intent"]?["client_secret"] == nil)
        #expect(shop.ledger(id)?.captured == 1000)
    }

    /// All names are in snake case but the caller's own, which stay as they are.
    @Test func namesAreInSnakeCase() async throws {
        let shop = try await ServiceShop()
        let reader = try await shop.call("connect_reader").json["reader"]
        #expect(reader?["serial_number"] == "SIM-0001")
        let made = try await shop.call(
            "create_payment_intent", ["amount": 1000, "currency": "eur", "metadata": ["orderNo": "X1"]], key: "1")
        #expect(made.json["payment_intent"]?["metadata"]?["orderNo"] == "X1")
    }

    /// The front end gives a command again at once, later, and after a restart.
    @Test func theSameCommandIsOneCommand() async throws {
        let shop = try await ServiceShop()
        let id = try await shop.payment()
        async let first = shop.call("process_payment_intent", id: id, key: "1")
        async let second = shop.call("process_payment_intent", id: id, key: "1")
        let (one, two) = try await (first, second)
        #expect(one.answer.body == two.answer.body)
        #expect(one.answer.isRepeated != two.answer.isRepeated)
        let later = try await shop.call("process_payment_intent", id: id, key: "1")
        #expect(later.answer.isRepeated)
        try await shop.restart()
        let afterRestart = try await shop.call("process_payment_intent", id: id, key: "1")
        #expect(afterRestart.answer.isRepeated)
        #expect(afterRestart.answer.body == one.answer.body)
        #expect(shop.ledger(id)?.authorizations == 1)
    }

    @Test func aRefundIsGivenOnce() async throws {
        let shop = try await ServiceShop()
        let id = try await shop.payment()
        try await shop.call("process_payment_intent", id: id, key: "1")
        let input: APIValue = ["payment_intent": .string(id), "amount": 300]
        let first = try await shop.call("create_refund", input, key: "back")
        try await shop.restart()
        let second = try await shop.call("create_refund", input, key: "back")
        #expect(first.answer.outcome == "succeeded")
        #expect(second.json["refund"]?["id"] == first.json["refund"]?["id"])
        let another = try await shop.call("create_refund", input, key: "another")
        #expect(another.json["refund"]?["id"] != first.json["refund"]?["id"])
        #expect(shop.ledger(id)?.refunded == 600)
    }

    @Test func aKeyStandsForOneCommandOfOneFrontEnd() async throws {
        let shop = try await ServiceShop()
        let id = try await shop.payment()
        let input: APIValue = ["amount": 500, "currency": "eur"]
        let taken = try await shop.call("create_payment_intent", input, key: "create")
        #expect(taken.json["error"]?["code"] == "idempotency_key_taken")
        let other = try await shop.call("create_payment_intent", input, key: "create", from: "app")
        #expect(other.answer.status == 200)
        #expect(other.json["payment_intent"]?["id"] != .string(id))
    }

    @Test(arguments: [nil, "", "a b", "\u{7F}"]) func aCommandNeedsAKey(_ key: String?) async throws {
        let shop = try await ServiceShop()
        let refused = try await shop.call("create_payment_intent", ["amount": 1, "currency": "eur"], key: key)
        #expect(refused.answer.status == 400)
        #expect(refused.json["error"]?["code"] == "idempotency_key_missing")
    }

    /// Nothing was done, so the same key may try again.
    @Test func whatDidNothingMayBeGivenAgain() async throws {
        let shop = try await ServiceShop()
        let id = try await shop.payment()
        try await shop.call("disconnect_reader")
        let refused = try await shop.call("process_payment_intent", id: id, key: "1")
        #expect(refused.answer.status == 503)
        #expect(refused.json["error"]?["code"] == "notConnectedToReader")
        try await shop.call("connect_reader")
        let sold = try await shop.call("process_payment_intent", id: id, key: "1")
        #expect(sold.answer.outcome == "approved")
    }

    @Test func aDeclineIsAnOutcome() async throws {
        let shop = try await ServiceShop(cards: [.named("chargeDeclinedInsufficientFunds"), .visa])
        let id = try await shop.payment()
        let declined = try await shop.call("process_payment_intent", id: id, key: "1")
        #expect(declined.answer.outcome == "declined")
        #expect(declined.json["decline"]?["decline_code"] == "insufficient_funds")
        let again = try await shop.call("process_payment_intent", id: id, key: "1")
        #expect(again.answer.body == declined.answer.body)
        let otherCard = try await shop.call("process_payment_intent", id: id, key: "2")
        #expect(otherCard.answer.outcome == "approved")
    }

    @Test func aHoldIsCapturedOnce() async throws {
        let shop = try await ServiceShop()
        let id = try await shop.payment(capture: "manual")
        try await shop.call("process_payment_intent", id: id, key: "1")
        let captured = try await shop.call("capture_payment_intent", ["amount_to_capture": 700], id: id, key: "2")
        #expect(captured.answer.outcome == "captured")
        try await shop.restart()
        let again = try await shop.call("capture_payment_intent", ["amount_to_capture": 700], id: id, key: "2")
        #expect(again.answer.body == captured.answer.body)
        #expect(shop.ledger(id)?.captured == 700)
    }

    @Test func aWaitingCardIsStopped() async throws {
        let shop = try await ServiceShop(cards: [])
        let id = try await shop.payment()
        async let waiting = shop.call("process_payment_intent", id: id, key: "1")
        try await waitUntil { try await shop.call("stop").answer.outcome == "canceled" }
        let stopped = try await waiting
        #expect(stopped.answer.outcome == "canceled")
        #expect(stopped.json["canceled_by"] == "application")
        #expect(try await shop.call("stop").answer.outcome == "nothing_to_stop")
        #expect((shop.ledger(id)?.authorizations ?? 0) == 0)
    }

    /// Whoever gives the command again hears what became of it, and no card is charged twice.
    @Test func anUnknownOutcomeIsFoundUnderTheSameKey() async throws {
        let shop = try await ServiceShop()
        let id = try await shop.doomedPayment(asked: 3)
        let lost = try await shop.call("confirm_payment_intent", id: id, key: "1")
        #expect(lost.answer.outcome == "unknown")
        #expect(lost.json["message"]?.string?.isEmpty == false)
        try await waitUntil {
            try await shop.call("confirm_payment_intent", id: id, key: "1").answer.outcome == "approved"
        }
        #expect(shop.ledger(id)?.authorizations == 1)
    }

    @Test func anUnknownOutcomeIsFoundAfterARestart() async throws {
        let shop = try await ServiceShop()
        let id = try await shop.doomedPayment(asked: 4)
        #expect(try await shop.call("confirm_payment_intent", id: id, key: "1").answer.outcome == "unknown")
        try await shop.restart()
        try await waitUntil {
            try await shop.call("confirm_payment_intent", id: id, key: "1").answer.outcome == "approved"
        }
        #expect(shop.ledger(id)?.authorizations == 1)
    }

    /// Two tills of one account may use the same key of the same front end for two customers.
    @Test func everyTillHasKeysOfItsOwn() async throws {
        let shop = try await ServiceShop()
        let other = try await ServiceShop(at: shop.gateway)
        let first = try await shop.payment(key: "17")
        let second = try await other.payment(key: "17")
        #expect(first != second)
        #expect(try await shop.call("process_payment_intent", id: first, key: "p").answer.outcome == "approved")
        #expect(try await other.call("process_payment_intent", id: second, key: "p").answer.outcome == "approved")
        #expect(shop.ledger(first)?.captured == 1000)
        #expect(shop.ledger(second)?.captured == 1000)
    }

    /// What the reader shows is what is charged, whoever changed the amount.
    @Test func theAmountIsTheGatewaysWhenACardIsAskedFor() async throws {
        let shop = try await ServiceShop()
        let other = try await ServiceShop(at: shop.gateway)
        let id = try await shop.payment()
        let changed = try await other.call("update_payment_intent", ["amount": 2000], id: id, key: "1")
        #expect(changed.answer.status == 200)
        let sold = try await shop.call("process_payment_intent", id: id, key: "1")
        #expect(sold.answer.outcome == "approved")
        #expect(sold.json["payment_intent"]?["amount_received"] == 2000)
    }

    /// That the gateway would not be asked says nothing about what was sent before.
    @Test func aRepetitionThatIsNotAskedIsUnknown() async throws {
        let shop = try await ServiceShop(faults: ["drop-answer:refund:99", "drop-answer:list-refunds:99"])
        let id = try await shop.payment()
        try await shop.call("process_payment_intent", id: id, key: "sale")
        let input: APIValue = ["payment_intent": .string(id), "amount": 400]
        #expect(try await shop.call("create_refund", input, key: "1").answer.outcome == "unknown")
        let busy = try SimulatedGateway(configuration: .init(faults: [Fault(parsing: "status:any:100000:429")]))
        try await shop.restart(recoveryLimit: .milliseconds(1), at: busy)
        for _ in 1...2 {
            #expect(try await shop.call("create_refund", input, key: "1").answer.outcome == "unknown")
        }
    }

    /// A stop that reverses names its payment, and meets no other.
    @Test func onlyTheNamedPaymentIsStopped() async throws {
        let shop = try await ServiceShop(cards: [])
        let id = try await shop.payment()
        async let waiting = shop.call("process_payment_intent", id: id, key: "1")
        try await waitUntil {
            try await shop.call("retrieve_status").json["payment_status"] == "waitingForInput"
        }
        let other = try await shop.call("stop_and_reverse", ["payment_intent": "pi_other"])
        #expect(other.answer.outcome == "nothing_to_stop")
        let own = try await shop.call("stop_and_reverse", ["payment_intent": .string(id)])
        #expect(own.answer.outcome == "canceled")
        #expect(try await waiting.answer.outcome == "canceled")
    }

    /// Given again after a restart, a refund at the reader asks nobody for a card, unless it was begun.
    @Test func aRefundAtTheReaderAsksForNoSecondCard() async throws {
        let shop = try await ServiceShop()
        let id = try await shop.payment()
        try await shop.call("process_payment_intent", id: id, key: "sale")
        let input: APIValue = ["payment_intent": .string(id), "amount": 400]
        let first = try await shop.call("process_refund", input, key: "1")
        #expect(first.answer.outcome == "succeeded")
        try await shop.restart()
        #expect(try await shop.call("process_refund", input, key: "1").answer.body == first.answer.body)
        #expect(shop.ledger(id)?.refunded == 400)
    }

    /// What ended long ago is told as it was then, without the gateway and without a card.
    @Test(arguments: [false, true]) func anAnswerThatIsNotAtHandIsReadFromTheJournal(_ isRestarted: Bool) async throws {
        let shop = try await ServiceShop()
        try await shop.restart(answerCapacity: 0)
        let id = try await shop.payment()
        let refund: APIValue = ["payment_intent": .string(id), "amount": 400]
        let sold = try await shop.call("process_payment_intent", id: id, key: "sale")
        let refunded = try await shop.call("process_refund", refund, key: "refund")
        if isRestarted { try await shop.restart(answerCapacity: 0) }
        shop.gateway.setFaults([try Fault(parsing: "drop-answer:retrieve:99")])
        for _ in 1...2 {
            let again = try await shop.call("process_payment_intent", id: id, key: "sale")
            #expect(again.answer.body == sold.answer.body)
            #expect(again.answer.isRepeated)
            #expect(try await shop.call("process_refund", refund, key: "refund").answer.body == refunded.answer.body)
        }
        #expect(shop.ledger(id)?.refunded == 400)
    }

    @Test func commandsThatEndTogetherAreEachToldTheirOwnAnswer() async throws {
        let shop = try await ServiceShop()
        try await shop.restart(answerCapacity: 0)
        @Sendable func create(_ number: Int) async throws -> [UInt8] {
            try await shop.call(
                "create_payment_intent", ["amount": .integer(Int64(100 + number)), "currency": "eur"], key: "\(number)"
            ).answer.body
        }
        let first = try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
            for number in 0..<20 { group.addTask { (number, try await create(number)) } }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        var again: [Int: [UInt8]] = [:]
        for number in 0..<20 { again[number] = try await create(number) }
        #expect(again == first)
    }

    @Test func closingEndsTheSearchForAReader() async throws {
        let shop = try await ServiceShop()
        await shop.readers.setPluggedIn(false)
        async let searching = shop.call("connect_reader", ["timeout_seconds": 3600])
        try await waitUntil {
            try await shop.call("retrieve_status").json["connection_status"] == "discovering"
        }
        await shop.desk.close()
        #expect(try await searching.answer.outcome != "done")
    }

    /// Something was sent, and after a restart there is nobody to ask: it is unknown, however often it is given.
    @Test(arguments: [false, true]) func whatCannotBeLookedUpIsUnknown(_ isRefund: Bool) async throws {
        let shop = try await ServiceShop()
        let id = isRefund ? try await shop.payment() : try await shop.doomedPayment()
        if isRefund {
            try await shop.call("process_payment_intent", id: id, key: "sale")
            let faults = ["drop-answer:refund:99", "drop-answer:list-refunds:99"]
            shop.gateway.setFaults(try faults.map { try Fault(parsing: $0) })
        }
        let name = isRefund ? "create_refund" : "confirm_payment_intent"
        let input: APIValue = isRefund ? ["payment_intent": .string(id)] : .null
        let place = isRefund ? nil : id
        #expect(try await shop.call(name, input, id: place, key: "1").answer.outcome == "unknown")
        shop.gateway.stop()
        try await shop.restart(recoveryLimit: .milliseconds(1))
        for _ in 1...2 {
            let repeated = try await shop.call(name, input, id: place, key: "1")
            #expect(repeated.answer.outcome == "unknown")
            #expect(repeated.json["error"]?["code"] != "notConnectedToReader")
        }
    }

    /// A shop that accepts up to 50.00 offline, with a payment of 10.00 that is to be stored.
    private func offlineShop() async throws -> (ServiceShop, id: String) {
        let most = Amount(minorUnits: 5000, currency: .eur)
        let shop = try await ServiceShop(offline: OfflineLimits(perPayment: [most], stored: [most]))
        try await shop.call("connect_reader")
        let made = try await shop.call(
            "create_payment_intent", ["amount": 1000, "currency": "eur", "offline": "force_offline"], key: "create")
        return (shop, try #require(made.json["payment_intent"]?["id"]?.string))
    }

    @Test func whatIsStoredOfflineStaysStoredAfterARestart() async throws {
        let (shop, id) = try await offlineShop()
        let sold = try await shop.call("process_payment_intent", id: id, key: "1")
        #expect(sold.answer.outcome == "stored_offline")
        let tooMuch = try await shop.call(
            "create_payment_intent", ["amount": 9000, "currency": "eur", "offline": "force_offline"], key: "more")
        let refused = try await shop.call(
            "process_payment_intent", id: tooMuch.json["payment_intent"]?["id"]?.string ?? "", key: "2")
        #expect(refused.answer.outcome != "stored_offline")
        try await shop.restart()
        let again = try await shop.call("process_payment_intent", id: id, key: "1")
        #expect(again.answer.body == sold.answer.body)
        let listed = try await shop.call("retrieve_offline")
        #expect(listed.json["count"] == 1)
        let totals = try await shop.call("retrieve_totals")
        guard case .array(let rows)? = totals.json["totals"] else {
            Issue.record("there are no totals")
            return
        }
        #expect(rows.map { $0["stored_offline_amount"] } == [1000])
    }

    /// What the records tell of a command whose process was killed before it answered.
    @Test func whatWasLeftBehindIsToldByTheRecords() async throws {
        let shop = try await ServiceShop(cards: [.named("chargeDeclinedInsufficientFunds"), .visa])
        let id = try await shop.payment()
        try await shop.leaveBehind("process_payment_intent", id: id, key: "none") { _ in }
        let none = try await shop.call("process_payment_intent", id: id, key: "none")
        #expect(none.answer.outcome == "canceled")
        #expect(none.json["error"]?["code"] == "interrupted")
        try await shop.call("connect_reader")
        try await shop.leaveBehind("process_payment_intent", id: id, key: "declined") { shop in
            try await shop.call("process_payment_intent", id: id, key: "other")
        }
        let declined = try await shop.call("process_payment_intent", id: id, key: "declined")
        #expect(declined.answer.outcome == "declined")
        #expect(declined.json["decline"]?["decline_code"] == "insufficient_funds")
        // The decline is of the command before, and this one did nothing.
        try await shop.leaveBehind("process_payment_intent", id: id, key: "next", attempts: 1) { _ in }
        let next = try await shop.call("process_payment_intent", id: id, key: "next")
        #expect(next.json["error"]?["code"] == "interrupted")
    }

    /// A key is sent again with the body that it had, also by a version that would write more into it.
    @Test func aPaymentThatAnEarlierVersionLeftBehindIsSentAgainAsItWas() async throws {
        let shop = try await ServiceShop()
        let wish: APIValue = ["amount": 1000, "currency": "eur"]
        var id = ""
        try await shop.leaveBehind("create_payment_intent", wish, key: "1") { shop in
            id = try await shop.createUnnamed(key: "1")
        }
        let again = try await shop.call("create_payment_intent", wish, key: "1").json
        #expect(again["payment_intent"]?["id"]?.string == id, "\(again)")
        // Another body is refused, and the payment then looked for.
        #expect(shop.gateway.requests(.list) == 0)
        let next = try await shop.call("create_payment_intent", wish, key: "2").json
        #expect(next["payment_intent"]?["metadata"]?["tender_journal"]?.string?.utf8.count == 32, "\(next)")
    }

    @Test func anApprovalThatWasLeftBehindIsToldAndClaimed() async throws {
        let shop = try await ServiceShop(policy: PaymentPolicy(claimsOnReturn: false))
        let id = try await shop.payment()
        try await shop.leaveBehind("process_payment_intent", id: id, key: "1") { shop in
            try await shop.call("process_payment_intent", id: id, key: "other")
        }
        #expect(try await shop.call("process_payment_intent", id: id, key: "1").answer.outcome == "approved")
        #expect(try await shop.call("list_pending").json["pending"] == [])
        #expect(shop.ledger(id)?.authorizations == 1)
    }

    @Test func anOfflineSaleThatWasLeftBehindIsStored() async throws {
        let (shop, id) = try await offlineShop()
        try await shop.leaveBehind("process_payment_intent", id: id, key: "1") { shop in
            try await shop.call("process_payment_intent", id: id, key: "other")
        }
        #expect(try await shop.call("process_payment_intent", id: id, key: "1").answer.outcome == "stored_offline")
    }

    /// Closing stops what waits for a card, and answers it.
    @Test func closingAnswersWhatWaits() async throws {
        let shop = try await ServiceShop(cards: [])
        let id = try await shop.payment()
        async let waiting = shop.call("process_payment_intent", id: id, key: "1")
        try await waitUntil {
            try await shop.call("retrieve_status").json["payment_status"] == "waitingForInput"
        }
        await shop.desk.close()
        #expect(try await waiting.answer.outcome == "canceled")
        let late = try await shop.call("retrieve_status")
        #expect(late.json["error"]?["code"] == "stopping")
    }

    /// Every call answers something that its description allows, for a payment that is not there.
    @Test(arguments: ServiceCall.all.map(\.name)) func noCallIsAnsweredWith500(_ name: String) async throws {
        let shop = try await ServiceShop(cards: [])
        let call = try #require(ServiceCall.named(name))
        let inputs: [String: APIValue] = [
            "create_payment_intent": ["amount": 1, "currency": "xxx"], "increment_authorization": ["amount": 1],
            "create_refund": ["payment_intent": "pi_none"], "process_refund": ["payment_intent": "pi_none"],
            "process_setup_intent": ["allow_redisplay": "always"], "set_reader_display": ["text": "x"],
            "collect_data": ["type": "magstripe"], "stop_and_reverse": ["payment_intent": "pi_none"],
            "acknowledge_payment": ["by": "x"], "delete_offline": ["by": "x"],
            "discover_readers": ["timeout_seconds": 1], "connect_reader": ["timeout_seconds": 1],
            "choose_application": ["question": "none", "number": 1],
        ]
        let id = call.path.contains("{id}") ? (name.contains("setup") ? "seti_none" : "pi_none") : nil
        let result = try await shop.call(name, inputs[name] ?? .null, id: id, key: call.needsKey ? "k" : nil)
        #expect(result.answer.status != 500)
        #expect(result.json["outcome"]?.string == result.answer.outcome)
        if result.answer.status == 200 {
            #expect(call.outcomes.contains(result.answer.outcome))
        } else {
            #expect(result.json["error"]?["message"]?.string?.isEmpty == false)
        }
    }
}
