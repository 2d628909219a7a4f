import TenderFlow
import TenderModel

extension CheckoutMachine {
    mutating func beginLoading() -> [Action] {
        switch state.loading {
        case .idle, .failed: startLoad(isFresh: false)
        case .loading, .loaded: []
        }
    }

    /// Starts a load unless a change is in progress: the two exclude each other, so that the loaded data is never older
    /// than a change.
    mutating func beginLoadingAnew() -> [Action] {
        guard change == nil else { return [.refuse(.busy)] }
        let old = load.map { [Action.ended($0, .superseded)] } ?? []
        return startLoad(isFresh: true) + old
    }

    private mutating func startLoad(isFresh: Bool) -> [Action] {
        let number = nextNumber()
        load = number
        state.loading = .loading
        return [.load(isFresh: isFresh, number)]
    }

    mutating func take(_ wallet: CustomerWallet, _ number: Int) -> [Action] {
        guard number == load else { return [] }
        load = nil
        state.loading = .loaded
        state.customer = wallet.customer
        state.methods = wallet.methods
        state.knownShipping = wallet.shipping
        state.defaultMethodID = wallet.methods.first { $0.id == wallet.defaultMethod }?.id
        reselect()
        return judgeKnownShipping() + [.ended(number, nil)]
    }

    mutating func failLoading(_ error: GatewayError, _ number: Int) -> [Action] {
        guard number == load else { return [] }
        load = nil
        state.loading = .failed(error)
        return [.tell(.failedToLoad(error)), .ended(number, error)]
    }

    /// Keeps the selection if the customer still has it; otherwise selects the default, or the newest.
    mutating func reselect() {
        guard state.selectedMethod == nil else { return }
        state.selectedMethodID = state.defaultMethodID ?? state.methods.first?.id
    }

    /// Forgets the customer; the payment stays, since forgetting it is not up to the customer.
    mutating func clear() -> [Action] {
        let numbers = [load, change, judgment?.number].compactMap(\.self)
        var cleared = CheckoutState(amount: state.amount)
        cleared.items = state.items
        cleared.payment = state.payment
        state = cleared
        (load, change, judgment) = (nil, nil, nil)
        defaultWrite = LatestWrite()
        shippingWrite = LatestWrite()
        return [.clearCustomer] + numbers.map { .ended($0, .signedOut) }
    }
}

extension GatewayError {
    /// The error of a load that a newer one replaced.
    fileprivate static let superseded = GatewayError(
        .canceled, fate: .notSent, message: "the customer is being reloaded")

    fileprivate static let signedOut = GatewayError(.canceled, fate: .notSent, message: "the customer signed out")
}
