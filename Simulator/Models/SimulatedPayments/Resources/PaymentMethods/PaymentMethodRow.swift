import SimulatedCard
import TenderModel

/// A payment method: a card that a reader read, one that was typed, named or saved, or a bank account.
///
/// A million of them must fit into memory: fields that only some have are boxed.
struct PaymentMethodRow: StoredRow {
    static let kind = StoredRecord.Kind.paymentMethod

    /// A reader's reading, for one payment.
    struct Reading: Codable {
        let card: CardDetails
        let fingerprint: String
        let hasPIN: Bool
        let amount: Int64
        let currency: Currency
    }

    /// The details of a card besides its number.
    struct Particulars: Codable {
        var expMonth = TestCard.expMonth
        var expYear = TestCard.expYear
        /// Whether the security code was typed.
        var hasCode = false
        /// Whether the issuer checked what was typed.
        var isChecked = false
        /// The billing details that were given.
        var billing: JSONValue?
        var metadata: [String: String] = [:]
        var allowRedisplay: String?
        var preferredNetwork: String?
        /// The token that it came by, until the method is put.
        var token: String?
        /// The charge or the setup attempt whose presented card this card was generated from.
        var generatedFrom: String?
        /// The details of a method that is not a card.
        var bank: BankDetails?
        /// The smart reader that read the card, and its location.
        var reader: String?
        var location: String?
        /// What the chip of a presented card told, encrypted as it came.
        var chip: EncryptedPayload?
        /// The conversion into the presented card's currency that was offered or chosen.
        var conversion: DynamicCurrencyConversion?
    }

    let id: String
    let account: String
    let created: Int64
    let type: MethodType
    /// The name of the test card, a `TestCard` if the type is `card` and there is one with the number, else a
    /// `SimulatedCard`; `nil` for an unknown number.
    let testCard: String?
    private let boxedReading: Boxed<Reading>?
    private var boxedParticulars: Boxed<Particulars>?
    var customer: String?
    /// The intent that it was attached to, and whether it was confirmed there: without a customer it can be used once.
    var intent: String?
    var isUsed = false
    /// Whether it was detached from its customer: it cannot be reattached.
    var isDetached = false
    /// Whether a SetupIntent succeeded with it, so that the cardholder need not authenticate off session.
    var isSetUp = false

    /// Creates a card that was read by a reader.
    init(
        id: String, account: String, created: Int64, type: MethodType, card: CardDetails, fingerprint: String,
        testCard: String?, hasPIN: Bool, amount: Int64, currency: Currency
    ) {
        self.id = id
        self.account = account
        self.created = created
        self.type = type
        self.testCard = testCard
        boxedReading = Boxed(
            Reading(card: card, fingerprint: fingerprint, hasPIN: hasPIN, amount: amount, currency: currency))
    }

    /// Creates a card that was typed or named.
    init(id: String, account: String, created: Int64, card: TestCard, particulars: Particulars? = nil) {
        self.id = id
        self.account = account
        self.created = created
        type = .card
        testCard = card.name
        boxedReading = nil
        boxedParticulars = particulars.map { Boxed($0) }
    }

    /// Creates a payment method backed by a bank account.
    init(id: String, account: String, created: Int64, type: MethodType, particulars: Particulars) {
        self.id = id
        self.account = account
        self.created = created
        self.type = type
        testCard = nil
        boxedReading = nil
        boxedParticulars = Boxed(particulars)
    }

    /// Creates the card to be saved that stands for a presented card.
    init(id: String, created: Int64, generatedFrom source: String, of presented: PaymentMethodRow) {
        self.id = id
        account = presented.account
        self.created = created
        type = .card
        let card = presented.testCard.flatMap { try? SimulatedCard.named($0) }
        testCard = card.flatMap { TestCard.numbered($0.number) }?.name ?? card?.name
        boxedReading = presented.boxedReading
        boxedParticulars = Boxed(
            Particulars(allowRedisplay: presented.particulars.allowRedisplay, generatedFrom: source))
    }

    /// The reading of a reader; `nil` for a card that was typed or named.
    var reading: Reading? { boxedReading?.value }

    var particulars: Particulars {
        get { boxedParticulars?.value ?? Particulars() }
        set { boxedParticulars = Boxed(newValue) }
    }

    var token: String? { boxedParticulars?.value.token }

    var hasPIN: Bool { reading?.hasPIN ?? false }

    /// Whether its customer chose to pay in the card's currency.
    var isConverted: Bool { boxedParticulars?.value.conversion?.status == .accepted }

    /// Whether it is stored as a legacy source, `card_…`.
    var isSource: Bool { id.hasPrefix("card_") }

    /// The behavior of the issuer of a typed, named or saved card, or of the bank of an account.
    var behavior: TestCard.Behavior {
        guard type.isCard else { return particulars.bank?.account?.outcome.behavior ?? .approving }
        return testCard.flatMap(TestCard.named)?.behavior ?? .approving
    }

    var card: CardDetails {
        if let reading {
            var card = reading.card
            if let conversion = boxedParticulars?.value.conversion { card.dynamicCurrencyConversion = conversion }
            return card
        }
        guard let card = testCard.flatMap(TestCard.named) else { return CardDetails() }
        let (month, year) =
            boxedParticulars.map { ($0.value.expMonth, $0.value.expYear) } ?? (TestCard.expMonth, TestCard.expYear)
        return CardDetails(
            brand: card.brand, last4: card.last4, expMonth: month, expYear: year, funding: card.funding,
            country: card.country, network: card.brand.rawValue)
    }

    /// Whether it may be attached to a customer.
    var isSavable: Bool { isUsable || (isSetUp && !isDetached) }

    /// Whether it may pay: not after it was detached from its customer, and without one only once.
    ///
    /// One that paid in order to be saved is attached to a customer before it pays again.
    var isUsable: Bool { !isDetached && (customer != nil || !isUsed) }
}
