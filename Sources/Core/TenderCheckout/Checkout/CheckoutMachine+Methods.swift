import TenderFlow
import TenderModel

extension CheckoutMachine {
    mutating func select(_ id: String) -> [Action] {
        if let lock { return [.refuse(lock)] }
        guard state.methods.contains(where: { $0.id == id }) else { return [.refuse(.unknownPaymentMethod)] }
        guard state.change != .removing(id) else { return [.refuse(.busy)] }
        state.selectedMethodID = id
        return rememberDefault(id)
    }

    mutating func add(_ id: String) -> [Action] {
        if let refusal = refusalOfChange { return [.refuse(refusal)] }
        let number = nextNumber()
        (change, state.change) = (number, .adding(id))
        return [.attach(id, number)]
    }

    mutating func remove(_ id: String) -> [Action] {
        if let refusal = refusalOfChange { return [.refuse(refusal)] }
        guard state.methods.contains(where: { $0.id == id }) else { return [.refuse(.unknownPaymentMethod)] }
        let number = nextNumber()
        (change, state.change) = (number, .removing(id))
        return [.detach(id, number)]
    }

    private var refusalOfChange: CheckoutRefusal? {
        if let lock { return lock }
        if change != nil || load != nil { return .busy }
        return state.loading == .loaded ? nil : .notLoaded
    }

    mutating func take(_ method: PaymentMethod, _ number: Int) -> [Action] {
        guard number == change else { return [] }
        (change, state.change) = (nil, nil)
        state.methods = [method] + state.methods.filter { $0.id != method.id }
        state.selectedMethodID = method.id
        return rememberDefault(method.id) + [.ended(number, nil)]
    }

    mutating func endRemoving(_ number: Int) -> [Action] {
        guard number == change, case .removing(let id) = state.change else { return [] }
        (change, state.change) = (nil, nil)
        state.methods.removeAll { $0.id == id }
        if state.defaultMethodID == id { state.defaultMethodID = nil }
        if defaultWrite.waiting == id { _ = defaultWrite.takeWaiting() }
        reselect()
        return [.ended(number, nil)]
    }

    mutating func failChange(_ error: GatewayError, _ number: Int) -> [Action] {
        guard number == change else { return [] }
        (change, state.change) = (nil, nil)
        return [.ended(number, error)]
    }

    /// Makes the selection the customer's default; the selection itself takes effect at once.
    private mutating func rememberDefault(_ id: String) -> [Action] {
        guard configuration.remembersChoices else { return [] }
        let number = nextNumber()
        return defaultWrite.write(id, number: number) ? [.selectDefault(id, number)] : []
    }

    mutating func endRemembering(_ number: Int, _ error: GatewayError?) -> [Action] {
        let failure = error.map { [Action.tell(.failedToRemember($0))] } ?? []
        if let id = defaultWrite.end(number) {
            if error == nil { state.defaultMethodID = state.methods.first { $0.id == id }?.id }
            return failure + (defaultWrite.takeWaiting().map { rememberDefault($0) } ?? [])
        }
        if let shipping = shippingWrite.end(number) {
            if error == nil { state.knownShipping = shipping }
            return failure + (shippingWrite.takeWaiting().map { remember($0) } ?? [])
        }
        return []
    }
}
