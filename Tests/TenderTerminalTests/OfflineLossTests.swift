import TenderFlow
import TenderJournal
import TenderModel
import TenderRecords
import TenderTerminal
import TenderTestSupport
import Testing

/// Goods that were handed over for a stored payment, and money that never came.
@Suite struct OfflineLossTests {
    /// A sale that was stored, and declined when it was forwarded.
    private func lose(_ shop: OfflineShop, order: String? = nil) async throws -> OfflinePayment {
        try await shop.connect()
        let payment = try await shop.store(order: order)
        shop.gateway.decline("insufficient_funds")
        await shop.terminal.forwardNow()
        await shop.terminal.waitForForwarding()
        return payment
    }

    @Test func aDeclineAtForwardingIsListedUntilSomebodyAcknowledgesIt() async throws {
        let journal = InMemoryJournal()
        let shop = OfflineShop(journal: journal, forwardsByItself: false)
        let payment = try await lose(shop)
        #expect(try await shop.terminal.pendingAttempts().map(\.intentID) == [payment.id])
        // The next process lists it too.
        let next = OfflineShop(gateway: shop.gateway, journal: InheritedJournal(base: journal))
        #expect(try await next.terminal.pendingAttempts().map(\.intentID) == [payment.id])
        try await next.terminal.acknowledge(payment.id, by: "Ann")
        #expect(try await next.terminal.pendingAttempts() == [])
        #expect(try await journal.history(of: payment.id)?.acknowledgedBy == "Ann")
    }

    @Test func aSaleThatIsDeletedIsListedUntilSomebodyAcknowledgesIt() async throws {
        let shop = OfflineShop(forwardsByItself: false)
        try await shop.connect()
        let payment = try await shop.store()
        // What is said before its end says nothing of its end.
        try await shop.journal.append(
            JournalEntry(intentID: payment.id, attempt: 1, event: .acknowledged(by: "somebody")))
        try await shop.terminal.deleteOffline(payment.id, by: "Ben")
        #expect(try await shop.terminal.pendingAttempts().map(\.intentID) == [payment.id])
        try await shop.terminal.acknowledge(payment.id, by: "Ann")
        #expect(try await shop.terminal.pendingAttempts() == [])
    }

    @Test func aLossStandsInNobodysWay() async throws {
        let shop = OfflineShop(forwardsByItself: false)
        let lost = try await lose(shop, order: "A1")
        // The customer comes back and pays otherwise.
        #expect(try await shop.sell(1000, .requireOnline, order: "A1").word == "approved")
        let status = try await shop.terminal.offlineStatus()
        let stored = try await shop.terminal.offlinePayments()
        #expect(status.count == 0)
        #expect(stored == [])
        #expect(try await shop.terminal.pendingAttempts().map(\.intentID) == [lost.id])
    }

    // MARK: - The ids

    private func forward(_ shop: OfflineShop) async throws -> OfflinePayment {
        try await shop.connect()
        let payment = try await shop.store()
        await shop.terminal.forwardNow()
        await shop.terminal.waitForForwarding()
        return payment
    }

    @Test func aForwardedSaleIsReadAndGivenBackUnderItsLocalID() async throws {
        let shop = OfflineShop(forwardsByItself: false)
        let payment = try await forward(shop)
        let intent = try await shop.terminal.retrievePaymentIntent(id: payment.id)
        #expect(intent.id == "pi_1")
        #expect(intent.status == .succeeded)
        let part = Amount(minorUnits: 300, currency: .eur)
        let outcome = try await shop.terminal.refund(RefundParameters(paymentIntent: payment.id, amount: part))
        guard case .succeeded(let refund) = outcome else { throw UnexpectedOutcome() }
        #expect(refund.paymentIntent == "pi_1")
        #expect(refund.amount == part)
        #expect(try await shop.journal.history(of: "pi_1")?.refunds.map(\.parameters.paymentIntent) == ["pi_1"])
    }

    @Test func whatIsStoredOrWasNeverPaidIsNotGivenBack() async throws {
        let shop = OfflineShop(forwardsByItself: false)
        try await shop.connect()
        let (stored, deleted) = (try await shop.store(500), try await shop.store(600))
        try await shop.terminal.deleteOffline(deleted.id, by: "Ann")
        var messages: [String] = []
        func refund(_ id: String) async {
            do {
                _ = try await shop.terminal.refund(RefundParameters(paymentIntent: id))
                messages.append("\(id) was given back")
            } catch let error as TenderError {
                messages.append("\(error.code): \(error.message)")
            } catch { messages.append("\(error)") }
        }
        await refund(stored.id)
        await refund(deleted.id)
        shop.gateway.decline("lost_card")
        await shop.terminal.forwardNow()
        await shop.terminal.waitForForwarding()
        await refund(stored.id)
        await refund("offline_nobody")
        let words = ["not authorized yet", "deleted by Ann", "declined when it was forwarded", "has nothing about"]
        #expect(messages.count == 4, "\(messages)")
        #expect(zip(messages, words).allSatisfy { $0.contains($1) }, "\(messages)")
        #expect(shop.gateway.refunds == [])
        #expect(shop.gateway.calls(.refund).isEmpty)
    }

    @Test func aForwardedSaleIsAcknowledgedAndCanceledAsItsPaymentIntent() async throws {
        let shop = OfflineShop(forwardsByItself: false)
        try await shop.connect()
        let amount = Amount(minorUnits: 1000, currency: .eur)
        let local = try await shop.terminal.createPaymentIntent(
            PaymentIntentParameters(amount, captureMethod: .manual), offlineBehavior: .forceOffline)
        _ = try await shop.terminal.confirmPaymentIntent(shop.terminal.collectPaymentMethod(local))
        await shop.terminal.forwardNow()
        await shop.terminal.waitForForwarding()
        #expect(try await shop.terminal.pendingAttempts().map(\.intentID) == ["pi_1"])
        try await shop.terminal.acknowledge(local.id, by: "Ann")
        #expect(try await shop.journal.history(of: "pi_1")?.acknowledgedBy == "Ann")
        let canceled = try await shop.terminal.cancelPaymentIntent(local)
        #expect(canceled.id == "pi_1")
        #expect(canceled.status == .canceled)
        #expect(try await shop.terminal.pendingAttempts() == [])
    }

    @Test func aForwardedHoldIsCapturedUnderItsLocalID() async throws {
        let shop = OfflineShop(forwardsByItself: false)
        try await shop.connect()
        let amount = Amount(minorUnits: 1000, currency: .eur)
        let local = try await shop.terminal.createPaymentIntent(
            PaymentIntentParameters(amount, captureMethod: .manual), offlineBehavior: .forceOffline)
        _ = try await shop.terminal.confirmPaymentIntent(shop.terminal.collectPaymentMethod(local))
        await shop.terminal.forwardNow()
        await shop.terminal.waitForForwarding()
        let captured = try await shop.terminal.capturePaymentIntent(local)
        #expect(captured.id == "pi_1")
        #expect(captured.status == .succeeded)
    }
}
