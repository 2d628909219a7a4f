import SimulatedCard
import SimulatedPayments
import TenderModel
import Testing

/// What the gateway does with what a chip told.
@Suite struct ChipPaymentTests {
    private var shop = Shop()

    private mutating func pay(_ sample: ChipSample, _ amount: Int64 = 1234, _ more: Form = []) throws -> Shop.Answer {
        let intent = shop.create(amount, "eur", more)
        return shop.post("payment_intents/\(intent.id)/confirm", try shop.form(of: sample.payload()))
    }

    private mutating func save(_ sample: ChipSample) throws -> Shop.Answer {
        let id = shop.createSetup([("customer", shop.post("customers").id)])
        return shop.post(
            "setup_intents/\(id)/confirm",
            try shop.form(of: sample.payload()) + [("payment_method_data[allow_redisplay]", "limited")])
    }

    @Test mutating func aPaymentThatWasStoredIsTakenAfterNewerOnes() throws {
        var states: [String] = []
        for counter: UInt16 in [7, 9, 8, 8] { states.append(try pay(ChipSample(counter: counter)).decline) }
        #expect(states == ["succeeded", "succeeded", "succeeded", "duplicate_transaction"])
    }

    @Test mutating func whatAnIssuerSawIsKeptWhenTheGatewayStartsAgain() throws {
        var kept = [StoredRecord]()
        let refused = try SimulatedCard.named("onlinePinCvm")
        _ = try pay(ChipSample(counter: 5))
        for counter: UInt16 in 1...2 { _ = try pay(ChipSample(card: refused, counter: counter, more: [0x99: wrong])) }
        kept += shop.payments.takeChanges()
        shop.payments = try SimulatedPayments(seed: [9], records: kept)
        let states = [
            try pay(ChipSample(counter: 5)).decline, try pay(ChipSample(counter: 6)).decline,
            try pay(ChipSample(card: refused, counter: 3, more: [0x99: wrong])).decline,
        ]
        #expect(states == ["duplicate_transaction", "succeeded", "pin_try_exceeded"])
    }

    private let wrong = [UInt8](repeating: 1, count: 8)

    @Test mutating func aCardThatPaysAPartIsCheckedToo() throws {
        let card = try SimulatedCard.named("partiallyApproved")
        let wish: Form = [
            ("payment_method_options[card_present][request_partial_authorization]", "if_available")
        ]
        let states = [
            try pay(ChipSample(card: card), 1234, wish).decline, try pay(ChipSample(card: card), 1234, wish).decline,
            try pay(ChipSample(card: card, counter: 2)).decline,
            try pay(ChipSample(card: card, counter: 3, more: [0x99: wrong]), 1234, wish).decline,
            try pay(ChipSample(card: card, counter: 4, date: [0x35, 1, 1]), 1234, wish).decline,
        ]
        #expect(
            states == [
                "succeeded", "duplicate_transaction", "insufficient_funds", "incorrect_pin", "expired_card",
            ])
    }

    @Test mutating func aCardThatIsSavedIsChecked() throws {
        let nothing = [UInt8](repeating: 0, count: 6)
        let states = [
            try save(ChipSample(amount: nothing)).decline, try save(ChipSample(amount: nothing)).decline,
            try save(ChipSample(counter: 2, amount: nothing, more: [0x9F26: wrong])).decline,
            try save(ChipSample(counter: 3)).decline, try pay(ChipSample()).decline,
        ]
        #expect(
            states == [
                "succeeded", "duplicate_transaction", "fraudulent", "invalid_amount", "duplicate_transaction",
            ])
    }
}

extension Shop.Answer {
    /// The decline code, or the state.
    fileprivate var decline: String { declineCode == "-" ? state : declineCode }
}
