import TenderModel

/// The type of a payment method.
enum MethodType: String, Codable, CaseIterable {
    case card
    case cardPresent = "card_present"
    case interacPresent = "interac_present"
    case bancontact
    case ideal
    case sepaDebit = "sepa_debit"

    /// Whether the card is present, in a reader.
    var isPresent: Bool { self == .cardPresent || self == .interacPresent }

    var isCard: Bool { self == .card || isPresent }

    /// Whether the customer's bank asks on a page of its own.
    var redirects: Bool { self == .bancontact || self == .ideal }

    /// Whether it can be saved for a customer.
    var isSavable: Bool { self == .card || self == .sepaDebit }

    /// The only currency that it supports; `nil` for any.
    var currency: Currency? {
        switch self {
        case .card, .cardPresent: nil
        case .interacPresent: .cad
        case .bancontact, .ideal, .sepaDebit: .eur
        }
    }

    /// The types that may come over the web, and that a payment method's description may have.
    static let online = allCases.filter { !$0.isPresent }
}

extension IntentRow {
    /// Selects the types that the account has enabled, if that was left to it.
    mutating func chooseTypes() {
        guard hasAutomaticMethods, more["allowed_payment_method_types"] == nil else { return }
        let mayRedirect = more["automatic_payment_methods"]?["allow_redirects"] != "never"
        methodTypes = MethodType.online.filter { type in
            guard type != .card else { return true }
            return type.currency == currency && captureMethod != .manual
                && (!type.redirects || (mayRedirect && setupFutureUsage == nil))
        }
    }
}
