import CommandLineOptions
import SimulatedCard
import SimulatedPayments
import Tender

struct SaleOptions {
    var amount: Amount
    var order: String?
    var captureMethod: CaptureMethod
    var reader: ReaderAddress
    /// The cards presented one after the other at the simulated reader; empty for none.
    var cards: [SimulatedCard]
    var faults: [Fault]
    var timeout: Duration?
    var offline: OfflineBehavior
    var offlineLimits: OfflineLimits
    /// The connected account that gets the money, and the platform's fee.
    var account: String?
    var fee: Amount?
    /// What is asked of the card's issuer: a hold that may be raised, and whether a part may be approved.
    var cardOptions: CardPresentOptions?
    /// The tip on the receipt, with which the approval is captured.
    var tip: Amount?
    /// The largest tip that the reader may ask for.
    var maximumTip: Amount?

    private static let orderID = Option(
        "order", "ID", "your order's id: not charged again while an outcome for it is unknown", as: .text)
    private static let capture = Option<CaptureMethod>(
        "capture", "METHOD", "when the money moves", as: .choice([.automatic, .manual], spelled: \.rawValue),
        default: .automatic)
    private static let tipOnReceipt = Option(
        "tip", "A", "a tip on the receipt: the amount is held, then captured with the tip", as: .text)
    private static let tipOnReader = Option(
        "ask-tip", "A", "let the reader ask for a tip of at most A; the simulated customer adds all of it", as: .text)
    private static let raisable = Option(
        flag: "raisable", "ask for a hold that tender increment can raise; with --capture manual")
    private static let acceptPart = Option(
        flag: "accept-part", "let the issuer approve a part; the rest is left to be paid")
    private static let card = Option(
        "card", "NAME[,NAME…]", "cards presented one after the other; none for no card; visa when left out", as: .text)
    private static let readerAddress = Option(
        "reader", "READER", "simulated, usb[:ID], serial:PATH[,neo|zvt], tcp:HOST:PORT[,zvt|neo] or internet[:ID]",
        as: .reader, default: ReaderAddress(.simulated))
    private static let limit = Option(
        "timeout", "SECONDS", "how long the whole sale may take", as: .seconds(in: 1...86_400))
    private static let offlineWhen = Option<OfflineBehavior>(
        "offline", "WHEN", "whether a card is accepted without the gateway",
        as: .choice([.preferOnline, .requireOnline, .forceOffline], spelled: \.word), default: .requireOnline)
    private static let offlineLimit = Option(
        "offline-limit", "A", "the largest payment that is taken offline; 10000 minor units when left out", as: .text)
    private static let offlineTotal = Option(
        "offline-total", "A", "the largest sum that is stored offline; 100000 minor units when left out", as: .text)

    static let list: [any DeclaredOption] = [
        MoneyOptions.amount, MoneyOptions.currency, orderID, capture, tipOnReceipt, tipOnReader, raisable,
        acceptPart, MoneyOptions.beneficiary,
        MoneyOptions.fee, card, readerAddress, limit, offlineWhen, offlineLimit, offlineTotal, GatewayAccess.fault,
    ]

    init(_ arguments: Arguments) throws {
        amount = try MoneyOptions.amount(arguments)
        _ = try amount.gatewayUnits()
        order = arguments[Self.orderID]
        captureMethod = arguments[Self.capture]
        reader = arguments[Self.readerAddress]
        guard reader.method == .simulated || arguments[Self.card] == nil else {
            let instead = reader.method == .internet ? "tender terminal present" : "tender reader simulate"
            throw CommandLineError("--card is for the simulated reader: give it to \(instead) instead")
        }
        cards = reader.method == .simulated ? try Self.cards(arguments[Self.card] ?? "visa") : []
        faults = try arguments[GatewayAccess.fault].map { try Fault(parsing: $0) }
        offline = arguments[Self.offlineWhen]
        let currency = amount.currency
        let limit = try arguments[Self.offlineLimit].map { try Amount(parsing: $0, currency: currency) }
        let total = try arguments[Self.offlineTotal].map { try Amount(parsing: $0, currency: currency) }
        offlineLimits =
            offline == .requireOnline
            ? .none
            : OfflineLimits(
                perPayment: [limit ?? Amount(minorUnits: 10_000, currency: currency)],
                stored: [total ?? Amount(minorUnits: 100_000, currency: currency)])
        (account, fee) = try Self.share(arguments, amount, isOffline: offline != .requireOnline, reader)
        timeout = arguments[Self.limit]
        try readTips(arguments)
        try readCardOptions(arguments)
    }

    private mutating func readCardOptions(_ arguments: Arguments) throws {
        let (raisable, partial) = (arguments[Self.raisable], arguments[Self.acceptPart])
        guard raisable || partial else { return }
        guard reader.dialect != .zvt, offline == .requireOnline else {
            throw CommandLineError(
                "--raisable and --accept-part are for sales through the payments API that are authorized at once")
        }
        guard !raisable || captureMethod == .manual else {
            throw CommandLineError("--raisable needs a hold: add --capture manual")
        }
        guard !partial || tip == nil else {
            throw CommandLineError("give --tip or --accept-part, not both: a part leaves nothing for a tip")
        }
        cardOptions = CardPresentOptions(
            requestIncrementalAuthorizationSupport: raisable ? true : nil,
            requestPartialAuthorization: partial ? .ifAvailable : nil)
    }

    private mutating func readTips(_ arguments: Arguments) throws {
        let currency = amount.currency
        tip = try arguments[Self.tipOnReceipt].map { try MoneyOptions.positive($0, Self.tipOnReceipt, currency) }
        maximumTip = try arguments[Self.tipOnReader].map { try MoneyOptions.positive($0, Self.tipOnReader, currency) }
        guard tip != nil || maximumTip != nil else { return }
        guard reader.dialect != .zvt, offline == .requireOnline else {
            throw CommandLineError(
                "--tip and --ask-tip are for sales through the payments API that are authorized at once")
        }
        guard tip != nil else { return }
        guard maximumTip == nil else { throw CommandLineError("give --tip or --ask-tip, not both") }
        guard !arguments.isGiven(Self.capture) else {
            throw CommandLineError("--tip holds the amount and captures it with the tip: leave --capture out")
        }
        captureMethod = .manual
    }

    /// Returns the account that gets the money and the fee: as a destination charge of the payments API.
    private static func share(
        _ arguments: Arguments, _ amount: Amount, isOffline: Bool, _ reader: ReaderAddress
    ) throws -> (String?, Amount?) {
        let fee = try arguments[MoneyOptions.fee].map { try Amount(parsing: $0, currency: amount.currency) }
        guard let account = arguments[MoneyOptions.beneficiary] else {
            guard fee == nil else {
                throw CommandLineError("--fee needs --to: the connected account that receives the rest")
            }
            return (nil, nil)
        }
        guard arguments.isGiven(GatewayAccess.gateway) else {
            throw CommandLineError("--to names an account of a gateway: give --gateway URL")
        }
        guard reader.dialect != .zvt, !isOffline else {
            throw CommandLineError("--to is for sales through the payments API that are authorized at once")
        }
        if let fee {
            guard fee.minorUnits > 0, fee.minorUnits <= amount.minorUnits else {
                throw CommandLineError("--fee \(fee.decimal) must be above zero and no more than \(amount)")
            }
        }
        return (account, fee)
    }

    private static func cards(_ text: String) throws -> [SimulatedCard] {
        guard text != "none" else { return [] }
        return try text.split(separator: ",", omittingEmptySubsequences: false).map {
            try SimulatedCard.named(String($0))
        }
    }
}

extension OptionText where Value == ReaderAddress {
    /// The address of a reader.
    static var reader: OptionText {
        OptionText("simulated, usb[:ID], serial:PATH[,neo|zvt], tcp:HOST:PORT[,zvt|neo] or internet[:ID]") {
            ReaderAddress($0)
        }
    }
}

extension OfflineBehavior {
    /// The word of the option.
    fileprivate var word: String {
        switch self {
        case .preferOnline: "prefer"
        case .requireOnline: "require"
        case .forceOffline: "force"
        }
    }
}
