import Tender
import Testing

/// A whole till at a simulated smart reader, whose customer presents the card at the gateway.
@Suite(.timeLimit(.minutes(2))) struct SmartReaderDayTests {
    /// A coffee, and the money back; its last key asks the smart reader or the gateway for the refund.
    private static let saleAndItsRefund = """
        wait Next customer
        wait reader ready
        line 3
        key f4
        wait waiting for a card
        show
        wait DONE
        line RF 1
        key f2
        wait why?
        key 1
        key enter
        wait To refund
        key f4
        """

    @Test func aCardIsChargedRefundedAndSaved() async throws {
        let hall = try await SellerHall()
        let reader = try await hall.registerReader()
        try await hall.play(
            """
            \(Self.saleAndItsRefund)
            wait DONE
            line SV zoe@x.org
            wait may the card be saved
            line 1
            show
            wait SAVED
            key f9
            wait Every outcome is known
            """, at: ReaderAddress(.internet), atShow: { try await hall.present(at: reader) })
        let paid = try await hall.platform.listPaymentIntents(ListQuery()).data
        #expect(paid.map(\.amountReceived?.minorUnits) == [300])
        #expect(paid.map(\.card?.last4) == ["4242"])
        let refunds = try await hall.platform.listRefunds(paymentIntent: paid.first?.id, ListQuery()).data
        #expect(refunds.map(\.amount.minorUnits) == [300])
        let zoe = try #require(try await hall.platform.listCustomers(email: "zoe@x.org").data.first)
        #expect(try await hall.platform.listPaymentMethods(ofCustomer: zoe.id).data.map(\.card?.last4) == ["4242"])
    }

    @Test func anInteracCardPaysInCanadaAndIsPresentedForItsRefund() async throws {
        let hall = try await SellerHall(currency: .cad)
        let reader = try await hall.registerReader()
        try await hall.play(
            """
            \(Self.saleAndItsRefund)
            show
            wait DONE
            """, at: ReaderAddress(.internet), atShow: { try await hall.present(.interacPresent, at: reader) })
        let paid = try await hall.platform.listPaymentIntents(ListQuery()).data
        #expect(paid.map(\.card?.brand) == [.interac])
        let refunds = try await hall.platform.listRefunds(paymentIntent: paid.first?.id, ListQuery()).data
        #expect(refunds.map(\.amount.minorUnits) == [300])
    }
}
