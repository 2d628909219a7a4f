import SimulatedGateway
import SimulatedPayments
import Tender
import TenderTestSupport
import Testing

/// Payments that a manager accepted while nobody knew their outcome, at a whole till, with the money counted at the gateway.
@Suite(.timeLimit(.minutes(3))) struct AcceptedDayTests {
    private static let silence = ["drop-answer:confirm:99", "drop-answer:retrieve:99", "drop-answer:cancel:99"]
    private static let deafness = ["drop-request:confirm:99", "drop-request:retrieve:99", "drop-request:cancel:99"]

    private func faults(_ hall: SellerHall, _ texts: [String]) throws {
        hall.gateway.setFaults(try texts.map { try Fault(parsing: $0) })
    }

    private func refunds(_ hall: SellerHall) async throws -> Int {
        try await hall.platform.listRefunds(paymentIntent: nil, ListQuery(limit: 100)).data.count
    }

    /// A till that ended while nobody knew whether the card had paid 33.00, and whose receipt 1 was accepted after its start.
    private func accepted(
        _ hall: SellerHall, _ trouble: [String] = silence, then script: String,
        atShow: @escaping @Sendable () async throws -> Void
    ) async throws {
        try faults(hall, trouble)
        try await hall.play(
            """
            wait Next customer
            line 1
            line 2
            line 3
            key f4
            wait waiting for a card
            key t
            wait no answer yet
            """)
        try await hall.play(
            """
            wait OUTCOME UNKNOWN
            line AC slip 1
            wait why?
            key 1
            key enter
            wait DONE: receipt 1
            key f9
            wait receipt 1
            line GB
            wait RF 1
            show
            """ + "\n" + script, atShow: atShow)
    }

    /// The approval is found: it is the receipt's, goes back by a refund of that receipt alone, and every seller has been paid.
    @Test func anApprovalThatComesLaterIsTheReceipts() async throws {
        let hall = try await SellerHall()
        try await accepted(
            hall,
            then: """
                key enter
                wait was paid
                wait Every outcome is known
                wait every seller has been paid
                line GB
                line Z
                wait Close the shift
                line 2*50
                key f2
                key f2
                wait the shift is closed
                ledger
                """, atShow: { hall.gateway.setFaults([]) })
        #expect(try await refunds(hall) == 0)
        #expect(Array(try await hall.balances().dropFirst()) == [877, 1950])
        try await hall.play("wait Next customer\nkey f9\nwait Every outcome is known")
    }

    /// It is found by the next start when the till ends before.
    @Test func anApprovalThatCameWhileTheTillWasOffIsTheReceipts() async throws {
        let hall = try await SellerHall()
        try await accepted(hall, then: "", atShow: {})
        hall.gateway.setFaults([])
        try await hall.play("wait was paid\nkey f9\nwait Every outcome is known\nwait every seller has been paid")
        #expect(try await refunds(hall) == 0)
        #expect(Array(try await hall.balances().dropFirst()) == [877, 1950])
    }

    /// The card was never charged: the loss is listed until somebody has seen it, also after a start, and the Z is the gateway's.
    @Test func whatWasNeverPaidIsALossThatSomebodyAcknowledges() async throws {
        let hall = try await SellerHall()
        try await accepted(
            hall, Self.deafness, then: "key enter\nwait was never paid\nwait never paid",
            atShow: { hall.gateway.setFaults([]) })
        try await hall.play(
            """
            wait Next customer
            wait 1 unresolved
            size 80 100
            key f9
            wait never paid
            line GB
            wait Nothing was paid here
            line AK
            wait why?
            line 3 wrote to the customer
            wait Every outcome is known
            line Z
            wait Close the shift
            line 2*50
            key f2
            key f2
            wait the shift is closed
            wait Accepted, never paid
            ledger
            """)
        #expect(Array(try await hall.balances()) == [0, 0, 0])
        try await hall.play("wait Next customer\nkey f9\nwait Every outcome is known")
    }
}
