import TenderModel

/// Money that is to go from a platform to one of its accounts.
struct TransferOrder {
    let amount: Int64
    let currency: Currency
    let destination: String
    /// The charge that it is taken from; nil when it is taken from what is available.
    var charge: String?
    var group: String?
    /// What the platform takes back of it as its fee.
    var applicationFee: Int64 = 0
    /// When it can be paid out, seconds since 1970.
    let availableOn: Int64
    var description: String?
    var metadata: [String: String] = [:]
    /// What is said of the payment that the transfer is to its account.
    var paymentDescription: String?
    var paymentMetadata: [String: String] = [:]
}
