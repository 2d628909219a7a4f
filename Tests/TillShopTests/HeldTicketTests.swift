import Tender
import TenderSale
import TenderTestSupport
import Testing
import TillShop

/// A card payment that is held, on a ticket that is still open.
@Suite(.timeLimit(.minutes(2))) struct HeldTicketTests {
    private static let leg = "T1-9"

    private func dollars(_ cents: Int64) -> Amount { Amount(minorUnits: cents, currency: .usd) }

    /// Holds 10.00 at the gateway, and writes into the till's journal what a terminal writes of it.
    private func hold(_ hall: SellerHall, _ journal: SQLiteJournal) async throws -> String {
        let held = try await hall.platform.createPaymentIntent(
            PaymentIntentParameters(dollars(1000), captureMethod: .manual, paymentMethodTypes: [.card]),
            paidWith: SavedMethodPayment(paymentMethod: "pm_card_visa"), key: IdempotencyKey("hold"))
        let terms = PaymentTerms(
            intentID: held.id, amount: held.amount, captureMethod: .manual, baseKey: "k", order: Self.leg)
        let confirm = PaymentRequest.confirm(IdempotencyKey(base: "k", attempt: 1, verb: "confirm"))
        let events: [JournalEntry.Event] = [
            .attemptOpened(reader: "SIM-0001", .none), .requestLeaving(confirm, send: 1),
            .settled(confirm, .approved(IntentFacts(held)), receipt: held.card),
        ]
        for event in events {
            try await journal.append(JournalEntry(intentID: held.id, attempt: 1, terms: terms, event: event))
        }
        return held.id
    }

    /// Keeps a ticket of 20.00, half of which is held.
    private func keepTicket(_ hall: SellerHall, _ intentID: String, _ journal: SQLiteJournal) async throws {
        let catalogue = try hall.catalogue
        let department = try #require(catalogue.departments.first)
        let price = dollars(2000)
        var ticket = Ticket(id: "T1-8", cashier: "anna", currency: .usd, taxes: catalogue.taxes)
        try ticket.edit { (cart) throws(CartError) in try cart.add(to: department, price: price) }
        try ticket.addCard(id: Self.leg, amount: dollars(1000))
        try ticket.start(Self.leg, intentID: Self.leg)
        try ticket.resolve(
            Self.leg, .settled(LegOutcome.Settlement(amount: dollars(1000), tip: dollars(0), intentID: intentID)))
        let name = try await journal.head().journalID
        try await TicketStore(folder: hall.folder.path + "/tickets", journal: name).keep(ticket)
    }

    /// Somebody else may have captured it meanwhile: then it is refunded, once.
    @Test(arguments: [false, true]) func aHoldGoesBackWhateverBecameOfIt(isCaptured: Bool) async throws {
        let hall = try await SellerHall()
        try await hall.play("wait Next customer")
        let journal = try await hall.journal()
        let id = try await hold(hall, journal)
        try await keepTicket(hall, id, journal)
        await journal.close()
        let reference = PaymentIntentReference(id: id)
        if isCaptured {
            _ = try await hall.platform.capturePaymentIntent(
                reference, amount: nil, applicationFee: nil, key: IdempotencyKey("capture"))
        }
        try await hall.play(
            "wait reader ready\nwait To pay\nline GB\nwait why?\nline 1\nwait REFUNDED\nline 2000CA\nwait DONE")
        let after = try await hall.platform.retrievePaymentIntent(reference)
        #expect(after.status == (isCaptured ? .succeeded : .canceled))
        let refunds = try await hall.platform.listRefunds(paymentIntent: id, ListQuery()).data
        #expect(refunds.map(\.amount) == (isCaptured ? [dollars(1000)] : []))
    }
}
