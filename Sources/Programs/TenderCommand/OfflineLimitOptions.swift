import CommandLineOptions
import Tender

/// The options that say how much is taken without the gateway.
enum OfflineLimitOptions {
    static let limit = Option(
        "offline-limit", "A", "the largest payment that is taken offline; 10000 minor units when left out", as: .text)
    static let total = Option(
        "offline-total", "A", "the largest sum that is stored offline; 100000 minor units when left out", as: .text)

    /// Returns the limits in a currency.
    static func limits(_ arguments: Arguments, _ currency: Currency) throws -> OfflineLimits {
        let limit = try arguments[limit].map { try Amount(parsing: $0, currency: currency) }
        let total = try arguments[total].map { try Amount(parsing: $0, currency: currency) }
        return OfflineLimits(
            perPayment: [limit ?? Amount(minorUnits: 10_000, currency: currency)],
            stored: [total ?? Amount(minorUnits: 100_000, currency: currency)])
    }
}
