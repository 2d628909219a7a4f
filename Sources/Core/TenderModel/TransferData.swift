/// The connected account that receives the money of a payment.
public struct TransferData: Hashable, Sendable, Codable {
    /// The account, `acct_…`.
    public var destination: String
    /// How much it receives; nil for everything less the platform's fee.
    public var amount: Amount?

    /// Names the account that receives the money.
    public init(destination: String, amount: Amount? = nil) {
        self.destination = destination
        self.amount = amount
    }
}

extension TransferData: MoneyPart {
    package struct Form: Codable {
        @ExpandableID var destination: String
        var amount: Int64?
    }

    package init(_ form: Form, _ currency: Currency) throws(AmountError) {
        destination = form.destination
        if let units = form.amount { amount = try Amount(gatewayUnits: units, currency: currency) }
    }

    package func form() throws(AmountError) -> Form {
        Form(destination: destination, amount: try amount?.gatewayUnits())
    }
}
