/// A surcharge to be charged on top of the amount.
public struct SurchargeConfiguration: Hashable, Sendable, Codable {
    /// The surcharge.
    public var amount: Amount
    /// How the customer consents to it; `nil` leaves that to the application.
    public var consent: SurchargeConsent?

    /// Creates a surcharge.
    public init(amount: Amount, consent: SurchargeConsent? = nil) {
        self.amount = amount
        self.consent = consent
    }

    /// Checks it against what the gateway allows for the card.
    ///
    /// - Parameters:
    ///   - amount: The amount that it is added to, with the tip.
    ///   - details: What the gateway said about the card; `nil` if the card was not inspected.
    public func check(on amount: Amount, _ details: AmountDetails.Surcharge?) throws(SurchargeError) {
        guard self.amount.currency == amount.currency else {
            throw .currency(self.amount.currency, sale: amount.currency)
        }
        guard self.amount.minorUnits >= 0, (try? amount.adding(self.amount)) != nil else { throw .amount(self.amount) }
        if let consent {
            let isAsked = consent.collection == .enabled
            guard consent.notice == nil || (isAsked && self.amount.minorUnits > 0) else { throw .noticeWithoutConsent }
            guard !isAsked || self.amount.minorUnits > 0 else { throw .consentToNothing }
        }
        guard self.amount.minorUnits > 0 else { return }
        guard let details else { throw .notInspected }
        guard details.status == .available else { throw .unavailable }
        if let most = details.maximumAmount {
            guard self.amount.minorUnits <= most.minorUnits else { throw .tooLarge(self.amount, maximum: most) }
        }
    }
}

/// The customer's consent to a surcharge.
public struct SurchargeConsent: Hashable, Sendable, Codable {
    /// Whether the reader asks for it.
    public enum Collection: String, Hashable, Sendable, Codable, CaseIterable {
        /// It does not.
        case disabled
        /// It does.
        case enabled
    }

    /// Whether the reader asks for it.
    public var collection: Collection
    /// The words of the question; `nil` for words in the card's language, or the till's.
    public var notice: String?

    /// Creates a consent.
    public init(collection: Collection, notice: String? = nil) {
        self.collection = collection
        self.notice = notice
    }
}

/// The reason that a surcharge is not charged.
public enum SurchargeError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    /// It is in another currency than the sale.
    case currency(Currency, sale: Currency)
    /// It is negative, or does not fit.
    case amount(Amount)
    /// The gateway allows none for this card.
    case unavailable
    /// It is more than the gateway allows.
    case tooLarge(Amount, maximum: Amount)
    /// The card was not collected for inspection, so that nobody knows what is allowed.
    case notInspected
    /// A payment that is stored offline has none.
    case offline
    /// The gateway drives the reader, and its commands take none.
    case smartReader
    /// The card was sent with another one, which the gateway may have taken: collect again.
    case changed
    /// Consent is to be asked for no surcharge.
    case consentToNothing
    /// A notice goes with a surcharge that the reader asks about.
    case noticeWithoutConsent
    /// The notice before the card is read goes with an inspection.
    case noticeWithoutInspection
    /// The reader has no way to show the notice.
    case noticeNotAvailable
    /// The reader cannot ask.
    case consentUnsupported
    /// The customer said no.
    case consentDeclined
    /// The customer did not answer in time.
    case consentTimedOut
    /// The reader failed while it asked.
    case consentFailed(String)

    /// A sentence for people.
    public var description: String {
        switch self {
        case .currency(let own, let sale): "a surcharge in \(own) cannot be added to a sale in \(sale)"
        case .amount(let amount): "\(amount) cannot be a surcharge"
        case .unavailable: "no surcharge is allowed for this card: confirm without one"
        case .tooLarge(let amount, let most): "the surcharge of \(amount) is more than the \(most) that is allowed"
        case .notInspected: "a surcharge needs a card that was collected with updatePaymentIntent"
        case .offline: "a payment that is stored offline has no surcharge"
        case .smartReader:
            "a smart reader charges no surcharge: confirm without one, or collect the card at another reader"
        case .changed: "the card was sent with another surcharge before: collect it again"
        case .consentToNothing: "the customer cannot consent to a surcharge of nothing"
        case .noticeWithoutConsent: "a notice needs a surcharge and a reader that asks for consent"
        case .noticeWithoutInspection: "a notice about a surcharge needs updatePaymentIntent"
        case .noticeNotAvailable: "this reader cannot show a notice about a surcharge"
        case .consentUnsupported: "this reader cannot ask for consent to a surcharge"
        case .consentDeclined: "the customer does not consent to the surcharge: nothing was charged"
        case .consentTimedOut: "the customer did not answer about the surcharge in time: nothing was charged"
        case .consentFailed(let reason): "the reader failed to ask about the surcharge: \(reason)"
        }
    }
}

extension SurchargeError {
    /// Whether the reader or the customer at it is the reason.
    package var isOfReader: Bool {
        switch self {
        case .consentUnsupported, .consentDeclined, .consentTimedOut, .consentFailed, .noticeNotAvailable, .smartReader:
            true
        case .currency, .amount, .unavailable, .tooLarge, .notInspected, .offline, .changed, .consentToNothing,
            .noticeWithoutConsent, .noticeWithoutInspection:
            false
        }
    }

    /// What to do next.
    package var advice: RetryAdvice {
        switch self {
        case .consentTimedOut, .consentFailed: .sameCall
        case .notInspected, .changed: .collectAgain
        case .currency, .amount, .unavailable, .tooLarge, .offline, .smartReader, .consentToNothing,
            .noticeWithoutConsent, .noticeWithoutInspection, .noticeNotAvailable, .consentUnsupported, .consentDeclined:
            .never
        }
    }
}
