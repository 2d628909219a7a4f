import TenderFlow
import TenderModel

/// A checkout as a pure state machine: whose cards, which one, where to, how much, and one payment at a time.
///
/// What it can never do: issue a second payment while one is in flight or its outcome is unknown; issue a payment other
/// than the same one, under the same key, until that outcome is settled; select what the customer does not have; accept
/// an answer to a request from before the customer signed out. An event that does not apply changes nothing.
public struct CheckoutMachine: Hashable, Sendable {
    /// The visible state.
    public internal(set) var state: CheckoutState

    let configuration: CheckoutConfiguration
    var orderKey: String
    /// Whether the app supplied the order's key, so that an earlier run of the program may have paid it.
    var isOwnOrder: Bool
    /// The number in the payment's key; it grows once the payment under that key has provably ended unpaid.
    var attempt = 1
    /// The number of ended attempts of an earlier run that were skipped since the payment was requested.
    var passedOver = 0
    var lastNumber = 0
    /// The number of the load in progress.
    public internal(set) var load: Int?
    /// The number of the payment-method change in progress.
    public internal(set) var change: Int?
    /// The validation in progress.
    var judgment: Judgment?
    var defaultWrite = LatestWrite<String>()
    var shippingWrite = LatestWrite<ShippingDetails>()

    /// An address that the app is validating.
    struct Judgment: Hashable, Sendable {
        let number: Int
        let shipping: ShippingDetails
        let isNew: Bool
    }

    /// Creates a checkout.
    ///
    /// - Parameters:
    ///   - configuration: The checkout's settings.
    ///   - orderKey: The order's key, used when the configuration has none.
    public init(_ configuration: CheckoutConfiguration, orderKey: String) {
        self.configuration = configuration
        self.orderKey = configuration.orderKey ?? orderKey
        isOwnOrder = configuration.orderKey != nil
        state = CheckoutState(amount: configuration.amount)
    }

    /// The number of the validation in progress.
    public var judging: Int? { judgment?.number }

    /// Handles one event and returns the actions that follow; a change of the visible state comes last, but before an
    /// end.
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

    /// The reason that nothing about the payment may be changed.
    var lock: CheckoutRefusal? {
        switch state.payment {
        case .none, .paid: nil
        case .inFlight: .paymentInFlight
        case .actionRequired, .unknown: .paymentUnresolved
        }
    }
}

extension CheckoutMachine.Action {
    /// Whether the action reports an end, before which the change must have been reported.
    fileprivate var isTelling: Bool {
        switch self {
        case .tell, .ended: true
        case .load, .attach, .detach, .selectDefault, .remember, .judge, .pay, .clearCustomer, .refuse: false
        }
    }
}
