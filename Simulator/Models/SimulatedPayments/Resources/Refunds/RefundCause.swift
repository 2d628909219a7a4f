enum RefundCause: String, Codable, CaseIterable {
    case duplicate, fraudulent
    case requestedByCustomer = "requested_by_customer"
}
