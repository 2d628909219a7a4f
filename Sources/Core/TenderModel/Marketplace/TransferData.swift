/// The connected account that has the money of a payment.
public struct TransferData: Hashable, Sendable, Codable {
    /// The account, `acct_…`.
    public var destination: String
    /// How much of it; all of it, less the platform's fee, when nil.
    public var amount: Amount?

    /// Names an account.
    public init(destination: String, amount: Amount? = nil) {
        self.destination = destination
        self.amount = amount
    }

    /// The form that the API writes, whose currency the object around it tells.
    struct Form: Codable {
        private let destination: String
        private let amount: Int64?

        init(_ data: TransferData) throws(AmountError) {
            destination = data.destination
            amount = try data.amount?.gatewayUnits()
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            destination = try container.decode(ObjectName.self, forKey: .destination).id
            amount = try container.decodeIfPresent(Int64.self, forKey: .amount)
        }

        func value(_ currency: Currency) throws(AmountError) -> TransferData {
            var data = TransferData(destination: destination)
            if let amount { data.amount = try Amount(gatewayUnits: amount, currency: currency) }
            return data
        }
    }
}
