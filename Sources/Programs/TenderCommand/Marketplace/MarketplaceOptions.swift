import CommandLineOptions
import Tender

/// The shared parts of the commands on connected accounts, their money and their links.
enum MarketplaceOptions {
    static let account = Option("account", "ACCT", "act for this connected account", as: .account)
    /// The operand of the commands on one connected account.
    static let accountID = Operand("ACCT", "connected account", as: .text)

    /// Returns a client for the platform, or for the connected account of `--account`.
    static func client(_ arguments: Arguments) throws -> PaymentsClient {
        let client = try GatewayAccess.client(arguments)
        return try arguments[account].map { try client.acting(for: $0) } ?? client
    }
}
