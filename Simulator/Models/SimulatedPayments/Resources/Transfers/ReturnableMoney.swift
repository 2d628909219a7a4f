import TenderModel

/// The money of a transfer or an application fee, some of which may have gone back.
struct ReturnableMoney {
    let document: Document
    let amount: Int64
    let returned: Int64
    let currency: Currency

    /// The part that can still go back.
    var left: Int64 { amount - returned }

    /// - Parameter returned: The member with the amount that has gone back.
    private init(_ document: Document, returned: String) throws(APIFailure) {
        self.document = document
        amount = try document.amount("amount")
        self.returned = try document.amount(returned)
        currency = try document.currency()
    }

    /// Reads the money of a transfer.
    init(transfer: Document) throws(APIFailure) { try self.init(transfer, returned: "amount_reversed") }

    /// Reads the money of an application fee.
    init(fee: Document) throws(APIFailure) { try self.init(fee, returned: "amount_refunded") }
}
