/// What is known of few cards, and only from an answer of the API.
extension CardDetails {
    /// The wallet of a telephone or a watch that stood for the card.
    public struct Wallet: Hashable, Sendable, Codable {
        /// The kind, such as `apple_pay` or `google_pay`.
        public var type: String

        /// Names a wallet.
        public init(type: String) { self.type = type }
    }

    /// The networks that can carry payments of the card.
    public struct Networks: Hashable, Sendable, Codable {
        /// All of them.
        public var available: [String]
        /// The one that is preferred.
        public var preferred: String?

        /// Lists networks.
        public init(available: [String], preferred: String? = nil) {
            self.available = available
            self.preferred = preferred
        }
    }

    /// How the payment was taken without asking the issuer.
    public struct Offline: Hashable, Sendable, Codable {
        /// When it was stored, in seconds since 1970.
        public var storedAt: Int64?
        /// The kind, `deferred`.
        public var type: String?

        /// Describes it.
        public init(storedAt: Int64? = nil, type: String? = nil) {
            self.storedAt = storedAt
            self.type = type
        }

        private enum CodingKeys: String, CodingKey {
            case type
            case storedAt = "stored_at"
        }
    }

    /// What a saved card was made from.
    public struct GeneratedFrom: Hashable, Sendable, Codable {
        /// The charge whose presented card it stands for.
        @ExpandableID public var charge: String?
        /// How that charge was paid.
        @Boxed public var paymentMethodDetails: Charge.Details? = nil
        /// The setup attempt whose presented card it stands for.
        @ExpandableID public var setupAttempt: String?

        /// Names the source.
        public init(charge: String? = nil, paymentMethodDetails: Charge.Details? = nil, setupAttempt: String? = nil) {
            self.charge = charge
            self.paymentMethodDetails = paymentMethodDetails
            self.setupAttempt = setupAttempt
        }

        private enum CodingKeys: String, CodingKey {
            case charge
            case paymentMethodDetails = "payment_method_details"
            case setupAttempt = "setup_attempt"
        }
    }

    /// The rarer details, together behind a pointer: cards are copied often, and most have none of them.
    struct Particulars: Hashable, Sendable, Codable {
        var brandProduct: String?
        var cardholderName: String?
        var description: String?
        @Boxed var dynamicCurrencyConversion: DynamicCurrencyConversion? = nil
        var emvAuthData: String?
        @ExpandableID var generatedCard: String?
        @Boxed var generatedFrom: GeneratedFrom? = nil
        var iin: String?
        var issuer: String?
        var location: String?
        var multicapture: Ability?
        var networkTransactionID: String?
        var networks: Networks?
        var offline: Offline?
        var preferredLocales: [String]?
        var reader: String?
        var reauthorization: Ability?
        var reauthorizeBefore: Int64?
        var wallet: Wallet?

        struct Ability: Hashable, Sendable, Codable { var status: HoldAbility }

        init() {}

        enum CodingKeys: String, CodingKey {
            case description, iin, issuer, location, multicapture, networks, offline, reader, reauthorization, wallet
            case brandProduct = "brand_product"
            case cardholderName = "cardholder_name"
            case dynamicCurrencyConversion = "dynamic_currency_conversion"
            case emvAuthData = "emv_auth_data"
            case generatedCard = "generated_card"
            case generatedFrom = "generated_from"
            case networkTransactionID = "network_transaction_id"
            case preferredLocales = "preferred_locales"
            case reauthorizeBefore = "reauthorize_before"
        }
    }

    /// Sets the details that a presented card has, and no others, all at once: each alone would be a copy of them all.
    package mutating func set(
        cardholderName: String?, issuer: String?, preferredLocales: [String]?, networks: Networks? = nil,
        networkTransactionID: String? = nil, generatedCard: String? = nil, location: String? = nil,
        reader: String? = nil
    ) {
        guard
            issuer != nil || cardholderName != nil || preferredLocales != nil || networks != nil
                || networkTransactionID != nil || generatedCard != nil || location != nil || reader != nil
        else {
            return particulars = nil
        }
        var told = Particulars()
        told.cardholderName = cardholderName
        told.issuer = issuer
        told.preferredLocales = preferredLocales
        told.networks = networks
        told.networkTransactionID = networkTransactionID
        told.generatedCard = generatedCard
        told.location = location
        told.reader = reader
        particulars = told
    }

    /// The card as a journal keeps it: what a receipt and a dispute need, and not who holds it.
    package var journaled: CardDetails {
        var card = self
        card.fingerprint = nil
        guard let all = particulars else { return card }
        guard hasLaterFields else {
            card.particulars = nil
            return card
        }
        var kept = Particulars()
        kept.generatedCard = all.generatedCard
        kept.issuer = all.issuer
        kept.networkTransactionID = all.networkTransactionID
        kept.preferredLocales = all.preferredLocales
        kept.wallet = all.wallet
        card.particulars = kept
        return card
    }

    /// Whether it has details that a journal keeps, and that the first journals have no place for.
    package var hasLaterFields: Bool {
        guard let particulars else { return false }
        return particulars.generatedCard != nil || particulars.issuer != nil || particulars.networkTransactionID != nil
            || particulars.preferredLocales != nil || particulars.wallet != nil
    }

    private mutating func change(_ body: (inout Particulars) -> Void) {
        var changed = particulars ?? Particulars()
        body(&changed)
        particulars = changed == Particulars() ? nil : changed
    }

    /// The scheme's name of the product, such as that of a premium card.
    public var brandProduct: String? {
        get { particulars?.brandProduct }
        set { change { $0.brandProduct = newValue } }
    }

    /// The name on the card, where the card tells it; never journalled.
    public var cardholderName: String? {
        get { particulars?.cardholderName }
        set { change { $0.cardholderName = newValue } }
    }

    /// A text about the card for people.
    public var description: String? {
        get { particulars?.description }
        set { change { $0.description = newValue } }
    }

    /// The conversion into the cardholder's currency, where there was one.
    public var dynamicCurrencyConversion: DynamicCurrencyConversion? {
        get { particulars?.dynamicCurrencyConversion }
        set { change { $0.dynamicCurrencyConversion = newValue } }
    }

    /// The issuer's answer to the chip, in hexadecimal.
    public var emvAuthData: String? {
        get { particulars?.emvAuthData }
        set { change { $0.emvAuthData = newValue } }
    }

    /// The id of the payment method that was saved to stand for this card.
    public var generatedCard: String? {
        get { particulars?.generatedCard }
        set { change { $0.generatedCard = newValue } }
    }

    /// What this saved card was made from.
    public var generatedFrom: GeneratedFrom? {
        get { particulars?.generatedFrom }
        set { change { $0.generatedFrom = newValue } }
    }

    /// The number of the issuer that the card number begins with.
    public var iin: String? {
        get { particulars?.iin }
        set { change { $0.iin = newValue } }
    }

    /// The issuer's name.
    public var issuer: String? {
        get { particulars?.issuer }
        set { change { $0.issuer = newValue } }
    }

    /// The id of the location where the card was read.
    public var location: String? {
        get { particulars?.location }
        set { change { $0.location = newValue } }
    }

    /// The network's number of the payment, which proves it in a dispute.
    public var networkTransactionID: String? {
        get { particulars?.networkTransactionID }
        set { change { $0.networkTransactionID = newValue } }
    }

    /// The networks that can carry payments of the card.
    public var networks: Networks? {
        get { particulars?.networks }
        set { change { $0.networks = newValue } }
    }

    /// How the payment was taken without asking the issuer.
    public var offline: Offline? {
        get { particulars?.offline }
        set { change { $0.offline = newValue } }
    }

    /// The languages that the card asks for, the best first, such as `de`.
    public var preferredLocales: [String]? {
        get { particulars?.preferredLocales }
        set { change { $0.preferredLocales = newValue } }
    }

    /// The id of the smart reader that read the card.
    public var reader: String? {
        get { particulars?.reader }
        set { change { $0.reader = newValue } }
    }

    /// When a hold that lapsed may no longer be authorized again, in seconds since 1970.
    public var reauthorizeBefore: Int64? {
        get { particulars?.reauthorizeBefore }
        set { change { $0.reauthorizeBefore = newValue } }
    }

    /// Whether the hold may be captured several times; `nil` where the API does not say.
    public var multicaptureStatus: HoldAbility? {
        get { particulars?.multicapture?.status }
        set { change { $0.multicapture = newValue.map(Particulars.Ability.init) } }
    }

    /// Whether a hold that lapsed may be authorized again; `nil` where the API does not say.
    public var reauthorizationStatus: HoldAbility? {
        get { particulars?.reauthorization?.status }
        set { change { $0.reauthorization = newValue.map(Particulars.Ability.init) } }
    }

    /// Whether the hold may be raised; `nil` where the API does not say.
    public var incrementalAuthorizationStatus: HoldAbility? {
        incrementalAuthorizationSupported.map { $0 ? .available : .unavailable }
    }

    /// The wallet that stood for the card.
    public var wallet: Wallet? {
        get { particulars?.wallet }
        set { change { $0.wallet = newValue } }
    }
}
