public import TenderModel
public import TenderSale

/// The setup of a till; only what head office publishes takes its place while it runs.
public struct TillSetup: Hashable, Sendable {
    /// The register's part; its lane is the till's name.
    public let register: RegisterSetup
    /// The shop's name.
    public let shop: String
    /// The language of the screens.
    public let language: TillLanguage
    /// The notes and coins to count, the largest first.
    public let denominations: [Amount]
    /// Whether a strip plays the customer, since the reader is simulated.
    public let hasCustomer: Bool

    /// Creates a setup.
    public init(
        register: RegisterSetup, shop: String, language: TillLanguage, denominations: [Amount], hasCustomer: Bool
    ) {
        self.register = register
        self.shop = shop
        self.language = language
        self.denominations = denominations
        self.hasCustomer = hasCustomer
    }
}
