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

    private static let waits: Form = [("payment_method_data[card_present][awaits_issuer]", "true")]

    /// Also on a replay, and for a publishable key; with nothing of an approval where the charge was declined after all.
    @Test mutating func aCardThatWaitsIsToldWhatItsIssuerSays() throws {
        let refused = try SimulatedCard.named("chargeDeclinedInsufficientFunds")
        // 00, the proof and its eight bytes and the code that it was made for; 51 for one without funds; 01 alone for an
        // amount.
        let cases: [(ChipSample, Int64, String, hasProof: Bool)] = [
            (ChipSample(), 1234, "8a023030", true), (ChipSample(card: refused), 1234, "8a023531", true),
            (ChipSample(counter: 2, amount: [0, 0, 0, 0, 0x10, 0x05]), 1005, "8a023031", false),
        ]
        for (sample, amount, code, hasProof) in cases {
            let form = try shop.form(of: sample.payload()) + Self.waits
            let intent = shop.create(amount)
            let key = "confirm \(code)"
            let answer = shop.post("payment_intents/\(intent.id)/confirm", form, idempotency: key)
            let told = answer["issuer_data"]?.text ?? "-"
            #expect(told.hasPrefix(code))
            #expect((told.count > code.count) == hasProof)
            let again = shop.post("payment_intents/\(intent.id)/confirm", form, idempotency: key)
            #expect(again.header("Idempotent-Replayed") == "true")
            #expect(again["issuer_data"]?.text == told)
            #expect(shop.get("payment_intents/\(intent.id)")["issuer_data"] == nil)
        }
        #expect(!String(decoding: shop.get("events").bytes, as: UTF8.self).contains("issuer_data"))
        let open = shop.create(1234)
        let form = try shop.form(of: ChipSample(counter: 9).payload()) + Self.waits
        let secret: Form = [("client_secret", open["client_secret"]?.text ?? "")]
        let answer = shop.post("payment_intents/\(open.id)/confirm", form + secret, key: "pk_test_shop")
        #expect(answer["issuer_data"]?.text?.hasPrefix("8a023030") == true)
    }

    @Test mutating func nobodyElseIsToldWhatTheIssuerSays() throws {
        #expect(try pay(ChipSample())["issuer_data"] == nil)
        let intent = shop.create(1234)
        let form = try shop.present("visa", 1234) + Self.waits
        let answer = shop.post("payment_intents/\(intent.id)/confirm", form)
        #expect(answer.state == "succeeded")
        #expect(answer["issuer_data"] == nil)
    }
}

extension Shop.Answer {
    /// The decline code, or the state.
    fileprivate var decline: String { declineCode == "-" ? state : declineCode }
}
