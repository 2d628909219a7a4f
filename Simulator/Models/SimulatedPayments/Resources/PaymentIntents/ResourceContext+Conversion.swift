import TenderModel

/// The conversion of a payment into the card's currency: offered once the card was read, chosen by its customer.
extension ResourceContext {
    private static let requested = "request_dynamic_currency_conversion"
    private static let chosen = "dynamic_currency_conversion"

    /// Returns options of an intent without what concerns one card.
    static func withoutConversion(_ options: JSONValue) -> JSONValue {
        guard var types = options.members, var reader = types["card_present"]?.members else { return options }
        (reader[requested], reader[chosen]) = (nil, nil)
        types["card_present"] = .object(reader)
        return .object(types)
    }

    /// Adds the offer that a request with a card asks for; refuses a card that none can be made to.
    static func offerConversion(
        to method: inout PaymentMethodRow, of intent: IntentRow, _ call: Call
    ) throws(APIFailure) {
        guard call.parameters.boolean("payment_method_options", "card_present", requested) == true else { return }
        method.particulars.conversion = try conversion(to: method, of: intent, param: requested, call)
    }

    /// Converts what a confirmation charges if the customer chose that, and only into the amount that was shown.
    static func convert(_ method: inout PaymentMethodRow, of intent: IntentRow, _ call: Call) throws(APIFailure) {
        guard let choice = call.parameters["payment_method_options", "card_present", chosen] else {
            if method.card.dynamicCurrencyConversion != nil { method.particulars.conversion = nil }
            return
        }
        var conversion = try conversion(to: method, of: intent, param: chosen, call)
        conversion.status = choice["status"]?.text.map { .init(rawValue: $0) }
        if conversion.status == .accepted {
            guard intent.surcharge == 0, choice["presentment_amount"]?.number == conversion.presentmentAmount,
                choice["presentment_currency"]?.text == conversion.presentmentCurrency
            else {
                throw .refused(
                    "The customer consented to another amount than the card would be charged with now.", code: nil,
                    param: "payment_method_options[card_present][\(chosen)]", intent: intent.id)
            }
            conversion.transactionFxRate = conversion.cardholderRate
            conversion.transactionMarkupPercent = conversion.referenceMarkupPercent
        }
        method.particulars.conversion = conversion
    }

    private static func conversion(
        to method: PaymentMethodRow, of intent: IntentRow, param: String, _ call: Call
    ) throws(APIFailure) -> DynamicCurrencyConversion {
        let options = intent.more["payment_method_options"]?["card_present"]
        guard method.type == .cardPresent, options?["request_partial_authorization"] != "if_available",
            let amount = try? Amount(gatewayUnits: intent.amount - intent.surcharge, currency: intent.currency),
            let offer = ExchangeRates.offer(amount, to: method.card, now: call.now)
        else {
            throw .refused(
                "Dynamic currency conversion is not available for this card. Collect the payment method without it.",
                code: nil, param: "payment_method_options[card_present][\(param)]", intent: intent.id)
        }
        return offer
    }
}

extension DynamicCurrencyConversion {
    /// The conversion as the API shows it.
    var json: JSONValue {
        [
            "cardholder_rate": .optional(cardholderRate), "fx_as_of": .optional(fxAsOf),
            "original_amount": .optional(originalAmount), "original_currency": .optional(originalCurrency),
            "presentment_amount": .optional(presentmentAmount),
            "presentment_currency": .optional(presentmentCurrency),
            "reference_fx_rate": .optional(referenceFxRate),
            "reference_markup_percent": .optional(referenceMarkupPercent), "status": .optional(status?.rawValue),
            "transaction_fx_rate": .optional(transactionFxRate),
            "transaction_markup_percent": .optional(transactionMarkupPercent),
        ]
    }
}
