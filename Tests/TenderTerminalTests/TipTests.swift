import SimulatedCard
import SimulatedReader
import TenderFlow
import TenderModel
import TenderTerminal
import TenderTestSupport
import Testing

/// Tips that the customer chooses on the reader.
@Suite struct TipTests {
    private static func euros(_ units: Int64) -> Amount { Amount(minorUnits: units, currency: .eur) }

    private static func script(tip: Int64) -> ReaderScript {
        let steps: [ReaderStep] = [ReaderStep(.chooseTip(tip)), .insert(.visa, after: .zero), .remove(after: .zero)]
        return ReaderScript(collections: [steps], readDuration: .zero)
    }

    private static func asking(maximum: Int64) -> CollectConfiguration {
        CollectConfiguration(tipping: TippingConfiguration(maximum: euros(maximum)))
    }

    @Test func aTipIsChargedWithTheSale() async throws {
        let shop = Shop(Self.script(tip: 150))
        let intent = try await shop.open()
        let outcome = try await shop.terminal.processPaymentIntent(intent, configuration: Self.asking(maximum: 500))
        guard case .approved(let paid) = outcome else { throw UnexpectedOutcome() }
        #expect(paid.amountReceived == Self.euros(1150))
        #expect(paid.amountTip == Self.euros(150))
    }

    @Test func aHeldTipIsCapturedWithTheSale() async throws {
        let shop = Shop(Self.script(tip: 150))
        let intent = try await shop.open(capture: .manual)
        let outcome = try await shop.terminal.processPaymentIntent(intent, configuration: Self.asking(maximum: 500))
        guard case .approved(let held) = outcome else { throw UnexpectedOutcome() }
        let captured = try await shop.terminal.capturePaymentIntent(held)
        #expect(captured.amountReceived == Self.euros(1150))
    }

    @Test func theCardWithItsTipWaitsForTheConfirmation() async throws {
        let shop = Shop(Self.script(tip: 150))
        let collected = try await shop.terminal.collectPaymentMethod(
            shop.open(), configuration: Self.asking(maximum: 500))
        #expect(try await shop.terminal.confirmPaymentIntent(collected).word == "approved")
    }

    @Test func noTipIsAskedForUnlessTheSaleSaysSo() async throws {
        let shop = Shop(Self.script(tip: 150))
        let outcome = try await shop.terminal.processPaymentIntent(shop.open())
        guard case .approved(let paid) = outcome else { throw UnexpectedOutcome() }
        #expect(paid.amountReceived == Self.euros(1000))
        #expect(paid.amountTip == nil)
    }

    @Test(arguments: [501, -1, .max] as [Int64]) func aTipBeyondTheLimitChargesNothing(tip: Int64) async throws {
        let shop = Shop(Self.script(tip: tip))
        let intent = try await shop.open()
        let error = await #expect(throws: TenderError.self) {
            try await shop.terminal.processPaymentIntent(intent, configuration: Self.asking(maximum: 500))
        }
        #expect(error?.code == .declinedByReader)
        #expect(shop.gateway.approvals(intent.id) == 0)
    }

    @Test func theCustomerTakesOneOfTheChoices() async throws {
        let rules = TippingRules(.eur, fixedAmounts: [50], percentages: [10, 15], smartTipThreshold: 500)
        let steps: [ReaderStep] = [ReaderStep(.pickTip(1)), .insert(.visa, after: .zero), .remove(after: .zero)]
        let shop = Shop(ReaderScript(collections: [steps], readDuration: .zero))
        let tipping = try rules.configuration(for: Self.euros(1000))
        let outcome = try await shop.terminal.processPaymentIntent(
            shop.open(), configuration: CollectConfiguration(tipping: tipping))
        guard case .approved(let paid) = outcome else { throw UnexpectedOutcome() }
        #expect(paid.amountTip == Self.euros(150))
    }

    @Test func noPartOfTheSaleIsEligibleForATip() async throws {
        let shop = Shop(Self.script(tip: 150))
        let tipping = TippingConfiguration(maximum: Self.euros(500), eligibleAmount: Self.euros(0))
        let outcome = try await shop.terminal.processPaymentIntent(
            shop.open(), configuration: CollectConfiguration(tipping: tipping))
        guard case .approved(let paid) = outcome else { throw UnexpectedOutcome() }
        #expect(paid.amountReceived == Self.euros(1000))
    }

    @Test(arguments: [
        TippingConfiguration(maximum: euros(-1)),
        TippingConfiguration(maximum: euros(500), eligibleAmount: euros(1001)),
        TippingConfiguration(maximum: Amount(minorUnits: 500, currency: .usd)),
    ]) func aConfigurationThatDoesNotFitTheSaleIsRefused(_ tipping: TippingConfiguration) async throws {
        let shop = Shop(Self.script(tip: 150))
        let intent = try await shop.open()
        let error = await #expect(throws: TenderError.self) {
            try await shop.terminal.processPaymentIntent(
                intent, configuration: CollectConfiguration(tipping: tipping))
        }
        #expect(error?.errorCode == .readerTippingParameterInvalid)
        #expect(shop.gateway.approvals(intent.id) == 0)
    }
}
