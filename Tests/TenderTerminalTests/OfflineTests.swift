import SimulatedCard
import SimulatedReader
import TenderFlow
import TenderJournal
import TenderModel
import TenderRecords
import TenderTerminal
import TenderTestSupport
import Testing

@Suite struct OfflineTests {
    @Test func anOfflineSaleIsStoredAndForwardedOnce() async throws {
        let shop = OfflineShop(forwardsByItself: false)
        try await shop.connect()
        let events = shop.terminal.events()
        let payment = try await shop.store(order: "A1")
        #expect(payment.state == .stored)
        #expect(payment.card.last4 == "4242")
        #expect(payment.order == "A1")
        #expect(shop.gateway.calls(.create).isEmpty)
        #expect(shop.gateway.calls(.confirm).isEmpty)
        #expect(try await shop.journal.payload(payment.id) != nil)
        await shop.terminal.forwardNow()
        await shop.terminal.waitForForwarding()
        #expect(shop.approvals == [1])
        #expect(try await shop.journal.payload(payment.id) == nil)
        #expect(try await shop.terminal.offlinePayments() == [])
        for await event in events {
            guard case .paymentForwarded(let forwarded, let outcome) = event.kind else { continue }
            #expect(forwarded.id == payment.id)
            #expect(outcome.word == "approved")
            break
        }
    }

    @Test func whatIsStoredIsForwardedByItselfWhenTheGatewayAnswersAgain() async throws {
        let shop = OfflineShop()
        try await shop.connect()
        for verb in [ScriptedGateway.Verb.create, .list] { shop.gateway.always(verb, .refuseConnection) }
        #expect(try await shop.sell(1000, .preferOnline).word == "stored offline")
        let events = shop.terminal.events()
        for verb in [ScriptedGateway.Verb.create, .list] { shop.gateway.always(verb, nil) }
        for await event in events {
            if case .paymentForwarded = event.kind { break }
        }
        #expect(shop.approvals == [1])
    }

    @Test func whileForwardingIsPausedNothingLeavesAndThenItDoes() async throws {
        let shop = OfflineShop()
        try await shop.connect()
        await shop.terminal.pauseForwarding()
        _ = try await shop.store()
        await shop.terminal.waitForForwarding()
        #expect(shop.gateway.calls(.create).isEmpty)
        await shop.terminal.resumeForwarding()
        await shop.terminal.waitForForwarding()
        #expect(shop.approvals == [1])
    }

    @Test func withAnAnswerOfTheGatewayTheSaleIsOnline() async throws {
        let shop = OfflineShop()
        try await shop.connect()
        #expect(try await shop.sell(1000, .preferOnline).word == "approved")
        shop.gateway.always(.create, .fail(.init(.invalidParameter, fate: .answered(status: 400), message: "no")))
        await #expect(throws: TenderError.self) { try await shop.sell(1000, .preferOnline) }
        shop.gateway.always(.create, .refuseConnection)
        let error = await #expect(throws: TenderError.self) { try await shop.sell(1000, .requireOnline) }
        #expect(error?.errorCode == .onlineRequired)
        #expect(try await shop.terminal.offlineStatus().count == 0)
    }

    @Test func anIntentThatWasMadeOnlineIsNeverConfirmedOffline() async throws {
        let shop = OfflineShop()
        try await shop.connect()
        let intent = try await shop.terminal.createPaymentIntent(
            .init(amount: 1000, currency: .eur), offlineBehavior: .preferOnline)
        let collected = try await shop.terminal.collectPaymentMethod(intent)
        for verb in ScriptedGateway.Verb.allCases { shop.gateway.always(verb, .refuseConnection) }
        let error = await #expect(throws: TenderError.self) { try await shop.terminal.confirmPaymentIntent(collected) }
        #expect(error?.code == .notConnectedToGateway)
        #expect(try await shop.terminal.offlinePayments() == [])
    }

    @Test func aLostCreateIsForwardedUnderTheSameKey() async throws {
        let shop = OfflineShop(forwardsByItself: false)
        try await shop.connect()
        shop.gateway.always(.create, .loseAnswer)
        shop.gateway.always(.list, .loseRequest)
        #expect(try await shop.sell(1000, .preferOnline).word == "stored offline")
        shop.gateway.always(.create, nil)
        shop.gateway.always(.list, nil)
        await shop.terminal.forwardNow()
        await shop.terminal.waitForForwarding()
        #expect(shop.gateway.intentCount == 1)
        #expect(shop.approvals == [1])
    }

    @Test func theLimitsAreKeptBeforeACardIsAskedFor() async throws {
        let shop = OfflineShop(forwardsByItself: false)
        try await shop.connect()
        var wrong: [String] = []
        func expectRefusal(_ units: Int64, order: String? = nil, _ code: TenderError.Code, _ text: String) async {
            do {
                _ = try await shop.sell(units, order: order)
                wrong.append("\(units) was taken")
            } catch let error as TenderError {
                if error.code != code || !error.message.contains(text) { wrong.append("\(error)") }
            } catch { wrong.append("\(error)") }
        }
        await expectRefusal(2001, .offlineRefused, "20.00 EUR")
        _ = try await shop.store(2000, order: "A1")
        _ = try await shop.store(2000)
        await expectRefusal(1001, .offlineRefused, "40.00 EUR is stored")
        await expectRefusal(500, order: "A1", .outcomeUnknown, "A1")
        _ = try await shop.store(1000)
        await expectRefusal(1, .offlineRefused, "50.00 EUR")
        let yen = PaymentIntentParameters(Amount(minorUnits: 1, currency: .jpy))
        await #expect(throws: TenderError.self) {
            try await shop.terminal.createPaymentIntent(yen, offlineBehavior: .forceOffline)
        }
        let status = try await shop.terminal.offlineStatus()
        #expect(wrong == [])
        #expect(status.count == 3)
        #expect(status.totals == [Amount(minorUnits: 5000, currency: .eur)])
        #expect(try await shop.terminal.offlinePayments().count == 3)
    }

    /// Nothing stored says whose money it is: it would all be the shop's.
    @Test func aPaymentThatASellerHasAPartOfIsNotTakenOffline() async throws {
        let shop = OfflineShop(forwardsByItself: false)
        try await shop.connect()
        let parameters = PaymentIntentParameters(
            Amount(minorUnits: 1000, currency: .eur), transferData: TransferData(destination: "acct_1"))
        let error = await #expect(throws: TenderError.self) {
            try await shop.terminal.createPaymentIntent(parameters, offlineBehavior: .forceOffline)
        }
        let count = try await shop.terminal.offlineStatus().count
        #expect(error?.code == .offlineRefused)
        #expect(count == 0)
    }

    @Test func aStripeAndAnInspectionAreNotTakenOffline() async throws {
        let swipe = ReaderScript(
            collections: [[.init(.present(.visa, .swipe, readable: true), after: .zero)]], readDuration: .zero)
        let shop = OfflineShop(swipe, forwardsByItself: false)
        try await shop.connect()
        let error = await #expect(throws: TenderError.self) { try await shop.sell() }
        #expect(error?.code == .declinedByReader)
        #expect(error?.message.contains("stripe") == true)
        let intent = try await shop.terminal.createPaymentIntent(
            .init(amount: 100, currency: .eur), offlineBehavior: .forceOffline)
        await #expect(throws: TenderError.self) {
            try await shop.terminal.collectPaymentMethod(intent, configuration: .init(updatePaymentIntent: true))
        }
        await #expect(throws: TenderError.self) { try await shop.terminal.capturePaymentIntent(intent) }
        #expect(try await shop.terminal.offlinePayments() == [])
    }

    @Test func aDeclineAtForwardingIsToldAndRecorded() async throws {
        let shop = OfflineShop(forwardsByItself: false)
        try await shop.connect()
        let payment = try await shop.store()
        shop.gateway.decline("insufficient_funds")
        await shop.terminal.forwardNow()
        await shop.terminal.waitForForwarding()
        guard case .declined(let decline, _) = try await shop.state(payment.id) else { throw UnexpectedOutcome() }
        #expect(decline.reason == "insufficient_funds")
        #expect(shop.approvals == [])
        #expect(shop.gateway.calls(.confirm).count == 1)
        #expect(try await shop.journal.payload(payment.id) == nil)
    }

    @Test func aConfirmationThatNeverArrivesIsDisprovedAndForwardedAsAnotherIntent() async throws {
        let shop = OfflineShop(forwardsByItself: false)
        try await shop.connect()
        let payment = try await shop.store()
        for _ in 0..<Shop.policy.maximumSends { shop.gateway.script(.confirm, .loseRequest) }
        await shop.terminal.forwardNow()
        await shop.terminal.waitForForwarding()
        #expect(shop.approvals == [1])
        #expect(shop.gateway.intentCount == 2)
        #expect(shop.gateway.intent("pi_1")?.status == .canceled)
        let keys = shop.gateway.calls(.create).compactMap(\.key?.rawValue)
        let base = String(payment.id.dropFirst("offline_".count))
        #expect(keys == ["\(base)/0/create", "\(base)~2/0/create"])
    }

    @Test func aTillThatDiesWhileForwardingChargesOnce() async throws {
        let journal = InMemoryJournal()
        let gateway = ScriptedGateway()
        let first = OfflineShop(gateway: gateway, journal: journal)
        try await first.connect()
        gateway.script(.confirm, .holdAnswer)
        let payment = try await first.store()
        await gateway.waitForCalls(.confirm, 1)
        let second = OfflineShop(gateway: gateway, journal: InheritedJournal(base: journal))
        await second.terminal.waitForForwarding()
        #expect(second.approvals == [1])
        #expect(gateway.calls(.confirm).count == 1)
        #expect(try await second.state(payment.id)?.word == "approved")
        let pending = try await second.terminal.pendingAttempts()
        #expect(pending == [])
        gateway.release(.confirm)
        await first.terminal.flushJournal()
        #expect(second.approvals == [1])
    }

    /// The next process finds its intent unpaid: that is canceled first, so that nobody can pay it any more, and the
    /// payment is forwarded as another one.
    @Test func aConfirmationThatArrivesAfterItsTillDiedChargesOnce() async throws {
        let (gateway, journal) = (ScriptedGateway(), InMemoryJournal())
        let first = OfflineShop(gateway: gateway, journal: journal)
        try await first.connect()
        gateway.script(.confirm, .holdRequest)
        let payment = try await first.store()
        await gateway.waitForCalls(.confirm, 1)
        let second = OfflineShop(gateway: gateway, journal: InheritedJournal(base: journal))
        await second.terminal.waitForForwarding()
        #expect(try await second.state(payment.id)?.word == "approved")
        gateway.release(.confirm)
        await first.terminal.waitForForwarding()
        #expect(gateway.intent("pi_1")?.status == .canceled)
        #expect(gateway.intentCount == 2)
        #expect(second.approvals == [1])
    }

    /// What the records tell of a payment's intent is not taken for nothing because it could not be read.
    @Test(.timeLimit(.minutes(1))) func anUnreadableRecordChargesNobodyTwice() async throws {
        let (gateway, journal) = (ScriptedGateway(), InMemoryJournal())
        let first = OfflineShop(gateway: gateway, journal: journal)
        try await first.connect()
        gateway.script(.confirm, .holdAnswer)
        let payment = try await first.store()
        await gateway.waitForCalls(.confirm, 1)
        let second = OfflineShop(
            gateway: gateway, journal: InheritedJournal(base: journal, unreadableOnce: "pi_1"))
        let events = second.terminal.events()
        async let told = events.contains { if case .paymentForwarded = $0.kind { true } else { false } }
        await second.terminal.waitForForwarding()
        #expect(await told)
        #expect(second.approvals == [1])
        #expect(gateway.calls(.confirm).count == 1)
        #expect(try await second.state(payment.id)?.word == "approved")
        gateway.release(.confirm)
        await first.terminal.flushJournal()
        #expect(second.approvals == [1])
    }

    @Test func whatNobodyWasToldOfIsForwardedByAPersonsWordOnly() async throws {
        let journal = InMemoryJournal()
        let shop = OfflineShop(journal: journal, forwardsByItself: false)
        let amount = Amount(minorUnits: 1000, currency: .eur)
        let intent = PaymentIntent(offline: PaymentIntentParameters(amount), base: "b")
        let payload = EncryptedPayload(scheme: "s", keySerial: "00", ciphertext: "11", tag: "22").storedBytes
        let sale = OfflineSale(
            .payment(intent.parameters), payloadDigest: EncryptedPayload.digest(ofStored: payload),
            limits: OfflineShop.limits)
        let terms = PaymentTerms(intentID: intent.id, amount: amount, baseKey: "b")
        try await journal.append(
            JournalEntry(intentID: intent.id, attempt: 1, terms: terms, event: .offline(.stored(sale))),
            payload: .store(key: intent.id, payload))
        let next = OfflineShop(gateway: shop.gateway, journal: InheritedJournal(base: journal))
        await next.terminal.waitForForwarding()
        guard case .quarantined(let quarantine) = try await next.state(intent.id) else { throw UnexpectedOutcome() }
        #expect(quarantine.reason == .unclaimed)
        #expect(shop.gateway.calls(.create).isEmpty)
        try await next.terminal.release(intent.id)
        await next.terminal.waitForForwarding()
        #expect(next.approvals == [1])
    }

    @Test func aPaymentThatIsStoredDuringADrainIsForwardedAfterIt() async throws {
        let shop = OfflineShop()
        try await shop.connect()
        shop.gateway.script(.create, .holdAnswer)
        let first = try await shop.store(1000)
        await shop.gateway.waitForCalls(.create, 1)
        let second = try await shop.store(1500)
        #expect(shop.gateway.calls(.create).count == 1)
        shop.gateway.release(.create)
        await shop.terminal.waitForForwarding()
        #expect(shop.approvals == [1, 1])
        #expect(shop.gateway.intentCount == 2)
        #expect(try await shop.state(first.id) == .approved(intentID: "pi_1"))
        #expect(try await shop.state(second.id)?.word == "approved")
    }

    @Test func onePaymentThatIsRefusedForGoodStopsNoOther() async throws {
        let shop = OfflineShop(forwardsByItself: false)
        try await shop.connect()
        let bad = try await shop.store(1000)
        let good = try await shop.store(1500)
        shop.gateway.script(
            .create, .fail(.init(.invalidParameter, fate: .answered(status: 400), message: "no such thing")))
        await shop.terminal.forwardNow()
        await shop.terminal.waitForForwarding()
        #expect(try await shop.state(bad.id)?.word == "quarantined")
        #expect(try await shop.state(good.id)?.word == "approved")
        try await shop.terminal.release(bad.id)
        await shop.terminal.waitForForwarding()
        #expect(try await shop.state(bad.id)?.word == "approved")
        #expect(shop.approvals == [1, 1])
    }

    @Test func aRefusedCredentialSetsNothingAside() async throws {
        let shop = OfflineShop(forwardsByItself: false)
        try await shop.connect()
        let payment = try await shop.store()
        let events = shop.terminal.events()
        shop.gateway.script(
            .create, .fail(.init(.authenticationFailed, fate: .answered(status: 401), message: "expired")))
        await shop.terminal.forwardNow()
        var codes: [TenderError.Code] = []
        for await event in events {
            if case .forwardingError(let error, nil) = event.kind { codes.append(error.code) }
            if case .paymentForwarded = event.kind { break }
        }
        #expect(codes == [.authenticationFailed])
        #expect(try await shop.state(payment.id)?.word == "approved")
    }

    @Test func storedPaymentsAreSetAsideReleasedAndDeletedWithARecord() async throws {
        let shop = OfflineShop(forwardsByItself: false)
        try await shop.connect()
        let (kept, gone) = (try await shop.store(1000), try await shop.store(1500))
        try await shop.terminal.quarantine(kept.id)
        try await shop.terminal.deleteOffline(gone.id, by: "Ann")
        await #expect(throws: TenderError.self) { try await shop.terminal.deleteOffline(gone.id) }
        await #expect(throws: TenderError.self) { try await shop.terminal.release(gone.id) }
        await shop.terminal.forwardNow()
        await shop.terminal.waitForForwarding()
        #expect(shop.gateway.calls(.create).isEmpty)
        #expect(try await shop.state(gone.id) == .deleted(by: "Ann"))
        #expect(try await shop.journal.payload(gone.id) == nil)
        try await shop.terminal.release(kept.id)
        await shop.terminal.waitForForwarding()
        #expect(shop.approvals == [1])
    }

    @Test func whatTheIssuerMayHaveBeenAskedIsNotDeleted() async throws {
        let shop = OfflineShop(forwardsByItself: false)
        try await shop.connect()
        let payment = try await shop.store()
        shop.gateway.always(.confirm, .loseAnswer)
        shop.gateway.always(.retrieve, .loseRequest)
        let events = shop.terminal.events()
        await shop.terminal.forwardNow()
        for await event in events {
            if case .forwardingError(let error, payment.id) = event.kind, error.code == .outcomeUnknown { break }
        }
        let error = await #expect(throws: TenderError.self) { try await shop.terminal.deleteOffline(payment.id) }
        #expect(error?.code == .outcomeUnknown)
        let entry = JournalEntry(intentID: payment.id, attempt: 1, event: .offline(.deleted(by: "Ann")))
        await #expect(throws: JournalError.self) { try await shop.journal.check(entry) }
        #expect(shop.approvals == [1])
    }

    @Test func nothingOfTheCardLeavesTheJournal() async throws {
        let shop = OfflineShop(forwardsByItself: false)
        try await shop.connect()
        let events = shop.terminal.events()
        let payment = try await shop.store()
        let bytes = try #require(try await shop.journal.payload(payment.id))
        let stored = String(decoding: bytes, as: UTF8.self)
        // Ciphertext and tag are runs of hexadecimal digits; any long one of them would be card data.
        let secrets = stored.split { !$0.isHexDigit }.map(String.init).filter { $0.count >= 24 }
        try await shop.terminal.quarantine(payment.id)
        var said = [try await shop.terminal.exportOffline(), "\(try await shop.terminal.offlinePayments())"]
        said.append("\(try await shop.terminal.offlineStatus())")
        said.append("\(try await shop.journal.history(of: payment.id) as Any)")
        do { try await shop.terminal.deleteOffline("offline_x") } catch { said.append("\(error)") }
        try await shop.terminal.release(payment.id)
        await shop.terminal.forwardNow()
        await shop.terminal.waitForForwarding()
        for await event in events {
            said.append("\(event)")
            if case .paymentForwarded = event.kind { break }
        }
        let leaks = secrets.filter { secret in said.contains { $0.contains(secret) } }
        #expect(!secrets.isEmpty)
        #expect(leaks == [])
        #expect(!said[0].contains("4242"))
        #expect(said[0].contains(payment.id))
    }
}
