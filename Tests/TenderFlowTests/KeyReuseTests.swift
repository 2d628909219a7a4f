import TenderFlow
import TenderModel
import Testing

/// Whether what is found under a key is what is asked for now.
@Suite struct KeyReuseTests {
    private static func wish(_ change: (inout PaymentIntentParameters) -> Void = { _ in }) -> PaymentIntentParameters {
        var wish = PaymentIntentParameters(amount: 1000, currency: .eur)
        wish.metadata[PaymentIntent.attemptMetadata] = "k"
        wish.idempotencyKey = "k"
        change(&wish)
        return wish
    }

    /// The intent that the API made of a wish, with the options that it tells for every intent.
    private static func made(_ wish: PaymentIntentParameters) -> PaymentIntent {
        var intent = PaymentIntent(
            id: "pi_1", amount: wish.amount, status: .requiresPaymentMethod, captureMethod: wish.captureMethod,
            metadata: wish.metadata, setupFutureUsage: wish.setupFutureUsage)
        var options = wish.paymentMethodOptions?.cardPresent ?? CardPresentOptions()
        options.requestExtendedAuthorization = options.requestExtendedAuthorization ?? false
        options.requestIncrementalAuthorizationSupport = options.requestIncrementalAuthorizationSupport ?? false
        if wish.captureMethod == .manualPreferred {
            options.captureMethod = .manualPreferred
            intent.captureMethod = .automatic
        }
        intent.paymentMethodOptions = PaymentMethodOptions(cardPresent: options)
        return intent
    }

    private static func isTaken(_ wish: PaymentIntentParameters, for intent: PaymentIntent) -> Bool {
        (try? TerminalMachine.SingleRequest.findCreated(wish).made(among: [intent])) == intent
    }

    private static func asking(_ options: CardPresentOptions) -> PaymentIntentParameters {
        wish { $0.paymentMethodOptions = PaymentMethodOptions(cardPresent: options) }
    }

    private static let wishes: [PaymentIntentParameters] = [
        wish(), wish { $0.captureMethod = .manual }, wish { $0.captureMethod = .manualPreferred },
        wish { $0.setupFutureUsage = .offSession }, wish { $0.setupFutureUsage = .onSession },
        asking(CardPresentOptions(requestExtendedAuthorization: true)),
        asking(CardPresentOptions(requestIncrementalAuthorizationSupport: true)),
        asking(CardPresentOptions(requestMulticapture: .ifAvailable)),
        asking(CardPresentOptions(requestPartialAuthorization: .ifAvailable)),
        asking(CardPresentOptions(requestReauthorization: .never)),
        asking(CardPresentOptions(requestedPriority: .domestic)),
        asking(CardPresentOptions(captureMethod: .manual, requestExtendedAuthorization: true)),
    ]

    @Test func aKeyStandsForOneThing() {
        var wrong: [String] = []
        for (first, old) in Self.wishes.enumerated() {
            for (second, new) in Self.wishes.enumerated() {
                let isTaken = Self.isTaken(new, for: Self.made(old))
                if isTaken != (first == second) { wrong.append("\(second) for \(first)") }
            }
        }
        #expect(wrong == [])
    }

    @Test func whoTellsNoOptionsTellsNoDifference() {
        var intent = Self.made(Self.wish())
        intent.paymentMethodOptions = nil
        let taken = Self.wishes.filter { Self.isTaken($0, for: intent) }
        #expect(taken.count == Self.wishes.count - 3)
    }
}
