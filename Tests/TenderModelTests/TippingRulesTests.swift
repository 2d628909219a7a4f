import TenderModel
import Testing

/// What a customer is offered as a tip.
@Suite struct TippingRulesTests {
    private static func euros(_ units: Int64) -> Amount { Amount(minorUnits: units, currency: .eur) }

    private static let smart = TippingRules(
        .eur, fixedAmounts: [50, 100, 200], percentages: [10, 15, 20], smartTipThreshold: 1000)

    @Test func smallSalesOfferSumsAndLargeOnesShares() throws {
        let table: [(Int64, [Int64], Int64)] = [
            (100, [50, 100, 200], 200), (999, [50, 100, 200], 999), (1000, [100, 150, 200], 1000),
            (1234, [123, 185, 247], 1234),
        ]
        var wrong: [String] = []
        for (amount, tips, most) in table {
            let asked = try Self.smart.configuration(for: Self.euros(amount))
            let found = asked?.choices.map(\.amount.minorUnits)
            if found != tips || asked?.maximum != Self.euros(most) {
                wrong.append("\(amount): \(String(describing: asked))")
            }
        }
        #expect(wrong == [])
    }

    @Test func onlyThePartThatIsEligibleCounts() throws {
        let part = try Self.smart.configuration(for: Self.euros(5000), eligible: Self.euros(1000))
        let table = [
            part?.choices.map(\.amount.minorUnits) == [100, 150, 200], part?.maximum == Self.euros(1000),
            part?.eligibleAmount == Self.euros(1000),
            try Self.smart.configuration(for: Self.euros(5000), eligible: Self.euros(900))?.choices.first?.percentage
                == nil,
            try Self.smart.configuration(for: Self.euros(5000), eligible: Self.euros(0)) == nil,
            try Self.smart.configuration(for: Self.euros(5000), eligible: Self.euros(5000))
                == Self.smart.configuration(for: Self.euros(5000)),
            try TippingRules(.eur).configuration(for: Self.euros(5000)) == nil,
            try Self.smart.configuration(for: Self.euros(0)) == nil,
        ]
        #expect(table.indices.filter { !table[$0] } == [])
    }

    @Test func whatIsNoPartOfTheSaleIsRefused() {
        let wrong: [(Amount, Amount?, TippingError)] = [
            (Self.euros(100), Self.euros(101), .eligible(Self.euros(101), sale: Self.euros(100))),
            (Self.euros(100), Self.euros(-1), .eligible(Self.euros(-1), sale: Self.euros(100))),
            (Self.euros(100), Amount(minorUnits: 1, currency: .usd), .currency(.usd, sale: .eur)),
            (Amount(minorUnits: 100, currency: .usd), nil, .currency(.eur, sale: .usd)),
        ]
        let failures = wrong.filter { amount, part, error in
            do throws(TippingError) {
                _ = try Self.smart.configuration(for: amount, eligible: part)
                return true
            } catch { return error != error as TippingError || "\(error)".isEmpty }
        }
        #expect(failures.isEmpty)
        #expect(throws: TippingError.maximum(Self.euros(-1))) {
            try TippingConfiguration(maximum: Self.euros(-1)).asked(on: Self.euros(1))
        }
    }

    @Test func aConfigurationOfReadersHasTheSameRules() {
        let options = TippingOptions(
            fixedAmounts: [Self.euros(50), Self.euros(100), Self.euros(200)], percentages: [10, 15, 20],
            smartTipThreshold: Self.euros(1000))
        #expect(TippingRules(.eur, options) == Self.smart)
    }

    /// Every small amount in every currency that the gateway takes.
    @Test func everyChoiceCanBeChargedAndIsTheNearest() throws {
        var wrong: [String] = []
        for currency in Currency.all {
            guard let step = currency.chargeableStep else { continue }
            let rules = TippingRules(
                currency, fixedAmounts: [step, 7 * step], percentages: [1, 15, 33], smartTipThreshold: 200)
            for units in 1...600 as ClosedRange<Int64> {
                let amount = Amount(minorUnits: units, currency: currency)
                let asked = try rules.configuration(for: amount)
                for choice in asked?.choices ?? [] where !Self.isRight(choice, units, step, asked) {
                    wrong.append("\(amount): \(choice)")
                }
            }
        }
        #expect(wrong.prefix(5) == [])
    }

    private static func isRight(_ choice: TipChoice, _ basis: Int64, _ step: Int64, _ asked: TippingConfiguration?)
        -> Bool
    {
        let tip = choice.amount.minorUnits
        guard tip > 0, tip.isMultiple(of: step), (try? choice.amount.gatewayUnits()) != nil,
            tip <= asked?.maximum.minorUnits ?? 0
        else { return false }
        guard let percentage = choice.percentage else { return basis < 200 }
        // Half of a step goes up: the exact share is above tip - step / 2, and at most half a step from it.
        let distance = 200 * tip - 2 * percentage * basis
        return basis >= 200 && (-100 * step < distance && distance <= 100 * step)
    }

    @Test func aTipThatNoNumberHoldsIsNotOffered() throws {
        let asked = try Self.smart.configuration(for: Self.euros(.max - 120))
        #expect(asked == nil)
        let some = try TippingRules(.eur, fixedAmounts: [50, 100, 200]).configuration(for: Self.euros(.max - 120))
        #expect(some?.choices.map(\.amount.minorUnits) == [50, 100])
        #expect(some?.maximum == Self.euros(120))
    }
}
