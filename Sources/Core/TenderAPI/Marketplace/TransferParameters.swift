public import TenderModel

/// What a new transfer is made of.
public struct TransferParameters: Hashable, Sendable {
    /// How much.
    public var amount: Amount
    /// The account that it goes to, `acct_…`.
    public var destination: String
    /// The charge whose money it is, which need not be available yet; nil for what the balance holds.
    public var sourceTransaction: String?
    /// The group that ties it to a payment.
    public var transferGroup: String?
    /// A text for people.
    public var description: String?
    /// The caller's own keys and values.
    public var metadata: [String: String]

    /// Describes a transfer.
    public init(
        _ amount: Amount, to destination: String, sourceTransaction: String? = nil, transferGroup: String? = nil,
        description: String? = nil, metadata: [String: String] = [:]
    ) {
        self.amount = amount
        self.destination = destination
        self.sourceTransaction = sourceTransaction
        self.transferGroup = transferGroup
        self.description = description
        self.metadata = metadata
    }
}
