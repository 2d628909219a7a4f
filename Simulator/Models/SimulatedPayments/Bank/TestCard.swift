import TenderBytes
import TenderModel

/// A card for payments without a reader: one of the API's public test cards, with its issuer's behavior.
///
/// The number is public and worthless; it is handled as a secret all the same, so that the simulator takes the code
/// paths of real cards.
final class TestCard: Sendable {
    /// The issuer's answer to a charge.
    enum Charging: Hashable, Sendable {
        case approved
        case declined(CardDecline)
        /// Blocked before the issuer is asked, because of the risk.
        case blocked
    }

    /// The rule for authenticating the cardholder.
    enum Authentication: Sendable {
        case never
        /// Each time, even if the card was set up.
        case always
        /// Until the card was set up.
        case unlessSetUp
        /// On session; payments off session pass as if the card had been set up.
        case onSession
        /// Only when the request asks for it.
        case optional
    }

    enum Risk: String, Sendable { case normal, elevated, highest }

    /// The fate of a refund.
    enum Refunding: Sendable {
        case succeeds
        /// It is pending and succeeds later.
        case succeedsLater
        /// It succeeds and fails later.
        case failsLater
    }

    enum Dispute: Sendable { case fraudulent, productNotReceived, inquiry, debitNotAuthorized }

    /// The network's check of what was typed besides the number.
    struct Checks: OptionSet, Sendable {
        let rawValue: Int

        static let code = Checks(rawValue: 1)
        static let line1 = Checks(rawValue: 2)
        static let postalCode = Checks(rawValue: 4)
        /// The address is not checked.
        static let unchecked = Checks(rawValue: 8)
    }

    struct Behavior: Sendable {
        var charging = Charging.approved
        /// The reason that the card cannot be attached to a customer; `nil` if it can.
        var verification: CardDecline?
        var authentication = Authentication.never
        /// Whether the bank's directory lookup fails at authentication.
        var cannotAuthenticate = false
        var risk = Risk.normal
        var refunding = Refunding.succeeds
        var dispute: Dispute?
        var hasEarlyFraudWarning = false
        /// Whether the money is available at once.
        var isAvailableAtOnce = false
        var failingChecks: Checks = []

        static let approving = Behavior()

        /// Returns the behavior of declining both saving and paying.
        static func declining(_ code: String, _ declineCode: String) -> Behavior {
            let decline = CardDecline(code: code, declineCode: declineCode)
            return Behavior(charging: .declined(decline), verification: decline)
        }

        static func authenticating(_ authentication: Authentication) -> Behavior {
            Behavior(authentication: authentication)
        }
    }

    /// The name, such as `visa_chargeDeclined`.
    let name: String
    /// The card number: 14 to 19 ASCII digits.
    let number: SecretBytes
    let last4: String
    let brand: CardBrand
    let funding: CardFunding
    let country: String
    let behavior: Behavior
    /// The second network, on a card with two.
    let secondNetwork: String?
    /// The older names of the same card.
    let aliases: [String]

    /// The card's expiry where none was typed.
    static let expMonth = 12
    static let expYear = 2034

    init(
        _ name: String, number: String, _ brand: CardBrand, _ funding: CardFunding = .credit,
        country: String = "US", _ behavior: Behavior = .approving, secondNetwork: String? = nil, aliases: [String] = []
    ) {
        self.name = name
        self.number = SecretBytes(utf8: number)
        last4 = String(number.suffix(4))
        self.brand = brand
        self.funding = funding
        self.country = country
        self.behavior = behavior
        self.secondNetwork = secondNetwork
        self.aliases = aliases
    }

    /// Creates a Visa credit card.
    convenience init(
        _ name: String, number: String, country: String = "US", _ behavior: Behavior = .approving,
        aliases: [String] = []
    ) {
        self.init(name, number: number, .visa, .credit, country: country, behavior, aliases: aliases)
    }
}

/// A decline of a card: the API's `code` and `decline_code`.
struct CardDecline: Hashable, Sendable {
    let code: String
    let declineCode: String

    /// The bank could not be asked to authenticate the cardholder.
    static let failedLookup = CardDecline(code: "card_declined", declineCode: "processing_error")
    /// The number is a real card's.
    static let liveCard = CardDecline(code: "card_declined", declineCode: "test_mode_live_card")
}

extension TestCard {
    private static let prefix = "pm_card_"
    private static let tokenPrefix = "tok_"

    private static let byName: [String: TestCard] = names { $0 }
    private static let byMethod: [String: TestCard] = names { prefix + $0 }
    private static let byToken: [String: TestCard] = names { tokenPrefix + $0 }

    private static func names(_ spelling: (String) -> String) -> [String: TestCard] {
        var table: [String: TestCard] = [:]
        for card in all {
            for name in [card.name] + card.aliases { table[spelling(name)] = card }
        }
        return table
    }

    static func named(_ name: String) -> TestCard? { byName[name] }

    /// Returns the card that a name such as `pm_card_visa` stands for.
    static func method(_ id: String) -> TestCard? { byMethod[id] }

    /// Returns the card that a name such as `tok_visa` stands for.
    static func token(_ id: String) -> TestCard? { byToken[id] }

    static func numbered(_ number: SecretBytes) -> TestCard? { all.first { $0.number == number } }
}
