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
        wait give back
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

    @Test func theShopsOwnGoodsAreNobodyElses() async throws {
        let hall = try await SellerHall()
        try await hall.play("wait Next customer\nline 3\n" + Self.payByCard)
        let intent = try #require(try await hall.platform.listPaymentIntents(ListQuery()).data.first)
        #expect(intent.applicationFeeAmount == nil && intent.transferData == nil && intent.transferGroup == nil)
    }
}
