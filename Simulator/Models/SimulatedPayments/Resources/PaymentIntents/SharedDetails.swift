/// The free fields that an intent passes to its charges.
struct SharedDetails: Codable {
    var description: String?
    var metadata: [String: String] = [:]
    var receiptEmail: String?
    var statementDescriptor: String?
    var statementDescriptorSuffix: String?
    var transferGroup: String?
}
