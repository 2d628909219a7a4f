import SimulatedCard
import SimulatedPayments
import Tender

/// What a sale was asked to be.
struct SaleOptions {
    var amount: Amount
    var order: String?
    var captureMethod: CaptureMethod
    /// The cards presented one after the other; empty for none.
    var cards: [SimulatedCard]
    var faults: [Fault]
    var timeout: Duration?

    static let list = [
        Option("amount", "A", "the amount, such as 10.99 (required)"),
        Option("currency", "CODE", "its currency (default eur)"),
        Option("order", "ID", "your order's id, kept with the payment"),
        Option("capture", "METHOD", "automatic (default) or manual"),
        Option("card", "NAME[,NAME…]", "cards presented one after the other; none for no card (default visa)"),
        Option("reader", "KIND", "simulated (default)"),
        Option("timeout", "SECONDS", "bound of the whole sale"),
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
        let reader = options.value("reader") ?? "simulated"
        guard reader == "simulated" else { throw CommandLineError("--reader takes simulated, not '\(reader)'") }
        cards = try Self.cards(options.value("card") ?? "visa")
        faults = try options.all("fault").map { try Fault(parsing: $0) }
        timeout = try options.number("timeout", in: 1...86_400).map { Duration.seconds($0) }
    }

    private static func cards(_ text: String) throws -> [SimulatedCard] {
        guard text != "none" else { return [] }
        return try text.split(separator: ",", omittingEmptySubsequences: false).map {
            try SimulatedCard.named(String($0))
        }
    }
}
