/// The merchant, as the head of a receipt shows it.
public struct ReceiptMerchant: Hashable, Sendable, Codable {
    /// The shop's name.
    public var name: String
    /// The address, by line.
    public var address: [String]
    /// The telephone number.
    public var phone: String?
    /// The tax number.
    public var taxID: String?
    /// The acquirer's id of the merchant.
    public var merchantID: String?
    /// The acquirer's id of the terminal.
    public var terminalID: String?

    /// Creates a merchant; values that are not given are not printed.
    public init(
        name: String, address: [String] = [], phone: String? = nil, taxID: String? = nil, merchantID: String? = nil,
        terminalID: String? = nil
    ) {
        self.name = name
        self.address = address
        self.phone = phone
        self.taxID = taxID
        self.merchantID = merchantID
        self.terminalID = terminalID
    }
}
