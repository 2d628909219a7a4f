import SimulatedCard
import SimulatedReader
import TenderBytes
import TenderFlow
import TenderJournal
import TenderModel
import TenderTerminal
import TenderTestSupport
import Testing

/// Several cards for one order, at the terminal.
@Suite struct OrderTests {
    /// What the customer does, card by card.
    private actor Plan {
        private var steps: [OrderStep]
        private(set) var balances: [Int64] = []
        /// How the cards ended, for a failure's message.
        private(set) var ends: [String] = []

        init(_ steps: [OrderStep]) { self.steps = steps }

        func next(_ progress: OrderProgress) -> OrderStep {
            balances.append(progress.balance.minorUnits)
            ends.append("\(progress.last?.word ?? "no card"), \(progress.error.map { "\($0)" } ?? "no error")")
            return steps.isEmpty ? .stop : steps.removeFirst()
        }
    }

    private static func amount(_ units: Int64) -> Amount { Amount(minorUnits: units, currency: .eur) }

    private static func parameters(_ capture: CaptureMethod = .automatic) -> PaymentIntentParameters {
        var parameters = PaymentIntentParameters(amount: 1000, currency: .eur, captureMethod: capture)
        parameters.order = "7"
        return parameters
    }

    private static func pay(
        _ shop: Shop, _ plan: Plan, capture: CaptureMethod = .automatic, isAllOrNothing: Bool = true
    ) async throws -> OrderOutcome {
        try await shop.terminal.payOrder(parameters(capture), isAllOrNothing: isAllOrNothing) { await plan.next($0) }
    }

    private static func opened(_ cards: Int = 3) async throws -> Shop {
        let shop = Shop(Shop.quickly(Array(repeating: .visa, count: cards)))
        try await shop.connect()
        return shop
    }

    /// What the gateway holds or has of all legs.
    private static func taken(_ shop: Shop, _ outcome: OrderOutcome) -> Int64 {
        outcome.legs.compactMap { shop.gateway.intent($0.intentID) }.reduce(0) { sum, intent in
            let returned = shop.gateway.refunds.filter { $0.paymentIntent == intent.id }.reduce(0) {
                $0 + $1.amount.minorUnits
            }
            let captured = intent.amountReceived?.minorUnits ?? 0
            return sum + (intent.status == .requiresCapture ? intent.amount.minorUnits : captured) - returned
        }
    }

    @Test func twoCardsPayOneOrder() async throws {
        let shop = try await Self.opened()
        let plan = Plan([.pay(Self.amount(400)), .pay()])
        let outcome = try await Self.pay(shop, plan)
        let ends = await plan.ends
        #expect(outcome.end == .paid, "\(ends)")
        #expect(outcome.legs.map(\.paid) == [400, 600])
        #expect(await plan.balances == [1000, 600])
        #expect(Self.taken(shop, outcome) == 1000)
    }

    @Test(arguments: [CaptureMethod.automatic, .manual])
    func withoutAFurtherCardEverythingGoesBack(capture: CaptureMethod) async throws {
        let shop = try await Self.opened()
        let plan = Plan([.pay(Self.amount(400)), .pay(Self.amount(100)), .stop])
        let outcome = try await Self.pay(shop, plan, capture: capture)
        let ends = await plan.ends
        #expect(outcome.end == .nothing)
        #expect(outcome.legs.map(\.state) == [.givenBack, .givenBack], "\(ends)")
        #expect(Self.taken(shop, outcome) == 0)
    }

    @Test func whatIsApprovedStaysIfTheCallerSaysSo() async throws {
        let shop = try await Self.opened()
        let outcome = try await Self.pay(shop, Plan([.pay(Self.amount(400)), .stop]), isAllOrNothing: false)
        #expect(outcome.end == .kept(balance: 600))
        #expect(Self.taken(shop, outcome) == 400)
    }

    @Test func aDeclinedCardPaysNothingAndTheNextOneTakesItsIntent() async throws {
        let shop = try await Self.opened()
        shop.gateway.decline("insufficient_funds")
        let plan = Plan([.pay(), .pay()])
        let outcome = try await Self.pay(shop, plan)
        #expect(outcome.end == .paid)
        #expect(await plan.balances == [1000, 1000])
        #expect(shop.gateway.calls(.create).count == 1)
    }

    /// An intent that was declined and then approved takes no third card.
    @Test func afterAnApprovalTheNextCardHasItsOwnIntent() async throws {
        let shop = try await Self.opened(4)
        shop.gateway.decline("insufficient_funds")
        let part = OrderStep.pay(Self.amount(400))
        let outcome = try await Self.pay(shop, Plan([part, part, part, .pay()]))
        #expect(outcome.end == .paid)
        #expect(outcome.legs.map(\.paid) == [400, 400, 200])
    }

    @Test func oneCallAtATimePaysAnOrder() async throws {
        let shop = try await Self.opened()
        let outcome = try await shop.terminal.payOrder(Self.parameters(), isAllOrNothing: true) { _ in
            let error = await #expect(throws: TenderError.self) { try await Self.pay(shop, Plan([.pay()])) }
            #expect(error?.code == .busy)
            return .pay()
        }
        #expect(outcome.end == .paid)
        #expect(shop.gateway.calls(.confirm).count == 1)
    }

    /// Somebody pays the order in another way while the next card is asked for.
    @Test func whatWasPaidMeanwhileIsNotChargedAgain() async throws {
        let shop = try await Self.opened()
        let outcome = try await shop.terminal.payOrder(Self.parameters(), isAllOrNothing: true) { progress in
            guard progress.error == nil else { return .stop }
            _ = try? await shop.terminal.processPaymentIntent(shop.intent(order: "7"))
            return .pay()
        }
        #expect(outcome.end == .nothing)
        #expect(shop.gateway.calls(.confirm).count == 1)
    }

    @Test func aTipPaysNothingOfTheOrder() async throws {
        let steps: [ReaderStep] = [ReaderStep(.chooseTip(150)), .insert(.visa, after: .zero), .remove(after: .zero)]
        let shop = Shop(ReaderScript(collections: [steps, steps], readDuration: .zero))
        try await shop.connect()
        let how = CollectConfiguration(tipping: TippingConfiguration(maximum: Self.amount(500)))
        let plan = Plan([.pay(Self.amount(850), how), .stop])
        let outcome = try await Self.pay(shop, plan, isAllOrNothing: false)
        let again = Plan([.stop])
        _ = try await Self.pay(shop, again, isAllOrNothing: false)
        #expect(outcome.end == .kept(balance: 150))
        #expect(await again.balances == [150])
    }

    @Test func whatIsNoPartOfTheBalanceIsRefused() async throws {
        let shop = try await Self.opened()
        let plan = Plan([.pay(Self.amount(1001)), .pay(Amount(minorUnits: 5, currency: .usd)), .stop])
        #expect(try await Self.pay(shop, plan).end == .nothing)
        #expect(shop.gateway.calls(.create).isEmpty)
    }

    /// An unknown leg ends the call: no second card, and the same call goes on with what became of it.
    @Test func anUnknownLegBlocksTheNextUntilItIsKnown() async throws {
        var policy = Shop.policy
        (policy.maximumSends, policy.maximumAsks) = (1, 1)
        let shop = Shop(Shop.quickly([.visa, .visa, .visa]), policy: policy)
        try await shop.connect()
        shop.gateway.always(.confirm, .loseAnswer)
        shop.gateway.always(.retrieve, .loseRequest)
        shop.gateway.always(.cancel, .loseRequest)
        let first = try await Self.pay(shop, Plan([.pay(Self.amount(400)), .pay()]))
        for verb in [ScriptedGateway.Verb.confirm, .retrieve, .cancel] { shop.gateway.always(verb, nil) }
        let second = try await Self.pay(shop, Plan([.pay()]))
        #expect(first.end == .unknown)
        #expect(first.legs.map(\.state) == [.unknown])
        #expect(second.end == .paid)
        #expect(second.legs.map(\.paid) == [400, 600])
        #expect(Self.taken(shop, second) == 1000)
    }

    /// Another process knows from the journal what was paid, also of legs that are over.
    @Test func anotherProcessGoesOnWithTheOrder() async throws {
        let shop = try await Self.opened()
        _ = try await Self.pay(shop, Plan([.pay(Self.amount(400)), .stop]), isAllOrNothing: false)
        let later = Shop(Shop.quickly([.visa]), journal: shop.journal, gateway: shop.gateway)
        try await later.connect()
        let plan = Plan([.pay()])
        let outcome = try await Self.pay(later, plan)
        #expect(await plan.balances == [600])
        #expect(outcome.end == .paid)
        #expect(Self.taken(later, outcome) == 1000)
    }

    /// An approval that an earlier process told nobody stays listed until somebody has heard of it.
    @Test func anEarlierLegIsToldBeforeItIsClaimed() async throws {
        var policy = Shop.policy
        policy.claimsOnReturn = false
        let shop = Shop(Shop.quickly([.visa]), policy: policy)
        try await shop.connect()
        _ = try await Self.pay(shop, Plan([.pay(Self.amount(400)), .stop]), isAllOrNothing: false)
        let later = Shop(Shop.quickly([.visa]), journal: shop.journal, gateway: shop.gateway)
        try await later.connect()
        let untold = Guarded<[[String]]>([])
        let outcome = try await later.terminal.payOrder(Self.parameters(), isAllOrNothing: false) { progress in
            let pending = try? await later.terminal.pendingAttempts().filter { $0.state == .unclaimed }
            untold.withLock { $0.append(pending?.map(\.intentID) ?? []) }
            return .stop
        }
        #expect(untold.withLock(\.self) == [outcome.legs.map(\.intentID)])
        #expect(try await later.terminal.pendingAttempts().filter { $0.state == .unclaimed }.isEmpty)
    }

    @Test func aLostRefundIsToldAsSuchAndContinued() async throws {
        var policy = Shop.policy
        (policy.maximumSends, policy.maximumAsks) = (1, 1)
        let shop = Shop(Shop.quickly([.visa]), policy: policy)
        try await shop.connect()
        shop.gateway.always(.refund, .loseAnswer)
        shop.gateway.always(.listRefunds, .loseRequest)
        let first = try await Self.pay(shop, Plan([.pay(Self.amount(400)), .stop]))
        for verb in [ScriptedGateway.Verb.refund, .listRefunds] { shop.gateway.always(verb, nil) }
        let second = try await Self.pay(shop, Plan([.stop]))
        #expect(first.end == .unknown)
        #expect(second.end == .nothing)
        #expect(Self.taken(shop, second) == 0)
        #expect(shop.gateway.refunds.count == 1)
    }

    @Test func anOrderNeedsAnIdAndAnAmount() async throws {
        let shop = Shop()
        let unnamed = PaymentIntentParameters(amount: 1000, currency: .eur)
        var empty = PaymentIntentParameters(amount: 0, currency: .eur)
        empty.order = "7"
        var codes: [TenderError.Code?] = []
        for parameters in [unnamed, empty] {
            let error = await #expect(throws: TenderError.self) {
                try await shop.terminal.payOrder(parameters, isAllOrNothing: true) { _ in .stop }
            }
            codes.append(error?.code)
        }
        #expect(codes == [.invalidParameter, .invalidAmount])
    }
}
