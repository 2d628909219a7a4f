import Foundation
import SimulatedCard
import SimulatedPayments
import TenderModel
import Testing

/// Requests that did not come over HTTP: the same rules, and the same objects as a client reads from the text.
@Suite struct DirectTests {
    private var shop = Shop()

    init() { shop.key = "sk_test_direct" }

    private mutating func ask(
        _ endpoint: Endpoint, _ id: String = "", _ form: Form = [], key: String? = nil, fault: Fault.Effect? = nil
    ) -> DirectAnswer? {
        let parameters = form.map { name, value in
            let names = name.replacingOccurrences(of: "]", with: "").split(separator: "[").map(String.init)
            return switch names.count {
            case 1: PaymentsRequest.Parameter(names[0], value: value)
            case 2: PaymentsRequest.Parameter(names[0], names[1], value: value)
            default: PaymentsRequest.Parameter(names[0], names[1], names[2], names[3], value: value)
            }
        }
        let request = PaymentsRequest(endpoint, id: id, parameters: parameters, key: key)
        return shop.payments.handle(request, fault: fault, now: shop.now)
    }

    private mutating func create(_ method: String = "automatic", key: String? = nil) -> PaymentIntent? {
        let answer = ask(
            .create, "",
            [
                ("amount", "1000"), ("currency", "eur"), ("payment_method_types[0]", "card_present"),
                ("capture_method", method), ("metadata[order]", "7"),
            ], key: key)
        guard case .intent(let intent)? = answer?.content else { return nil }
        return intent
    }

    /// The intent as a client reads it from the text.
    private mutating func read(_ id: String) throws -> PaymentIntent {
        let answer = shop.get("payment_intents/\(id)", [("expand[]", "latest_charge"), ("expand[]", "payment_method")])
        return try JSONDecoder().decode(PaymentIntent.self, from: Data(answer.bytes))
    }

    @Test mutating func showsTheObjectsThatTheTextShows() throws {
        var wrong: [String] = []
        for card in ["visa", "chargeDeclined", "onlinePinCvm", "refundFailed", "mastercard"] {
            for method in ["automatic", "manual"] {
                let intent = try #require(create(method))
                _ = ask(.confirm, intent.id, try shop.present(card, 1000))
                if method == "manual" { _ = ask(.capture, intent.id, [("amount_to_capture", "900")]) }
                guard case .intent(let shown)? = ask(.retrieve, intent.id)?.content else {
                    wrong.append("\(card) \(method): no intent")
                    continue
                }
                // The address of a receipt is left out: it takes as long as the rest.
                var read = try read(intent.id)
                if case .object(var charge)? = read.latestCharge {
                    charge.receiptURL = nil
                    read.latestCharge = .object(charge)
                }
                if shown != read { wrong.append("\(card) \(method): \(Self.difference(shown, read))") }
            }
        }
        #expect(wrong == [])
    }

    /// Returns the fields in which two intents differ, as they are printed.
    private static func difference(_ shown: PaymentIntent, _ read: PaymentIntent) -> [String] {
        let parts = [shown, read].map { "\($0)".split(separator: ",").map(String.init) }
        return parts[0].difference(from: parts[1]).map { change in
            switch change {
            case .insert(_, let part, _): "shown\(part)"
            case .remove(_, let part, _): "read\(part)"
            }
        }
    }

    @Test mutating func keepsTheRulesOfKeys() throws {
        let intent = try #require(create(key: "k"))
        #expect(create(key: "k")?.id == intent.id)
        let other = ask(.create, "", [("amount", "2000"), ("currency", "eur")], key: "k")
        #expect(other?.status == 400)
        let card = try shop.present("visa", 1000)
        #expect(ask(.confirm, intent.id, card, key: "c", fault: .dropAnswer) == nil)
        #expect(shop.ledger(intent.id).authorizations == 1)
        let again = ask(.confirm, intent.id, card, key: "c")
        #expect(again?.status == 200)
        #expect(again?.isReplay == true)
        #expect(shop.ledger(intent.id).authorizations == 1)
    }

    @Test mutating func storesAFaultAfterTheEffect() throws {
        let intent = try #require(create())
        let card = try shop.present("visa", 1000)
        #expect(ask(.confirm, intent.id, card, key: "c", fault: .statusAfter(500))?.status == 500)
        let again = ask(.confirm, intent.id, card, key: "c")
        #expect(again?.status == 500)
        #expect(again?.isReplay == true)
        #expect(try read(intent.id).status == .succeeded)
        #expect(ask(.confirm, intent.id, card, key: "d", fault: .status(503))?.status == 503)
    }

    @Test mutating func showsRefundsAndErrors() throws {
        let intent = try #require(create())
        _ = ask(.confirm, intent.id, try shop.present("visa", 1000))
        guard case .refund(let refund)? = ask(.refund, "", [("payment_intent", intent.id), ("amount", "100")])?.content
        else { return #expect(Bool(false), "no refund") }
        let text = shop.get("refunds/\(refund.id)")
        #expect(refund == (try JSONDecoder().decode(Refund.self, from: Data(text.bytes))))
        guard case .refunds(let list)? = ask(.listRefunds, "", [("payment_intent", intent.id)])?.content else {
            return #expect(Bool(false), "no list")
        }
        #expect(list == [refund])
        let refused = ask(.cancel, intent.id)
        guard case .error(let error, let state)? = refused?.content else { return #expect(Bool(false), "no error") }
        #expect(refused?.status == 400)
        #expect(error.code == "payment_intent_unexpected_state")
        #expect(state?.id == intent.id)
    }
}
