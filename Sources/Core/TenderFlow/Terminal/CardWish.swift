public import TenderModel

/// What a card is collected for, other than a payment.
public indirect enum CardWish: Hashable, Sendable, Codable {
    /// A refund to the card that is presented.
    case refund(RefundParameters)
    /// The saving of the card that is presented.
    case setup(CardSetup)
    /// The storing of the card that is presented, to be saved later.
    case offlineSetup(OfflineSetupWish)
}

extension CardWish {
    /// The ID of what it is about, for people and records.
    var subject: String {
        switch self {
        case .refund(let wish): wish.subject
        case .setup(let wish): wish.setupIntent
        case .offlineSetup(let wish): wish.id
        }
    }

    /// The reason that no card is collected for it; `nil` if one may be.
    var refusal: TerminalMachine.Answer.Refusal? {
        switch self {
        case .refund(let wish):
            if let refusal = wish.refusal { return refusal }
            guard let amount = wish.amount else { return .invalidRefund("a refund at the reader names its amount") }
            return amount.minorUnits > 0 ? nil : .invalidRefund("a refund of \(amount) gives nothing back")
        case .setup(let wish): return wish.allowRedisplay.refusal
        case .offlineSetup(let wish): return wish.allowRedisplay.refusal
        }
    }

    /// Returns the request to the reader.
    func request(_ how: TerminalMachine.Command.Collecting) -> CollectRequest? {
        switch self {
        case .refund(let wish):
            wish.amount.map {
                CollectRequest(
                    .refund, amount: $0, paymentMethodTypes: [.cardPresent, .interacPresent],
                    customerCancellation: how.customerCancellation)
            }
        case .setup, .offlineSetup:
            CollectRequest(
                .setup, amount: Amount(minorUnits: 0, currency: .usd), paymentMethodTypes: [.cardPresent],
                customerCancellation: how.customerCancellation, moto: how.moto)
        }
    }

    /// Returns whether a further card for `other` makes a card for this useless.
    func isSame(as other: CardWish) -> Bool {
        switch (self, other) {
        case (.refund(let wish), .refund(let other)): wish.isSameWish(as: other)
        case (.setup(let wish), .setup(let other)): wish.setupIntent == other.setupIntent
        case (.offlineSetup(let wish), .offlineSetup(let other)): wish.id == other.id
        case (.refund, _), (.setup, _), (.offlineSetup, _): false
        }
    }

    var collectName: String {
        switch self {
        case .refund: "collectRefund"
        case .setup, .offlineSetup: "collectSetupIntentPaymentMethod"
        }
    }

    var confirmName: String {
        switch self {
        case .refund: "confirmRefund"
        case .setup, .offlineSetup: "confirmSetupIntent"
        }
    }

    var processName: String {
        switch self {
        case .refund: "processRefund"
        case .setup, .offlineSetup: "processSetupIntent"
        }
    }
}

extension AllowRedisplay {
    /// The reason that no card is saved with it; `nil` if the customer has agreed.
    var refusal: TerminalMachine.Answer.Refusal? { isConsent ? nil : .missingConsent(rawValue) }
}

extension RefundParameters {
    /// The reason that nothing is refunded: it names not exactly one payment.
    var refusal: TerminalMachine.Answer.Refusal? {
        switch (paymentIntent ?? "", charge ?? "") {
        case ("", ""): .invalidRefund("a refund names a PaymentIntent or a charge")
        case (_, ""), ("", _): nil
        default: .invalidRefund("a refund names a PaymentIntent or a charge, and not both")
        }
    }
}
