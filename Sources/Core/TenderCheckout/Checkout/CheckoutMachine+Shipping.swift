import TenderFlow
import TenderModel

extension CheckoutMachine {
    mutating func enter(_ shipping: ShippingDetails) -> [Action] {
        if let lock { return [.refuse(lock)] }
        guard configuration.requiredShipping.isSatisfied(by: shipping) else { return [.refuse(.shippingIncomplete)] }
        let old = judgment.map { [Action.ended($0.number, .replaced)] } ?? []
        return judge(shipping, isNew: true) + old
    }

    /// Validates a saved address as soon as it is known, so that nobody has to enter it again.
    mutating func judgeKnownShipping() -> [Action] {
        guard !configuration.requiredShipping.isEmpty, lock == nil, judgment == nil, state.shipping == nil,
            let known = state.knownShipping, configuration.requiredShipping.isSatisfied(by: known)
        else { return [] }
        return judge(known, isNew: false)
    }

    private mutating func judge(_ shipping: ShippingDetails, isNew: Bool) -> [Action] {
        let number = nextNumber()
        judgment = Judgment(number: number, shipping: shipping, isNew: isNew)
        state.isJudgingShipping = true
        return [.judge(shipping, number)]
    }

    mutating func take(_ verdict: ShippingVerdict, _ number: Int) -> [Action] {
        guard let judged = judgment, judged.number == number else { return [] }
        judgment = nil
        state.isJudgingShipping = false
        switch verdict {
        case .valid(let methods, let selected):
            let kept = selected ?? state.selectedShippingMethodID
            state.shipping = judged.shipping
            state.shippingError = nil
            state.shippingMethods = methods
            state.selectedShippingMethodID = (methods.first { $0.id == kept } ?? methods.first)?.id
            return (judged.isNew ? remember(judged.shipping) : []) + [.ended(number, nil)]
        case .invalid(let reason):
            state.shipping = nil
            state.shippingError = reason
            state.shippingMethods = []
            state.selectedShippingMethodID = nil
            return [.ended(number, .invalidAddress(reason))]
        }
    }

    mutating func selectShippingMethod(_ id: String) -> [Action] {
        if let lock { return [.refuse(lock)] }
        guard state.shippingMethods.contains(where: { $0.id == id }) else {
            return [.refuse(.unknownShippingMethod)]
        }
        state.selectedShippingMethodID = id
        return []
    }

    mutating func remember(_ shipping: ShippingDetails) -> [Action] {
        guard configuration.remembersChoices, state.customer != nil else { return [] }
        let number = nextNumber()
        return shippingWrite.write(shipping, number: number) ? [.remember(shipping, number)] : []
    }
}

extension GatewayError {
    /// The error of a validation whose address was replaced by another.
    fileprivate static let replaced = GatewayError(.canceled, fate: .notSent, message: "another address was entered")

    fileprivate static func invalidAddress(_ reason: String) -> GatewayError {
        GatewayError(.invalidParameter, fate: .notSent, message: reason)
    }
}
