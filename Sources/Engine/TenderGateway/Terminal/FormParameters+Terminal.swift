import TenderAPI
import TenderFlow
import TenderModel

/// The parameters of the calls about readers, in the payments API's names.
extension FormParameters {
    /// Adds a flag, unless `value` is `nil`.
    mutating func add(_ name: String, _ value: Bool?) { add(name, value.map { $0 ? "true" : "false" }) }

    /// Adds the settings for reading a card.
    ///
    /// - Throws: `GatewayError` that was not sent, if the API cannot express the amount.
    mutating func add(_ configuration: ReaderProcessConfiguration, as name: String) throws(GatewayError) {
        add("\(name)[enable_customer_cancellation]", configuration.customerCancellation)
        add("\(name)[skip_tipping]", configuration.skipsTipping)
        add("\(name)[allow_redisplay]", configuration.allowRedisplay)
        guard let amount = configuration.tippingAmount else { return }
        add("\(name)[tipping][amount_eligible]", try amount.shownUnits(amount.currency))
    }

    /// Creates the parameters of a cart for a reader's screen.
    ///
    /// - Throws: `GatewayError` that was not sent, if the currencies differ or the API cannot express an amount.
    init(_ cart: ReaderCart) throws(GatewayError) {
        let currency = cart.total.currency
        add("type", "cart")
        add("cart[currency]", currency.code)
        add("cart[total]", try cart.total.shownUnits(currency))
        add("cart[tax]", try cart.tax?.shownUnits(currency))
        for (index, line) in cart.lineItems.enumerated() {
            add("cart[line_items][\(index)][description]", line.description)
            add("cart[line_items][\(index)][amount]", try line.amount.shownUnits(currency))
            add("cart[line_items][\(index)][quantity]", Int64(line.quantity))
        }
    }

    /// Adds a form for the customer.
    mutating func add(_ input: ReaderInput, as name: String) {
        add("\(name)[type]", input.kind.rawValue)
        add("\(name)[required]", input.required)
        add("\(name)[custom_text][title]", input.title)
        add("\(name)[custom_text][description]", input.description)
        add("\(name)[custom_text][skip_button]", input.skipButton)
        add("\(name)[custom_text][submit_button]", input.submitButton)
        for (index, choice) in input.choices.enumerated() {
            add("\(name)[selection][choices][\(index)][id]", choice.id)
            add("\(name)[selection][choices][\(index)][text]", choice.text)
            add("\(name)[selection][choices][\(index)][style]", choice.style)
        }
        for (index, toggle) in input.toggles.enumerated() {
            add("\(name)[toggles][\(index)][title]", toggle.title)
            add("\(name)[toggles][\(index)][description]", toggle.description)
            add("\(name)[toggles][\(index)][default_value]", toggle.defaultValue)
        }
    }
}

extension Amount {
    /// Returns the integer for a screen, where zero and negative amounts are allowed too.
    fileprivate func shownUnits(_ expected: Currency) throws(GatewayError) -> Int64 {
        guard currency == expected else {
            throw .notSent(.invalidCurrency, "a cart has one currency, not \(expected.code) and \(currency.code)")
        }
        do throws(AmountError) { return try gatewayUnits() } catch {
            throw .notSent(.invalidAmount, error.description)
        }
    }
}
