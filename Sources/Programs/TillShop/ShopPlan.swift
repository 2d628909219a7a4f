public import SimulatedCard
public import Tender
public import TenderChain
public import TenderPrinting
public import TenderSale
public import TillScreens

/// The plan of the parts that a till works with.
public struct ShopPlan: Sendable {
    /// The gateway that authorizes payments.
    public enum GatewayChoice: Hashable, Sendable {
        /// The simulated gateway inside the till; its data is in the state folder.
        case inside
        /// A payments API, with its key file.
        case url(String, keyFile: String?)

        /// The address of a payments API.
        var url: String? {
            guard case .url(let url, _) = self else { return nil }
            return url
        }
    }

    /// What is done with bundles of head office.
    public struct Bundles: Sendable {
        /// Whose bundles are taken.
        public var trust: BundleTrust
        /// Makes the till's setup of what is sold, how the shop works, and who works there; `nil` for the till's own
        /// people.
        public var setup: @Sendable (Catalogue, ShopSettings, [Cashier]?) -> TillSetup

        /// Describes it.
        public init(
            trust: BundleTrust, setup: @escaping @Sendable (Catalogue, ShopSettings, [Cashier]?) -> TillSetup
        ) {
            self.trust = trust
            self.setup = setup
        }
    }

    /// The folder for everything that is kept.
    public var state: StateFolder
    /// The gateway that authorizes payments.
    public var gateway: GatewayChoice
    /// The page that customers are sent to after paying on a page of the gateway; required to take links with a
    /// payments API, while a simulated gateway, inside or on this machine, shows its own page again.
    public var thanksURL: String?
    /// The reader to use.
    public var reader: ReaderAddress
    /// The rules and keys for chips in USB readers; `nil` for those of the simulated cards.
    public var contact: ContactConfiguration?
    /// The first card in the simulated customer's wallet, at a simulated chip reader; `nil` for the usual ones alone.
    public var chip: ChipProfile?
    /// The printer of receipts; `nil` without one.
    public var printer: PrinterAddress?
    /// The printer's properties.
    public var printerSettings: PrinterSettings
    /// The people who may sign in.
    public var people: [Cashier]
    /// The language for customers whose card prefers none that is written here.
    public var language = TillLanguage.english
    /// The limits for payments accepted without the gateway; nothing by default.
    public var offline: OfflineLimits
    /// The person signed in at the start, with an open shift; `nil` for nobody; for trials only.
    public var signIn: String?
    /// The float when that shift is opened.
    public var float: CashCount
    /// What is done with bundles of head office; `nil` takes none.
    public var bundles: Bundles?
    /// The greeting at the start; `nil` without one.
    public var greeting: String?

    /// Creates the plan of a till with a simulated reader and gateway, and without a printer.
    public init(state: StateFolder, people: [Cashier], float: CashCount) {
        self.state = state
        self.people = people
        self.float = float
        gateway = .inside
        reader = ReaderAddress(.simulated)
        printerSettings = PrinterSettings()
        offline = .none
    }

    /// Whether a person can play the customer, since the reader is simulated.
    public var hasCustomer: Bool { reader.method == .simulated }
}
