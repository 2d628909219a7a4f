import TenderModel

/// An order to move money from a platform to one of its accounts.
struct TransferOrder {
    let amount: Int64
    let currency: Currency
    let destination: String
    /// The charge that it is taken from; `nil` if it is taken from the available balance.
    var charge: String?
    var group: String?
    /// The application fee that the platform takes back.
    var applicationFee: Int64 = 0
    /// When the money becomes available for payout, in seconds since 1970.
    let availableOn: Int64
    var description: String?
    var metadata: [String: String] = [:]
    /// The description of the payment that the transfer is to its account.
    var paymentDescription: String?
    var paymentMetadata: [String: String] = [:]
}
