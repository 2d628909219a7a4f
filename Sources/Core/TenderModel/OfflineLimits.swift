/// How much a shop risks on payments that no issuer has seen yet; enforced by the engine, not by its caller.
public struct OfflineLimits: Hashable, Sendable, Codable {
    /// The largest single payment of each currency; a currency that is not named is not taken offline.
    public var perPayment: [Amount]
    /// The largest sum of what is stored, of each currency; a currency that is not named is not taken offline.
    public var stored: [Amount]
    /// How many payments and cards to be saved may be stored.
    public var count: Int
    /// How old the oldest payment that waits may be when another one is stored.
    public var oldestAge: Duration
    /// How long after it was stored a payment is still forwarded without a person's word.
    public var forwardWithin: Duration

    /// Makes limits: 100 payments, the oldest a day old, forwarded within 7 days.
    public init(
        perPayment: [Amount], stored: [Amount], count: Int = 100, oldestAge: Duration = .seconds(86_400),
        forwardWithin: Duration = .seconds(7 * 86_400)
    ) {
        self.perPayment = perPayment
        self.stored = stored
        self.count = count
        self.oldestAge = oldestAge
        self.forwardWithin = forwardWithin
    }

    /// Nothing is taken offline.
    public static let none = OfflineLimits(perPayment: [], stored: [])

    /// Why a payment may not be stored.
    public enum Refusal: Hashable, Sendable, Codable {
        /// The currency has no limits: it is not taken offline.
        case currencyNotAllowed(Currency)
        /// The payment is larger than a single one may be.
        case amountTooLarge(limit: Amount)
        /// What is stored would become larger than it may be.
        case totalTooLarge(limit: Amount, stored: Amount)
        /// As many payments as allowed are stored.
        case tooMany(limit: Int)
        /// The oldest payment that waits is too old, or nobody knows how old: the shop must go online first.
        case oldestTooOld
        /// The kind of card, or the way it was read, is not taken offline.
        case cardNotAccepted(String)

        /// A magnetic stripe.
        public static let swipedCard = Refusal.cardNotAccepted("a magnetic stripe proves nothing without the issuer")
        /// An Interac card.
        public static let interacCard = Refusal.cardNotAccepted("Interac works online only")
        /// An expired card.
        public static let expiredCard = Refusal.cardNotAccepted("the card has expired")
        /// A card to be saved where no currency has limits.
        public static let notEnabled = Refusal.cardNotAccepted("nothing is taken offline here")
        /// A card to be saved that no reader reads.
        public static let notPresented = Refusal.cardNotAccepted("only a card that is presented at a reader is saved")
    }
}

extension OfflineLimits.Refusal: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .currencyNotAllowed(let currency): "\(currency) is not taken offline"
        case .amountTooLarge(let limit): "an offline payment may be at most \(limit)"
        case .totalTooLarge(let limit, let stored): "\(stored) is stored offline, and the limit is \(limit)"
        case .tooMany(let limit): "\(limit) payments are stored offline, and no more are allowed"
        case .oldestTooOld:
            "the oldest offline payment has waited too long, or the clock cannot be trusted: go online first"
        case .cardNotAccepted(let reason): "not offline: \(reason)"
        }
    }
}
