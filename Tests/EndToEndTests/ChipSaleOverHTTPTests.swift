import ChipReaders
import SimulatedCard
import SimulatedDevices
import SimulatedGateway
import SimulatedPayments
import Tender
import Testing

/// The product's terminal, kernel and client between cards that compute and their issuer behind a real port.
@Suite(.timeLimit(.minutes(2))) struct ChipSaleOverHTTPTests {
    /// What a sale came to: in words, on the receipt, and in the issuer's ledger.
    private struct End {
        let outcome: PaymentOutcome
        let ledger: LedgerEntry?
        var receipt: ReceiptDetails? { if case .approved(let intent) = outcome { intent.card?.receipt } else { nil } }
        var decline: String? { if case .declined(let decline, _) = outcome { decline.reason } else { nil } }
    }

    private static func sell(
        _ profile: ChipProfile, _ capture: CaptureMethod = .automatic, faults: [String] = [], isQuick: Bool = false
    ) async throws -> End {
        let gateway = try SimulatedGateway(configuration: .init(faults: faults.map { try Fault(parsing: $0) }))
        let client = try PaymentsClient(
            apiKey: SecretBytes(utf8: "sk_test_chip"), connection: .init(baseURL: gateway.url))
        let address = try #require(ReaderAddress("simulated-ccid"))
        let contact = try SimulatedTerminal.configuration()
        let source = try SimulatedChipReaders(
            address, cards: [profile], customer: .follows,
            acceptance: .simulated(isQuick ? contact.withQuickChip : contact))
        let terminal = Terminal(
            configuration: .init(
                gateway: client, readerSource: source, journal: InMemoryJournal(),
                policy: PaymentPolicy(firstPause: .milliseconds(1), longestPause: .milliseconds(5))))
        _ = try await terminal.easyConnect(.simulated)
        let intent = try await terminal.createPaymentIntent(
            PaymentIntentParameters(amount: 1000, currency: .eur, captureMethod: capture))
        let outcome = try await terminal.processPaymentIntent(intent)
        try await terminal.disconnect()
        return End(outcome: outcome, ledger: gateway.ledger(paymentIntent: intent.id))
    }

    @Test func theIssuersProofReachesTheCardAndItsWordTheReceipt() async throws {
        let end = try await Self.sell(ChipProfile(card: .visa))
        #expect(end.receipt?.cryptogramType == "TC")
        #expect(end.receipt?.issuerAuthentication == "passed")
        #expect(end.receipt?.transactionStatusInformation == "F800")
        #expect(end.ledger?.captured == 1000)
        let quick = try await Self.sell(ChipProfile(card: .visa), isQuick: true)
        #expect(quick.receipt?.applicationCryptogram != nil)
        #expect(quick.receipt?.cryptogramType == nil)
    }

    /// A card that wants a proof agrees only if it was asked for and came: also when the first answers get lost.
    @Test func aCardThatWantsItsIssuersProofGetsItAlsoFromARepeatedAnswer() async throws {
        var profile = ChipProfile(card: .visa)
        profile.wantsIssuerProof = true
        #expect(try await Self.sell(profile, faults: ["drop-answer:confirm:2"]).receipt?.cryptogramType == "TC")
        // A question has no proof, and without one this card declines.
        let asked = try await Self.sell(profile, faults: ["drop-answer:confirm:99"])
        #expect(asked.decline == "declined_by_card")
    }

    @Test func whatTheCardRefusesIsGivenBackWhateverGoesWrong() async throws {
        var wrong: [String] = []
        for (capture, reversal) in [(CaptureMethod.automatic, "refund"), (.manual, "cancel")] {
            for faults in [
                [], ["drop-answer:confirm:1"], ["drop-answer:confirm:99"], ["drop-answer:\(reversal):2"],
                ["drop-request:\(reversal):2"], ["status-after:\(reversal):1:500"],
            ] {
                let end = try await Self.sell(ChipProfile(flaw: .refusedCompletion), capture, faults: faults)
                let ledger = end.ledger ?? LedgerEntry()
                let kept = ledger.authorized - ledger.released - ledger.refunded
                if end.decline != "declined_by_card" || ledger.authorizations != 1 || kept != 0 {
                    wrong.append("\(capture) \(faults): \(end.outcome) \(ledger)")
                }
            }
        }
        #expect(wrong == [])
    }
}
