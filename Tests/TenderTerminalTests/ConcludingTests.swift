import TenderBytes
import TenderFlow
import TenderJournal
import TenderModel
import TenderTerminal
import TenderTestSupport
import Testing

/// A reader whose cards wait for the issuer's answer, behind a terminal.
@Suite struct ConcludingTests {
    /// What the card in the reader does.
    private enum Answer { case word(CardConclusion.Word), error(ReaderError) }

    private struct WaitingReader: CardReader, ReaderSource {
        let reader = Reader(
            id: "chip", model: "Chip", serialNumber: "1", discoveryMethod: .simulated, simulated: true)
        let events = AsyncStream<ReaderEvent> { _ in }
        let answer: Answer

        func collect(_ request: CollectRequest) async throws(ReaderError) -> CollectedCard {
            CollectedCard(
                card: CardDetails(last4: "4242"),
                payload: EncryptedPayload(scheme: "chip", keySerial: "1", ciphertext: "c", tag: "t"),
                awaitsIssuer: true)
        }

        func conclude(_ answer: IssuerAnswer) async throws(ReaderError) -> CardConclusion {
            guard answer.verdict == .approved else { return CardConclusion(.nothing) }
            switch self.answer {
            case .word(let word): return CardConclusion(word)
            case .error(let error): throw error
            }
        }

        func show(_ text: String?) async {}

        func disconnect() async {}

        func discover(_ configuration: DiscoveryConfiguration) -> AsyncThrowingStream<[Reader], any Error> {
            AsyncThrowingStream { $0.yield([reader]) }
        }

        func connect(_ reader: Reader, token: ConnectionToken) async throws(ReaderError) -> any CardReader { self }
    }

    /// Sells at such a reader; returns the outcome, what the issuer holds, and what the journal says.
    private func sell(_ answer: Answer) async throws -> (PaymentOutcome, PaymentIntent, PaymentHistory?) {
        let (gateway, journal, reader) = (ScriptedGateway(), InMemoryJournal(), WaitingReader(answer: answer))
        let terminal = Terminal(configuration: .init(gateway: gateway, readerSource: reader, journal: journal))
        _ = try await terminal.connect(reader.reader)
        let intent = try await terminal.createPaymentIntent(
            PaymentIntentParameters(Amount(minorUnits: 100, currency: .eur), captureMethod: .manual))
        let outcome = try await terminal.processPaymentIntent(intent)
        let now = try await gateway.retrievePaymentIntent(PaymentIntentReference(intent))
        return (outcome, now, try await journal.history(of: intent.id))
    }

    @Test(arguments: [CardConclusion.Word.approved, .nothing])
    func aCardThatAgreesOrHasNothingToSayLeavesTheApproval(word: CardConclusion.Word) async throws {
        let (outcome, intent, history) = try await sell(.word(word))
        #expect(outcome.word == "approved")
        #expect(intent.status == .requiresCapture)
        #expect(history?.isReversalOwed == false)
    }

    @Test func aCardThatDoesNotAgreeIsToldAsADeclineOfItsOwnOnceTheApprovalWasGivenBack() async throws {
        for answer in [Answer.word(.declined), .error(.cardNotRead(.removed)), .error(.communication("silence"))] {
            let (outcome, intent, history) = try await sell(answer)
            guard case .declined(let decline, let told) = outcome else {
                Issue.record("\(outcome)")
                continue
            }
            #expect(decline == .byCard)
            #expect(told.status == .canceled)
            #expect(intent.status == .canceled)
            #expect(history?.isOpen == false)
        }
    }

    /// A reader that ends with its cards by itself needs nothing new.
    @Test func aReaderThatEndsByItselfHasNothingToSay() async throws {
        let conclusion = try await PlainReader().conclude(IssuerAnswer(.approved, data: SecretBytes([0x8A, 0x00])))
        #expect(conclusion.word == .nothing)
        #expect(conclusion.results == nil)
    }

    private struct PlainReader: CardReader {
        let reader = Reader(
            id: "plain", model: "Plain", serialNumber: "1", discoveryMethod: .simulated, simulated: true)
        let events = AsyncStream<ReaderEvent> { _ in }

        func collect(_ request: CollectRequest) async throws(ReaderError) -> CollectedCard { throw .timedOut }

        func show(_ text: String?) async {}

        func disconnect() async {}
    }
}
