struct DeclineDetails: Codable {
    let code: String
    let declineCode: String?
    let message: String
    /// The failed charge; `nil` if the issuer was not asked.
    let charge: String?
    let paymentMethod: String
}
