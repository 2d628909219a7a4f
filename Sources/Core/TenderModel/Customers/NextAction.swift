/// What the customer must do before a payment or a setup goes on.
public struct NextAction: Hashable, Sendable, Codable {
    /// The kind, such as `redirect_to_url` or `use_stripe_sdk`.
    public var type: String
    /// The page to which the customer is sent.
    public var redirectURL: String?
    /// The page to which the customer comes back.
    public var returnURL: String?
    /// The code that the customer scans with WeChat.
    public var wechatPayQRCode: QRCode?

    /// A code that the customer scans with a wallet.
    public struct QRCode: Hashable, Sendable, Codable {
        /// What the code says.
        public var data: String?
        /// A page that shows it.
        public var hostedInstructionsURL: String?
        /// The picture of it, as a `data:` address.
        public var imageDataURL: String?
        /// The address of the picture, as a PNG.
        public var imageURLPNG: String?
        /// The address of the picture, as an SVG.
        public var imageURLSVG: String?

        /// Creates a code.
        public init(
            data: String? = nil, hostedInstructionsURL: String? = nil, imageDataURL: String? = nil,
            imageURLPNG: String? = nil, imageURLSVG: String? = nil
        ) {
            self.data = data
            self.hostedInstructionsURL = hostedInstructionsURL
            self.imageDataURL = imageDataURL
            self.imageURLPNG = imageURLPNG
            self.imageURLSVG = imageURLSVG
        }

        private enum CodingKeys: String, CodingKey {
            case data
            case hostedInstructionsURL = "hosted_instructions_url"
            case imageDataURL = "image_data_url"
            case imageURLPNG = "image_url_png"
            case imageURLSVG = "image_url_svg"
        }
    }

    /// Makes a step.
    public init(
        type: String, redirectURL: String? = nil, returnURL: String? = nil, wechatPayQRCode: QRCode? = nil
    ) {
        self.type = type
        self.redirectURL = redirectURL
        self.returnURL = returnURL
        self.wechatPayQRCode = wechatPayQRCode
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
        case wechatPayQRCode = "wechat_pay_display_qr_code"
    }

    /// Reads the API's object.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        type = try container.decode(String.self, forKey: .type)
        let redirect = try container.decodeIfPresent(Redirect.self, forKey: .redirect)
        redirectURL = redirect?.url
        returnURL = redirect?.returnURL
        wechatPayQRCode = try container.decodeIfPresent(QRCode.self, forKey: .wechatPayQRCode)
    }

    /// Writes the API's object.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(type, forKey: .type)
        try container.encodeIfPresent(wechatPayQRCode, forKey: .wechatPayQRCode)
        guard redirectURL != nil || returnURL != nil else { return }
        try container.encode(Redirect(url: redirectURL, returnURL: returnURL), forKey: .redirect)
    }
}
