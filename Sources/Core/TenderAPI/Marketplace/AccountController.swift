/// Who bears what of a connected account: the platform or the account itself.
public struct AccountController: Hashable, Sendable, Codable {
    /// Who pays the processor's fees: `account` or `application`.
    public var feesPayer: String?
    /// Who bears losses: `application` or `stripe`.
    public var lossesPayments: String?
    /// Who collects what the account must tell: `application` or `stripe`.
    public var requirementCollection: String?
    /// The pages that the account has: `express`, `full` or `none`.
    public var dashboard: String?

    /// Describes who bears what; nil leaves it to the API.
    public init(
        feesPayer: String? = nil, lossesPayments: String? = nil, requirementCollection: String? = nil,
        dashboard: String? = nil
    ) {
        self.feesPayer = feesPayer
        self.lossesPayments = lossesPayments
        self.requirementCollection = requirementCollection
        self.dashboard = dashboard
    }

    private enum CodingKeys: String, CodingKey {
        case fees, losses
        case requirementCollection = "requirement_collection"
        case dashboard = "stripe_dashboard"
    }

    private struct Fees: Codable { let payer: String? }
    private struct Losses: Codable { let payments: String? }
    private struct Dashboard: Codable { let type: String? }

    /// Reads the API's object; throws `DecodingError` for an impossible field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        feesPayer = try container.decodeIfPresent(Fees.self, forKey: .fees)?.payer
        lossesPayments = try container.decodeIfPresent(Losses.self, forKey: .losses)?.payments
        requirementCollection = try container.decodeIfPresent(String.self, forKey: .requirementCollection)
        dashboard = try container.decodeIfPresent(Dashboard.self, forKey: .dashboard)?.type
    }

    /// Writes the API's object.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(feesPayer.map(Fees.init), forKey: .fees)
        try container.encodeIfPresent(lossesPayments.map(Losses.init), forKey: .losses)
        try container.encodeIfPresent(requirementCollection, forKey: .requirementCollection)
        try container.encodeIfPresent(dashboard.map(Dashboard.init), forKey: .dashboard)
    }
}
