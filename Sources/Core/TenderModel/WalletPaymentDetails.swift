/// How a charge was paid by a wallet whose QR code a smart reader showed: WeChat Pay, Affirm, PayNow, PayPay or Klarna.
public struct WalletPaymentDetails: Hashable, Sendable, Codable {
    /// The id of the location of the reader.
    public var location: String?
    /// The id of the reader.
    public var reader: String?
    /// The wallet's own id of the payment.
    public var transactionID: String?
    /// The wallet's reference of the payment, as PayNow has it.
    public var reference: String?

    /// Creates details.
    public init(
        location: String? = nil, reader: String? = nil, transactionID: String? = nil, reference: String? = nil
    ) {
        self.location = location
        self.reader = reader
        self.transactionID = transactionID
        self.reference = reference
    }

    private enum CodingKeys: String, CodingKey {
        case location, reader, reference
        case transactionID = "transaction_id"
    }
}
