import TenderBytes
import Testing

@testable import SimulatedPayments

@Suite struct TestCardTests {
    @Test func everyNumberHasItsCheckDigit() {
        let wrong = TestCard.all.filter { card in
            let digits = card.number.withUnsafeBytes { $0.map { Int($0) - 0x30 } }
            let sum = digits.reversed().enumerated().map { $0.offset % 2 == 0 ? $0.element : $0.element * 2 }
                .map { $0 > 9 ? $0 - 9 : $0 }.reduce(0, +)
            return sum % 10 != 0 || TestCard.numbered(card.number)?.name != card.name
        }
        #expect(wrong.map(\.name) == [])
    }

    @Test func namesAreUnique() {
        let names = TestCard.all.flatMap { [$0.name] + $0.aliases }
        #expect(Dictionary(grouping: names) { $0 }.filter { $1.count > 1 }.keys.sorted() == [])
        #expect(names.allSatisfy { TestCard.method("pm_card_" + $0) != nil && TestCard.token("tok_" + $0) != nil })
        #expect(TestCard.method("pm_card_nothing") == nil)
        #expect(TestCard.token("visa") == nil)
    }

    @Test func monthsAreThoseOfTheCalendar() {
        let table: [(Int64, Int64, Int64)] = [
            (0, 1970, 1), (-1, 1969, 12), (951_782_400, 2000, 2), (951_868_800, 2000, 3), (1_709_164_800, 2024, 2),
            (1_709_251_200, 2024, 3), (1_800_000_000, 2027, 1), (4_102_444_799, 2099, 12), (4_102_444_800, 2100, 1),
        ]
        let wrong = table.filter { row in
            let month = CalendarMonth(containing: row.0)
            return month.year != row.1 || month.month != row.2
        }
        #expect(wrong.map(\.0) == [])
    }

    @Test func cardsAreFoundByNumber() {
        let table: [(String, String, String, String)] = [
            ("4000008400001280", "visa", "US", "threeDSecureRequiredProcessingError"),
            ("4000000000003097", "visa", "US", "threeDSecureOptionalProcessingError"),
            ("4000000000003063", "visa", "US", "threeDSecureRequired"),
            ("4000582600000094", "visa", "US", "threeDSecureOutOfBand"),
            ("4000582600000045", "visa", "US", "threeDSecureOneTimePasscode"),
            ("6555900000604105", "discover", "US", "bccard"),
            ("4000002500001001", "visa", "FR", "visa_cartesBancaires"),
            ("5555552500001001", "mastercard", "FR", "mastercard_cartesBancaires"),
            ("5555558265554449", "mastercard", "GB", "gb_mastercard"), ("3530111333300000", "jcb", "JP", "jp_jcb"),
            ("4100000000000019", "visa", "US", "chargeDeclinedFraudulent"), ("4000007640000003", "visa", "TH", "th"),
            ("4000006820000007", "visa", "SA", "sa"),
        ]
        var shop = Shop()
        var wrong: [String] = []
        for (number, brand, country, name) in table {
            let form: Form = [
                ("card[number]", number), ("card[exp_month]", "12"), ("card[exp_year]", "2034"), ("type", "card"),
            ]
            let (typed, named) = (
                shop.post("payment_methods", form), shop.get("payment_methods/pm_card_\(name)")
            )
            for method in [typed, named] {
                let found = [method["card", "brand"]?.text, method["card", "country"]?.text]
                if found != [brand, country] { wrong.append("\(number): \(found)") }
            }
            if typed["card", "fingerprint"] != named["card", "fingerprint"] { wrong.append(name) }
        }
        #expect(wrong == [])
    }

    @Test func aCardOfTwoNetworksSaysSo() {
        var shop = Shop()
        let table: [(String, JSONValue)] = [
            ("visa", ["visa"]), ("visa_cartesBancaires", ["cartes_bancaires", "visa"]),
            ("mastercard_cartesBancaires", ["cartes_bancaires", "mastercard"]),
        ]
        let found = table.map { shop.get("payment_methods/pm_card_\($0.0)")["card", "networks", "available"] }
        #expect(found == table.map(\.1))
    }

    @Test func whereTheBankCannotAskThePaymentIsDeclined() {
        let any: Form = [("payment_method_options[card][request_three_d_secure]", "any")]
        let required = "threeDSecureRequiredProcessingError", optional = "threeDSecureOptionalProcessingError"
        let table: [(String, Form, String)] = [
            (required, [], "HTTP 402 card_declined"), (required, any, "HTTP 402 card_declined"),
            (optional, [], "succeeded"), (optional, any, "HTTP 402 card_declined"),
            ("threeDSecureRequired", [], "requires_action"), ("threeDSecureOutOfBand", [], "requires_action"),
            ("threeDSecureOneTimePasscode", [], "requires_action"),
        ]
        var shop = Shop()
        for (card, form, state) in table {
            let more: Form = [("payment_method_types[]", "card"), ("payment_method", "pm_card_\(card)")]
            let payment: Form = [("amount", "2000"), ("currency", "usd"), ("confirm", "true")]
            let paid = shop.post("payment_intents", payment + more + form)
            let saved = shop.post("setup_intents", [("confirm", "true")] + more + form)
            #expect([paid.state, saved.state] == [state, state], "\(card)")
            if state.hasPrefix("HTTP") { #expect(paid.declineCode == "processing_error") }
        }
    }

    @Test func aNamedCardTakesLittleRoom() {
        #expect(MemoryLayout<PaymentMethodRow>.size <= 160)
    }
}
