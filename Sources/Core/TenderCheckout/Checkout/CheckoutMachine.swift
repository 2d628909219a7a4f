import TenderFlow
import TenderModel

/// A checkout as a pure state machine: whose cards, which one, where to, how much, and one payment at a time.
///
/// What it can never do: hand out a second payment while one is under way or its outcome is open; hand out another
/// payment than the same one, under the same key, until that outcome is settled; select what the customer does not have;
/// take an answer that was asked for before the customer signed out. An event without a meaning changes nothing.
public struct CheckoutMachine: Hashable, Sendable {
    /// What a screen shows.
    public internal(set) var state: CheckoutState

    let configuration: CheckoutConfiguration
    var orderKey: String
    /// Whether the app gave the order's key, so that an earlier program may have paid it.
    var isOwnOrder: Bool
    /// The number in the payment's key; it grows when the payment under that key is proved to have ended unpaid.
    var attempt = 1
    /// How many ended attempts of an earlier program were passed over since the payment was asked for.
    var passedOver = 0
    var lastNumber = 0
    /// The number of the load under way.
    public internal(set) var load: Int?
    /// The number of the change of payment methods under way.
    public internal(set) var change: Int?
    /// The number of the judgement under way, and what is judged.
    var judgement: Judgement?
    var defaultWrite = LatestWrite<String>()
    var shippingWrite = LatestWrite<ShippingDetails>()

    /// An address that the app judges.
    struct Judgement: Hashable, Sendable {
        let number: Int
        let shipping: ShippingDetails
        let isNew: Bool
    }

    /// Prepares a checkout.
    ///
    /// - Parameters:
    ///   - configuration: what it is about.
    ///   - orderKey: the key of the order, when the configuration has none.
    public init(_ configuration: CheckoutConfiguration, orderKey: String) {
        self.configuration = configuration
        self.orderKey = configuration.orderKey ?? orderKey
        isOwnOrder = configuration.orderKey != nil
        state = CheckoutState(amount: configuration.amount)
    }

    /// The number of the judgement under way.
    public var judging: Int? { judgement?.number }

    /// Takes one event and says what comes next; a change of what is shown is told after everything else but an end.
    public mutating func handle(_ event: Event) -> [Action] {
        let before = state
        var actions = react(to: event)
        guard state != before else { return actions }
        let place = actions.firstIndex { $0.isTelling } ?? actions.endIndex
        actions.insert(.tell(.changed(state)), at: place)
        return actions
    }

    private mutating func react(to event: Event) -> [Action] {
        switch event {
        case .load: beginLoading()
        case .reload: beginLoadingAnew()
        case .clear: clear()
        case .setAmount(let amount): set(amount, [])
        case .setItems(let items): set(items)
        case .select(let id): select(id)
        case .add(let id): add(id)
        case .remove(let id): remove(id)
        case .enterShipping(let shipping): enter(shipping)
        case .selectShippingMethod(let id): selectShippingMethod(id)
        case .requestPayment: requestPayment()
        case .settle(let settlement): settle(settlement)
        case .newOrder(let amount, let key): beginOrder(amount, key)
        case .loaded(let wallet, let number): take(wallet, number)
        case .loadFailed(let error, let number): failLoading(error, number)
        case .attached(let method, let number): take(method, number)
        case .detached(let number): endRemoving(number)
        case .changeFailed(let error, let number): failChange(error, number)
        case .remembered(let number): endRemembering(number, nil)
        case .notRemembered(let error, let number): endRemembering(number, error)
        case .judged(let verdict, let number): take(verdict, number)
        case .completed(let completion, let number): take(completion, number)
        }
    }

    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Why nothing may be changed of what a payment is made of.
    var lock: CheckoutRefusal? {
        switch state.payment {
        case .none, .paid: nil
        case .inFlight: .paymentInFlight
        case .actionRequired, .unknown: .paymentUnresolved
        }
    }
}

extension CheckoutMachine.Action {
    /// Whether somebody is told of an end, before which the change must have been told.
    fileprivate var isTelling: Bool {
        switch self {
        case .tell, .ended: true
        case .load, .attach, .detach, .selectDefault, .remember, .judge, .pay, .clearCustomer, .refuse: false
        }
    }
}
