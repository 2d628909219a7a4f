import SimulatedCard
import SimulatedGateway
import SimulatedPayments
import SimulatedReader
import Tender
import TenderBytes
import TenderSale
import Testing
import TillScreens

@testable import TillShop

/// A card desk and cards that are refunded only where they are presented.
@Suite(.timeLimit(.minutes(1))) struct InteracDeskTests {
    private static let price = Amount(minorUnits: 1000, currency: .cad)
    private let folder = TestFolder()

    private struct Unpaid: Error {}

    /// The void V1 of a sale that this payment paid, whose leg B1 is on its way.
    private static func void(of intentID: String) throws -> Ticket {
        let zero = Amount(minorUnits: 0, currency: .cad)
        let sold = TicketRecord(
            id: "T1", number: 1, cashier: "anna",
            lines: [
                SoldLine(
                    number: 1, name: "Thing", department: "All", quantity: .one, unitPrice: price, discount: zero,
                    amount: price, taxClass: "A")
            ], taxes: [TaxRow(taxClass: "A", rate: .zero, isIncluded: true, net: price, tax: zero)], total: price,
            rounding: zero,
            legs: [LegRecord(id: "L1", method: .card, amount: price, tip: zero, intentID: intentID)])
        var ticket = Ticket(id: "V1", cashier: "anna", refund: try Refundable(sold, earlier: []).planOfVoid())
        try ticket.addCardRefund(id: "B1", of: "L1")
        try ticket.start("B1")
        return ticket
    }

    /// Sells to the card that is presented.
    private static func sell(_ terminal: Terminal) async throws -> String {
        _ = try await terminal.easyConnect(.simulated)
        let intent = try await terminal.createPaymentIntent(
            PaymentIntentParameters(price, paymentMethodTypes: [.interacPresent]))
        guard case .approved(let paid) = try await terminal.processPaymentIntent(intent) else { throw Unpaid() }
        return paid.id
    }

    @Test func aVoidedSaleGoesBackToTheCardAtTheReader() async throws {
        let simulated = try SimulatedGateway(configuration: .init(decidesByAmount: false))
        let client = try PaymentsClient(
            apiKey: SecretBytes(utf8: "sk_test_desk"), connection: .init(baseURL: simulated.url))
        let journal = try await SQLiteJournal(
            path: folder.path + "/till.journal",
            binding: JournalBinding(gateway: simulated.url, account: "simulator"))
        let cards = ReaderScript(
            collections: [[.insert(.interac, after: .zero), .remove(after: .zero)]], readDuration: .zero)
        let terminal = Terminal(
            configuration: .init(
                gateway: client, readerSource: SimulatedReaderSource([cards]), journal: journal,
                policy: PaymentPolicy(claimsOnReturn: false)))
        let paid = try await Self.sell(terminal)
        let (line, events) = TillLine.make()
        let desk = CardDesk(
            terminal: terminal, gateway: client, customers: nil, journal: journal, line: line, keyPrefix: "till",
            offline: .requireOnline, legs: OpenLegs(tickets: [try Self.void(of: paid)], events: []))
        await desk.release("B1", of: paid)
        var outcome: LegOutcome?
        for await event in events {
            guard case .register(.leg("B1", let told)) = event else { continue }
            outcome = told
            break
        }
        guard case .settled? = outcome else {
            Issue.record("the void is \(outcome as Any)")
            return
        }
        #expect(simulated.ledger(paymentIntent: paid)?.refunded == 1000)
        await terminal.flushJournal()
        _ = try? await terminal.disconnect()
        await journal.close()
    }
}
