import SimulatedCard
import TenderModel

/// The options in `payment_method_options`.
extension IntentRow {
    private func option(_ type: MethodType, _ name: String) -> JSONValue? {
        more["payment_method_options"]?[type.rawValue]?[name]
    }

    /// Whether the card's data came by mail or telephone, so that nobody can authenticate.
    var isMailOrTelephoneOrder: Bool { option(.card, "moto") == true }

    /// Whether every attempt needs the merchant's secret key.
    var isConfirmedByServer: Bool { more["confirmation_method"] == "manual" }

    /// Whether the merchant authenticated the customer elsewhere.
    var isAuthenticatedElsewhere: Bool { option(.card, "three_d_secure") != nil }

    /// Returns whether and for what the card is to be saved: the option for its type takes precedence over the
    /// intent's.
    func futureUsage(of type: MethodType) -> FutureUsage? {
        guard let option = option(type, "setup_future_usage")?.text else { return setupFutureUsage }
        return FutureUsage(rawValue: option)
    }

    /// Returns the capture method of a payment without a reader.
    func onlineCaptureMethod(of type: MethodType) -> IntentCaptureMethod {
        guard type == .card else { return captureMethod }
        return option(.card, "capture_method")?.text.flatMap { IntentCaptureMethod(rawValue: $0) } ?? captureMethod
    }

    /// Returns whether the hold on this card may be raised later.
    ///
    /// Source: the API's guides on incremental authorizations: Visa, Mastercard, American Express and Discover.
    ///
    /// Simulated: the categories of merchants, by which the API restricts some brands, are not looked at.
    func wantsRaisableHold(of method: PaymentMethodRow) -> Bool {
        guard [.visa, .mastercard, .amex, .discover].contains(method.card.brand) else { return false }
        return switch method.type {
        case .card: option(.card, "request_incremental_authorization") == "if_available"
        case .cardPresent: option(.cardPresent, "request_incremental_authorization_support") == true
        case .interacPresent, .bancontact, .ideal, .sepaDebit: false
        }
    }

    /// Returns the part of the amount that the issuer of this card approves, if it does not approve all and the
    /// merchant accepts a part.
    ///
    /// Simulated: the API leaves the part to the issuer.
    func approvedPart(of method: PaymentMethodRow) -> Int64? {
        guard method.type == .cardPresent, option(.cardPresent, "request_partial_authorization") == "if_available",
            let part = method.presentedCard?.issuer.part
        else { return nil }
        let (product, overflow) = amount.multipliedReportingOverflow(by: part)
        let share = overflow ? amount / 1000 * part : product / 1000
        // As whole as the amounts of the currency are.
        let unit: Int64 = ChargeLimits.isWhole(1, currency) ? 1 : 10
        return max(unit, share / unit * unit)
    }

    private func wantsExtendedHold(of method: PaymentMethodRow) -> Bool {
        switch method.type {
        case .card: option(.card, "request_extended_authorization") == "if_available"
        case .cardPresent: option(.cardPresent, "request_extended_authorization") == true
        case .interacPresent, .bancontact, .ideal, .sepaDebit: false
        }
    }

    /// Returns the lifetime of the hold on this card, in seconds.
    ///
    /// Source: the API's guides on extended authorizations.
    func holdLifetime(of method: PaymentMethodRow) -> Int64 {
        if wantsExtendedHold(of: method) {
            if method.card.brand == .mastercard { return 30 * 24 * 3600 }
            if method.card.brand == .visa { return (29 * 24 + 18) * 3600 }
        }
        return method.type == .card ? ResourceContext.onlineHoldLifetime : ResourceContext.holdLifetime
    }

    /// The options for cards at a reader, as a client decodes them.
    var modelOptions: PaymentMethodOptions {
        guard methodTypes.contains(.cardPresent) || more["payment_method_options"] != nil else {
            return PaymentMethodOptions()
        }
        guard more["payment_method_options"] != nil else { return Self.usualOptions }
        return ResourceContext.methodOptions(self)["card_present"].map {
            PaymentMethodOptions(cardPresent: CardPresentOptions(json: $0))
        } ?? PaymentMethodOptions()
    }

    /// Shared by all intents that ask for nothing.
    private static let usualOptions = PaymentMethodOptions(
        cardPresent: CardPresentOptions(
            requestExtendedAuthorization: false, requestIncrementalAuthorizationSupport: false))

    /// Whether the account's settings chose the types, as a client decodes it.
    var automaticMethods: AutomaticPaymentMethods? {
        guard more["automatic_payment_methods"] != nil || hasAutomaticMethods else { return nil }
        let given = more["automatic_payment_methods"]
        return AutomaticPaymentMethods(
            isEnabled: given.map { $0["enabled"] == true } ?? true,
            allowRedirects: .init(rawValue: given?["allow_redirects"]?.text ?? "always"))
    }
}

extension CardPresentOptions {
    fileprivate init(json: JSONValue) {
        func flag(_ name: String) -> Bool? {
            if case .bool(let flag)? = json[name] { flag } else { nil }
        }
        func request(_ name: String) -> CardPresentRequest? { json[name]?.text.map { .init(rawValue: $0) } }
        self.init(
            captureMethod: json["capture_method"]?.text.map { .init(rawValue: $0) },
            requestExtendedAuthorization: flag("request_extended_authorization"),
            requestIncrementalAuthorizationSupport: flag("request_incremental_authorization_support"),
            requestMulticapture: request("request_multicapture"),
            requestPartialAuthorization: request("request_partial_authorization"),
            requestReauthorization: request("request_reauthorization"))
        routing = json["routing"].flatMap { $0.members == nil ? nil : $0 }.map {
            Routing(requestedPriority: $0["requested_priority"]?.text.map { .init(rawValue: $0) })
        }
    }
}
