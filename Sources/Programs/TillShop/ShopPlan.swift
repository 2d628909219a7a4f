public import Tender
public import TenderPrinting
public import TenderSale

/// What a till is to work with.
public struct ShopPlan: Sendable {
    /// Who authorises.
    public enum GatewayChoice: Hashable, Sendable {
        /// The simulated gateway inside the till; what it knows is in the state folder.
        case inside
        /// A payments API, with the file of its key.
        case url(String, keyFile: String?)

        /// The address of a payments API.
        var url: String? {
            guard case .url(let url, _) = self else { return nil }
            return url
        }
    }

    /// Where everything is kept.
    public var state: StateFolder
    /// Who authorises.
    public var gateway: GatewayChoice
    /// Where customers are led after they paid on a page of the gateway; needed to take links with a payments API, while a
    /// simulated gateway, inside or on this machine, shows its own page again.
    public var thanksURL: String?
    /// Which reader is used.
    public var reader: ReaderAddress
    /// Where receipts are printed; nil for nowhere.
    public var printer: PrinterAddress?
    /// What is known of the printer.
    public var printerSettings: PrinterSettings
    /// Who may sign in.
    public var people: [Cashier]
    /// How much may be accepted without the gateway; nothing by default.
    public var offline: OfflineLimits
    /// Who is signed in at the start, with a shift that is open; nil for nobody; for trying out only.
    public var signIn: String?
    /// What lies in the drawer when that shift is opened.
    public var float: CashCount
    /// What people are told at the start; nil for nothing.
    public var greeting: String?

    /// Describes a till with a simulated reader and gateway, and without a printer.
    public init(state: StateFolder, people: [Cashier], float: CashCount) {
        self.state = state
        self.people = people
        self.float = float
        gateway = .inside
        reader = ReaderAddress(.simulated)
        printerSettings = PrinterSettings()
        offline = .none
    }

    /// Whether a person can be played: the reader is simulated.
    public var hasCustomer: Bool { reader.method == .simulated }
}
