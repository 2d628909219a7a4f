import TenderBytes

/// The gateway and the account whose payments a journal records (money rule 10).
public struct JournalBinding: Hashable, Sendable, Codable {
    /// The gateway's address.
    public var gateway: String
    /// The name of the account at the gateway; never a key.
    public var account: String

    /// Creates a binding to a gateway and an account.
    public init(gateway: String, account: String) {
        self.gateway = gateway
        self.account = account
    }
}

extension JournalBinding: CustomStringConvertible {
    /// The account and the address, without any password that an earlier version may have stored.
    public var description: String { "\(account) at \(gateway.withoutCredentials)" }
}
