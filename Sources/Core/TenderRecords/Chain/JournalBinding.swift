import TenderBytes

/// The gateway and the account whose payments a journal tells of (money rule 10).
public struct JournalBinding: Hashable, Sendable, Codable {
    /// The gateway's address.
    public var gateway: String
    /// Names the account there; never a key.
    public var account: String

    /// Names a gateway and an account.
    public init(gateway: String, account: String) {
        self.gateway = gateway
        self.account = account
    }
}

extension JournalBinding: CustomStringConvertible {
    /// The account and the address, without a password that an earlier version may have kept.
    public var description: String { "\(account) at \(gateway.withoutCredentials)" }
}
