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

    static let list = [
        Option("amount", "A", "the amount, such as 10.99 (required)"),
        Option("currency", "CODE", "its currency (default eur)"),
        Option("order", "ID", "your order's id: not charged again while an outcome for it is unknown"),
        Option("capture", "METHOD", "automatic (default) or manual"),
        Option("account", "ACCT", "the connected account that has the money, acct_…"),
        Option("fee", "A", "what the platform keeps of it, with --account"),
        Option("card", "NAME[,NAME…]", "cards presented one after the other; none for no card (default visa)"),
        Option(
            "reader", "READER",
            "simulated (default), usb[:ID], serial:PATH[,neo|zvt], tcp:HOST:PORT[,zvt|neo] or internet[:ID]"),
        Option("timeout", "SECONDS", "bound of the whole sale"),
        Option("offline", "WHEN", "prefer (without an answer of the gateway), require (never, default) or force"),
        Option("offline-limit", "A", "the largest payment that is taken offline (default 10000 minor units)"),
        Option("offline-total", "A", "the largest sum that is stored offline (default 100000 minor units)"),
    ]

    init(_ options: Options) throws {
        try options.expectNoOperands()
        guard let text = options.value("amount") else {
            throw CommandLineError("--amount is needed, such as --amount 10.99")
        }
        let code = options.value("currency") ?? "eur"
        guard let currency = Currency(code) else { throw CommandLineError("'\(code)' is no currency of ISO 4217") }
        amount = try Amount(parsing: text, currency: currency)
        guard amount.minorUnits > 0 else { throw CommandLineError("--amount \(text) must be above zero") }
        _ = try amount.gatewayUnits()
        order = options.value("order")
        switch options.value("capture") ?? "automatic" {
        case "automatic": captureMethod = .automatic
        case "manual": captureMethod = .manual
        case let other: throw CommandLineError("--capture takes automatic or manual, not '\(other)'")
        }
        reader = try Self.reader(options.value("reader") ?? "simulated")
        guard reader.method == .simulated || options.value("card") == nil else {
            let instead = reader.method == .internet ? "tender terminal present" : "tender reader simulate"
            throw CommandLineError("--card is for the simulated reader: give it to \(instead) instead")
        }
        cards = reader.method == .simulated ? try Self.cards(options.value("card") ?? "visa") : []
        faults = try options.all("fault").map { try Fault(parsing: $0) }
        switch options.value("offline") ?? "require" {
        case "prefer": offline = .preferOnline
        case "require": offline = .requireOnline
        case "force": offline = .forceOffline
        case let other: throw CommandLineError("--offline takes prefer, require or force, not '\(other)'")
        }
        let limit = try options.value("offline-limit").map { try Amount(parsing: $0, currency: currency) }
        let total = try options.value("offline-total").map { try Amount(parsing: $0, currency: currency) }
        offlineLimits =
            offline == .requireOnline
            ? .none
            : OfflineLimits(
                perPayment: [limit ?? Amount(minorUnits: 10_000, currency: currency)],
                stored: [total ?? Amount(minorUnits: 100_000, currency: currency)])
        (account, fee) = try Self.share(options, amount, isOffline: offline != .requireOnline, reader)
        timeout = try options.number("timeout", in: 1...86_400).map { Duration.seconds($0) }
    }

    /// Returns the account that gets the money and the fee: as a destination charge of the payments API.
    private static func share(
        _ options: Options, _ amount: Amount, isOffline: Bool, _ reader: ReaderAddress
    ) throws -> (String?, Amount?) {
        let fee = try options.value("fee").map { try Amount(parsing: $0, currency: amount.currency) }
        guard let account = try MarketplaceOptions.account("account", options) else {
            guard fee == nil else {
                throw CommandLineError("--fee needs --account: the connected account that has the rest")
            }
            return (nil, nil)
        }
        guard options.has(.gateway) else {
            throw CommandLineError("--account is an account of a gateway: name it with --gateway URL")
        }
        guard reader.dialect != .zvt, !isOffline else {
            throw CommandLineError("--account is for sales through the payments API that are authorised at once")
        }
        if let fee {
            guard fee.minorUnits > 0, fee.minorUnits <= amount.minorUnits else {
                throw CommandLineError("--fee \(fee.decimal) must be above zero and no more than \(amount)")
            }
        }
        return (account, fee)
    }

    private static func reader(_ text: String) throws -> ReaderAddress {
        guard let address = ReaderAddress(text) else {
            throw CommandLineError(
                """
                --reader takes simulated, usb[:ID], serial:PATH[,neo|zvt], tcp:HOST:PORT[,zvt|neo] or internet[:ID], \
                not '\(text)'
                """)
        }
        return address
    }

    private static func cards(_ text: String) throws -> [SimulatedCard] {
        guard text != "none" else { return [] }
        return try text.split(separator: ",", omittingEmptySubsequences: false).map {
            try SimulatedCard.named(String($0))
        }
    }
}
