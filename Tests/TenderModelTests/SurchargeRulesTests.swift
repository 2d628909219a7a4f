import TenderModel
import Testing

/// A surcharge is never more than the rate, nor than the gateway allows, and can be charged.
@Suite struct SurchargeRulesTests {
    private static func intent(_ amount: Amount, _ status: SurchargeStatus?, most: Amount?) -> PaymentIntent {
        var intent = PaymentIntent(id: "pi_1", amount: amount, status: .requiresConfirmation)
        intent.amountDetails = AmountDetails(surcharge: AmountDetails.Surcharge(status: status, maximumAmount: most))
        return intent
    }

    /// Every small amount in every currency that the gateway takes.
    @Test func itIsTheLargestThatTheRateAndTheGatewayAllow() throws {
        var wrong: [String] = []
        for currency in Currency.all {
            guard let step = currency.chargeableStep else { continue }
            for units in 1...300 as ClosedRange<Int64> {
                for (rate, most) in [(250, 4 * step), (10_000, 7 * step + 1), (3, nil)] as [(Int64, Int64?)] {
                    let intent = Self.intent(
                        Amount(minorUnits: units, currency: currency), .available,
                        most: most.map { Amount(minorUnits: $0, currency: currency) })
                    let found = try SurchargeRules(basisPoints: rate).surcharge(on: intent)?.minorUnits ?? 0
                    let limit = min(units * rate / 10_000, most ?? .max)
                    if found > limit || found + step <= limit || !found.isMultiple(of: step) {
                        wrong.append("\(intent.amount) at \(rate): \(found)")
                    }
                }
            }
        }
        #expect(wrong.prefix(5) == [])
    }

    @Test func thereIsNoneWhereTheGatewayAllowsNone() throws {
        let amount = Amount(minorUnits: 10_000, currency: .usd)
        let rules = SurchargeRules(basisPoints: 300)
        let none = [
            try rules.surcharge(on: Self.intent(amount, .unavailable, most: amount)),
            try rules.surcharge(on: Self.intent(amount, nil, most: amount)),
            try rules.surcharge(on: PaymentIntent(id: "pi_1", amount: amount, status: .requiresConfirmation)),
            try SurchargeRules(basisPoints: 0).surcharge(on: Self.intent(amount, .available, most: nil)),
        ]
        #expect(none.allSatisfy { $0 == nil })
        let huge = Amount(minorUnits: .max, currency: .usd)
        let most = Amount(minorUnits: 5, currency: .usd)
        #expect(try rules.surcharge(on: Self.intent(huge, .available, most: most)) == most)
    }
}
