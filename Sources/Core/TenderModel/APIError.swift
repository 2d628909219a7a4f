/// The error object of the payments API.
public struct APIError: Hashable, Sendable, Codable {
    /// The family.
    public var type: APIErrorType
    /// The code, such as `card_declined` or `parameter_missing`.
    public var code: String?
    /// The issuer's reason, such as `insufficient_funds`.
    public var declineCode: String?
    /// A sentence for developers.
    public var message: String?
    /// The parameter that is wrong, in bracket notation.
    public var param: String?
    /// The failed charge.
    public var charge: String?
    /// What the issuer advises: confirm_card_data, do_not_try_again, try_again_later.
    public var adviceCode: String?
    /// The network's own decline code.
    public var networkDeclineCode: String?
    /// Where the code is explained.
    public var docUrl: String?

    /// Makes an error.
    public init(
        type: APIErrorType, code: String? = nil, declineCode: String? = nil, message: String? = nil,
        param: String? = nil, charge: String? = nil, adviceCode: String? = nil, networkDeclineCode: String? = nil,
        docUrl: String? = nil
    ) {
        self.type = type
        self.code = code
        self.declineCode = declineCode
        self.message = message
        self.param = param
        self.charge = charge
        self.adviceCode = adviceCode
        self.networkDeclineCode = networkDeclineCode
        self.docUrl = docUrl
    }

    enum CodingKeys: String, CodingKey {
        case type, code, message, param, charge
        case declineCode = "decline_code"
        case adviceCode = "advice_code"
        case networkDeclineCode = "network_decline_code"
        case docUrl = "doc_url"
    }
}
