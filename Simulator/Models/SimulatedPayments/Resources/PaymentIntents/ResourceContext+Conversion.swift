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

    /// Adds the offer that a request with a card asks for, if one can be made to that card; refuses it for an intent that
    /// none can be made for.
    static func offerConversion(
        to method: inout PaymentMethodRow, of intent: IntentRow, _ call: Call
    ) throws(APIFailure) {
        guard call.parameters.boolean("payment_method_options", "card_present", requested) == true else { return }
        guard canConvert(intent) else {
            throw .refused(
                "Dynamic currency conversion is not available for this PaymentIntent. Collect the payment method without "
                    + "it.",
                code: nil, param: "payment_method_options[card_present][\(requested)]", intent: intent.id)
        }
        method.particulars.conversion = offer(to: method, of: intent, call)
    }

    /// Converts what a confirmation charges if the customer chose that, and only into the amount that was shown.
    static func convert(_ method: inout PaymentMethodRow, of intent: IntentRow, _ call: Call) throws(APIFailure) {
        guard let choice = call.parameters["payment_method_options", "card_present", chosen] else {
            if method.card.dynamicCurrencyConversion != nil { method.particulars.conversion = nil }
            return
        }
        let offer = offer(to: method, of: intent, call)
        guard choice["status"]?.text == DynamicCurrencyConversion.Status.accepted.rawValue else {
            method.particulars.conversion = offer
            method.particulars.conversion?.status = .declined
            return
        }
        guard var conversion = offer, canConvert(intent), intent.surcharge == 0,
            choice["presentment_amount"]?.number == conversion.presentmentAmount,
            choice["presentment_currency"]?.text == conversion.presentmentCurrency
        else {
            throw .refused(
                "The customer consented to another amount than the card would be charged with now.", code: nil,
                param: "payment_method_options[card_present][\(chosen)]", intent: intent.id)
        }
        conversion.status = .accepted
        conversion.transactionFxRate = conversion.cardholderRate
        conversion.transactionMarkupPercent = conversion.referenceMarkupPercent
        method.particulars.conversion = conversion
    }

    /// Returns whether a card may be charged in its own currency: not if a part of the amount may be approved.
    private static func canConvert(_ intent: IntentRow) -> Bool {
        let options = intent.more["payment_method_options"]?["card_present"]
        return options?["request_partial_authorization"] != "if_available"
    }

    private static func offer(
        to method: PaymentMethodRow, of intent: IntentRow, _ call: Call
    ) -> DynamicCurrencyConversion? {
        guard method.type == .cardPresent,
            let amount = try? Amount(gatewayUnits: intent.amount - intent.surcharge, currency: intent.currency)
        else { return nil }
        return ExchangeRates.offer(amount, to: method.card, now: call.now)
    }
}

extension DynamicCurrencyConversion {
    /// Reads what `json` wrote.
    init(_ json: JSONValue) {
        self.init()
        cardholderRate = json["cardholder_rate"]?.text
        fxAsOf = json["fx_as_of"]?.number
        originalAmount = json["original_amount"]?.number
        originalCurrency = json["original_currency"]?.text
        presentmentAmount = json["presentment_amount"]?.number
        presentmentCurrency = json["presentment_currency"]?.text
        referenceFxRate = json["reference_fx_rate"]?.text
        referenceMarkupPercent = json["reference_markup_percent"]?.text
        status = json["status"]?.text.map { Status(rawValue: $0) }
        transactionFxRate = json["transaction_fx_rate"]?.text
        transactionMarkupPercent = json["transaction_markup_percent"]?.text
    }

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
