import SimulatedGateway
import SimulatedPayments
import Tender
import Testing

/// Sellers' goods at a whole till, with the money counted at the gateway.
@Suite(.timeLimit(.minutes(2))) struct SellerDayTests {
    private static let payByCard = """
        key f4
        wait waiting for a card
        key t
        wait DONE
        """

    private static let giveAllBack = """
        key f2
        wait why?
        key 1
        key enter
        wait To refund
        key f4
        wait DONE
        """

    /// 10.00 with a fee of 1.23: 8.77 is the seller's, until all of it goes back.
    @Test func theGoodsOfOneSellerAreADestinationCharge() async throws {
        let hall = try await SellerHall()
        try await hall.play("wait Next customer\nline 1\n" + Self.payByCard)
        let intent = try #require(try await hall.platform.listPaymentIntents(ListQuery()).data.first)
        #expect(intent.applicationFeeAmount?.minorUnits == 123)
        #expect(intent.transferData?.destination == hall.accounts[0])
        let sold = try await hall.balances()
        #expect(Array(sold.dropFirst()) == [877, 0])
        try await hall.play("wait Next customer\nline RF 1\n" + Self.giveAllBack)
        let after = try await hall.balances()
        #expect(Array(after.dropFirst()) == [0, 0])
        // The gateway keeps what it took for the payment.
        #expect(after[0] == sold[0] - 123)
    }

    /// One payment and a transfer for each seller; a refund of everything takes both back.
    @Test func severalSellersHaveTransfersAfterTheSale() async throws {
        let hall = try await SellerHall()
        try await hall.play(
            "wait Next customer\nline 1\nline 2\nline 3\n" + Self.payByCard + "\nwait every seller has been paid")
        let intent = try #require(try await hall.platform.listPaymentIntents(ListQuery()).data.first)
        let transfers = try await hall.platform.listTransfers(transferGroup: intent.transferGroup).data
        #expect(intent.amount.minorUnits == 3300)
        #expect(intent.transferData == nil)
        #expect(intent.transferGroup != nil)
        #expect(transfers.map(\.amount.minorUnits).sorted() == [877, 1950])
        #expect(transfers.allSatisfy { $0.sourceTransaction == intent.latestCharge?.id })
        #expect(Array(try await hall.balances().dropFirst()) == [877, 1950])
        try await hall.play(
            "wait Next customer\nline RF 1\n" + Self.giveAllBack + "\nwait every seller has been paid")
        #expect(Array(try await hall.balances().dropFirst()) == [0, 0])
    }

    /// Whatever the network does to a transfer or a reversal, it goes once: the till finds out, at the latest when it is started
    /// again.
    @Test(arguments: [
        "drop-answer:transfers.create:1", "drop-request:transfers.create:1", "drop-answer:transfers.create:9",
        "drop-request:transfers.create:9", "status:transfers.create:1:500", "status-after:transfers.create:2:500",
        "html:transfers.create:1", "status:transfers.create:2:429", "status-after:transfers.create:1:404",
        "status-after:transfers.create:1:409", "status-after:transfers.create:1:429",
    ])
    func noFaultTransfersTwice(fault: String) async throws {
        let hall = try await SellerHall()
        hall.gateway.setFaults([try Fault(parsing: fault)])
        try await hall.play("wait Next customer\nline 1\nline 2\n" + Self.payByCard)
        hall.gateway.setFaults([])
        try await hall.play("wait Next customer\nline 3\nline 1000CA\nwait DONE")
        let first = try await hall.balances()
        try await hall.play("wait Next customer\nline 3\nline 1000CA\nwait DONE")
        let transfers = try await hall.platform.listTransfers().data
        #expect(transfers.map(\.amount.minorUnits).sorted() == [877, 1950], "\(first)")
    }

    /// What goes back to a card comes back from the sellers once, whatever becomes of the reversals' answers.
    @Test(arguments: [
        "drop-answer:transfers.reversals.create:1", "drop-request:transfers.reversals.create:9",
        "drop-answer:transfers.reversals.create:9", "status-after:transfers.reversals.create:1:500",
        "status-after:transfers.reversals.create:1:404", "status-after:transfers.reversals.create:1:429",
    ])
    func noFaultReversesTwice(fault: String) async throws {
        let hall = try await SellerHall()
        try await hall.play(
            "wait Next customer\nline 1\nline 2\n" + Self.payByCard + "\nwait every seller has been paid")
        hall.gateway.setFaults([try Fault(parsing: fault)])
        try await hall.play("wait Next customer\nline RF 1\n" + Self.giveAllBack)
        hall.gateway.setFaults([])
        for _ in 0..<2 { try await hall.play("wait Next customer\nline 3\nline 1000CA\nwait DONE") }
        let transfers = try await hall.platform.listTransfers().data
        #expect(transfers.count == 2)
        #expect(transfers.allSatisfy { $0.amountReversed == $0.amount })
        #expect(Array(try await hall.balances().dropFirst()) == [0, 0])
    }

    @Test func theShopsOwnGoodsAreNobodyElses() async throws {
        let hall = try await SellerHall()
        try await hall.play("wait Next customer\nline 3\n" + Self.payByCard)
        let intent = try #require(try await hall.platform.listPaymentIntents(ListQuery()).data.first)
        #expect(intent.applicationFeeAmount == nil)
        #expect(intent.transferData == nil)
        #expect(intent.transferGroup == nil)
    }
}
