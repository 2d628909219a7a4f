import TenderFlow
import TenderModel

/// The parameters of the calls, in the payments API's names.
extension FormParameters {
    /// Creates the parameters of a new PaymentIntent.
    ///
    /// The API accepts `manual_preferred` only for card-present payments, as an option beside `automatic`.
    ///
    /// - Throws: `GatewayError` that was not sent, for an option that contradicts another.
    init(_ parameters: PaymentIntentParameters) throws(GatewayError) {
        let prefersManual = parameters.captureMethod == .manualPreferred
        add("amount", try parameters.amount.chargeableUnits())
        add("currency", parameters.amount.currency.code)
        add("capture_method", prefersManual ? CaptureMethod.automatic.rawValue : parameters.captureMethod.rawValue)
        if let automatic = parameters.automaticPaymentMethods {
            add("automatic_payment_methods[enabled]", automatic.isEnabled)
            add("automatic_payment_methods[allow_redirects]", automatic.allowRedirects?.rawValue)
        }
        if parameters.automaticPaymentMethods?.isEnabled != true {
            add("payment_method_types", list: parameters.paymentMethodTypes.map(\.rawValue))
        }
        var options = parameters.paymentMethodOptions?.cardPresent ?? CardPresentOptions()
        if prefersManual {
            guard options.captureMethod ?? .manualPreferred == .manualPreferred else {
                throw .notSent(.invalidParameter, "the capture method and the option of cards at a reader differ")
            }
            options.captureMethod = .manualPreferred
        }
        add(options)
        add("description", parameters.description)
        add("customer", parameters.customer)
        add("receipt_email", parameters.receiptEmail)
        add("setup_future_usage", parameters.setupFutureUsage?.rawValue)
        add("shipping", parameters.shipping)
        add("statement_descriptor", parameters.statementDescriptor)
        add("statement_descriptor_suffix", parameters.statementDescriptorSuffix)
        try add(PaymentShares(parameters), of: parameters.amount.currency)
        add("metadata", map: parameters.metadata)
    }

    /// Adds the options for cards at a reader.
    private mutating func add(_ options: CardPresentOptions) {
        let name = "payment_method_options[card_present]"
        add("\(name)[capture_method]", options.captureMethod?.rawValue)
        add("\(name)[request_extended_authorization]", options.requestExtendedAuthorization)
        add("\(name)[request_incremental_authorization_support]", options.requestIncrementalAuthorizationSupport)
        add("\(name)[request_multicapture]", options.requestMulticapture?.rawValue)
        add("\(name)[request_partial_authorization]", options.requestPartialAuthorization?.rawValue)
        add("\(name)[request_reauthorization]", options.requestReauthorization?.rawValue)
        add("\(name)[routing][requested_priority]", options.requestedPriority?.rawValue)
    }

    /// Creates the parameters of an edit; an empty value clears a field.
    init(_ changes: PaymentIntentChanges) throws(GatewayError) {
        add("amount", try changes.amount?.chargeableUnits())
        add("description", changes.description)
        if let fee = changes.applicationFeeAmount {
            add("application_fee_amount", try fee.value?.shareUnits().description ?? "")
        }
        add("transfer_data[amount]", try changes.transferAmount?.shareUnits())
        add("receipt_email", changes.receiptEmail)
        add("statement_descriptor", changes.statementDescriptor)
        add("statement_descriptor_suffix", changes.statementDescriptorSuffix)
        if let usage = changes.setupFutureUsage { add("setup_future_usage", usage.value?.rawValue ?? "") }
        add("customer", try changes.customer?.checkedID())
        if let options = changes.paymentMethodOptions {
            options == .cleared
                ? add("payment_method_options[card_present]", "")
                : add(options.value?.cardPresent ?? CardPresentOptions())
        }
        if let shipping = changes.shipping {
            shipping == .cleared ? add("shipping", "") : add("shipping", shipping.value)
        }
        add("transfer_group", changes.transferGroup)
        add("metadata", map: changes.metadata.mapValues { $0.value ?? "" })
    }

    /// Creates the parameters of a surcharge.
    init(surcharge: Amount) throws(GatewayError) {
        add("amount_details[surcharge][amount]", try surcharge.chargeableUnits())
    }

    /// Creates the parameters of the currency that a customer chose.
    init(conversion: ConversionChoice) throws(GatewayError) {
        let name = "payment_method_options[card_present][dynamic_currency_conversion]"
        switch conversion {
        case .accepted(let amount):
            add("\(name)[status]", DynamicCurrencyConversion.Status.accepted.rawValue)
            add("\(name)[presentment_amount]", try amount.chargeableUnits())
            add("\(name)[presentment_currency]", amount.currency.code)
        case .declined: add("\(name)[status]", DynamicCurrencyConversion.Status.declined.rawValue)
        }
    }

    /// Creates the parameters of a confirmation with a card that waits, but for the card; see `docs/gateway-extension.md`.
    init(waitingCard confirmation: CardConfirmation) throws(GatewayError) {
        if let conversion = confirmation.conversion {
            try self.init(conversion: conversion)
        } else if let surcharge = confirmation.surcharge {
            try self.init(surcharge: surcharge)
        } else {
            self.init()
        }
        add("payment_method_data[card_present][awaits_issuer]", "true")
    }

    private mutating func add(_ name: String, _ change: FieldChange<String>?) {
        if let change { add(name, change.value ?? "") }
    }

    init(_ parameters: RefundParameters) throws(GatewayError) {
        add("payment_intent", try parameters.paymentIntent?.checkedID())
        add("charge", try parameters.charge?.checkedID())
        add("amount", try parameters.amount?.chargeableUnits())
        add("reason", parameters.reason?.rawValue)
        if parameters.reversesTransfer { add("reverse_transfer", "true") }
        if parameters.refundsApplicationFee { add("refund_application_fee", "true") }
        add("metadata", map: parameters.metadata)
    }

    /// Creates the parameters of a list.
    ///
    /// - Parameter permitted: The filters that the API has for it.
    /// - Throws: `GatewayError` that was not sent, for another filter.
    init(_ query: ListQuery, filters permitted: Set<ListFilter> = []) throws(GatewayError) {
        if let other = query.filters.keys.filter({ !permitted.contains($0) }).map(\.rawValue).min() {
            throw .notSent(.invalidParameter, "the API has no filter '\(other)' for this list")
        }
        guard query.startingAfter == nil || query.endingBefore == nil else {
            throw .notSent(.invalidParameter, "a page begins after an object or ends before one, not both")
        }
        guard (1...100).contains(query.limit) else {
            throw .notSent(.invalidParameter, "the limit of a list is 1 to 100, not \(query.limit)")
        }
        add("limit", Int64(query.limit))
        add("starting_after", query.startingAfter)
        add("ending_before", query.endingBefore)
        add("created[gte]", query.createdFrom)
        add("created[lte]", query.createdTo)
        for filter in ListFilter.allCases { add(filter.rawValue, query.filters[filter]) }
    }

    /// Adds the customer's consent, unless nobody was asked.
    mutating func add(_ name: String, _ consent: AllowRedisplay) {
        if consent != .unspecified { add(name, consent.rawValue) }
    }

    /// Adds a presented card in our own extension of the API; see `docs/gateway-extension.md`.
    ///
    /// - Throws: `GatewayError` that was not sent, if the API cannot express the tip.
    mutating func add(_ payload: EncryptedPayload) throws(GatewayError) {
        let name = "payment_method_data[card_present][encrypted_payload]"
        add("payment_method_data[type]", PaymentMethodType.cardPresent.rawValue)
        add("\(name)[scheme]", payload.scheme)
        add("\(name)[key_serial]", payload.keySerial)
        add("\(name)[ciphertext]", payload.ciphertext)
        add("\(name)[tag]", payload.tag)
        add("payment_method_data[allow_redisplay]", payload.allowRedisplay)
        guard let tip = payload.tip, tip.minorUnits > 0 else { return }
        add("payment_method_data[card_present][amount_tip]", try tip.chargeableUnits())
    }
}

extension Amount {
    /// Returns the integer for the API.
    ///
    /// - Throws: `GatewayError` that was not sent, if the amount is not above zero or the API cannot express it.
    func chargeableUnits() throws(GatewayError) -> Int64 {
        guard minorUnits > 0 else { throw .notSent(.invalidAmount, "the amount must be above zero, not \(self)") }
        return try shareUnits()
    }

    /// Returns the integer for the API of a share of an amount, which may be zero.
    ///
    /// - Throws: `GatewayError` that was not sent, if the amount is below zero or the API cannot express it.
    func shareUnits() throws(GatewayError) -> Int64 {
        guard minorUnits >= 0 else { throw .notSent(.invalidAmount, "a share is not below zero, as \(self) is") }
        do throws(AmountError) {
            return try gatewayUnits()
        } catch .unsupportedCurrency {
            throw .notSent(.invalidCurrency, AmountError.unsupportedCurrency(currency).description)
        } catch {
            throw .notSent(.invalidAmount, error.description)
        }
    }
}

extension String {
    /// Returns the ID itself if it is valid in a path: letters, digits, `_` and `-`, at most 255.
    func checkedID() throws(GatewayError) -> String {
        let isID = utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        guard !contains("_secret_") else {
            throw .notSent(.invalidParameter, "an id was expected, not a client secret")
        }
        guard isID, (1...255).contains(utf8.count) else {
            throw .notSent(.invalidParameter, "an id has 1 to 255 letters, digits, '_' and '-', not '\(prefix(80))'")
        }
        return self
    }
}

extension GatewayError {
    /// Returns an error that was found before anything was sent.
    static func notSent(_ code: TenderError.Code, _ message: String) -> GatewayError {
        GatewayError(code, fate: .notSent, message: message)
    }
}
