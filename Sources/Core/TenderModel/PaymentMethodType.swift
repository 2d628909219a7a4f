/// The kind of a payment method.
public enum PaymentMethodType: OpenEnum {
    /// `card`.
    case card
    /// `card_present`.
    case cardPresent
    /// `interac_present`.
    case interacPresent
    /// `affirm`.
    case affirm
    /// `klarna`.
    case klarna
    /// `paynow`.
    case paynow
    /// `paypay`.
    case paypay
    /// `wechat_pay`.
    case wechatPay
    /// A value that this version has no name for.
    case unknown(String)

    /// The cases with a name.
    public static let known: [PaymentMethodType] = [
        .card, .cardPresent, .interacPresent, .affirm, .klarna, .paynow, .paypay, .wechatPay,
    ]

    /// Returns the kinds that pay at a reader: Interac pays in Canadian dollars only, and must be asked for (Stripe
    /// Terminal, "Regional considerations for Canada").
    public static func presented(in currency: Currency) -> [PaymentMethodType] {
        currency == .cad ? [.cardPresent, .interacPresent] : [.cardPresent]
    }

    /// The string of the API.
    public var rawValue: String {
        switch self {
        case .card: "card"
        case .cardPresent: "card_present"
        case .interacPresent: "interac_present"
        case .affirm: "affirm"
        case .klarna: "klarna"
        case .paynow: "paynow"
        case .paypay: "paypay"
        case .wechatPay: "wechat_pay"
        case .unknown(let value): value
        }
    }
}
