/// What the customer must do before a payment or a setup goes on.
public struct NextAction: Hashable, Sendable, Codable {
    /// The kind, such as `redirect_to_url` or `use_stripe_sdk`.
    public var type: String
    /// The page to which the customer is sent.
    public var redirectURL: String?
    /// The page to which the customer comes back.
    public var returnURL: String?

    /// Makes a step.
    public init(type: String, redirectURL: String? = nil, returnURL: String? = nil) {
        self.type = type
        self.redirectURL = redirectURL
        self.returnURL = returnURL
    }

    private struct Redirect: Codable {
        var url: String?
        var returnURL: String?

        enum CodingKeys: String, CodingKey {
            case url
            case returnURL = "return_url"
        }
    }

    enum CodingKeys: String, CodingKey {
        case type
        case redirect = "redirect_to_url"
    }

    /// Reads the API's object.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        type = try container.decode(String.self, forKey: .type)
        let redirect = try container.decodeIfPresent(Redirect.self, forKey: .redirect)
        redirectURL = redirect?.url
        returnURL = redirect?.returnURL
    }

    /// Writes the API's object.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(type, forKey: .type)
        guard redirectURL != nil || returnURL != nil else { return }
        try container.encode(Redirect(url: redirectURL, returnURL: returnURL), forKey: .redirect)
    }
}
