/// The scheme of a card.
public enum CardBrand: OpenEnum {
    /// `visa`.
    case visa
    /// `mastercard`.
    case mastercard
    /// `amex`.
    case amex
    /// `discover`.
    case discover
    /// `diners`.
    case diners
    /// `jcb`.
    case jcb
    /// `unionpay`.
    case unionpay
    /// `interac`.
    case interac
    /// `eftpos_au`.
    case eftposAu
    /// `cartes_bancaires`.
    case cartesBancaires
    /// `girocard`.
    case girocard
    /// A value that this version has no name for.
    case unknown(String)

    /// The cases with a name.
    public static let known: [CardBrand] = [
        .visa,
        .mastercard,
        .amex,
        .discover,
        .diners,
        .jcb,
        .unionpay,
        .interac,
        .eftposAu,
        .cartesBancaires,
        .girocard,
    ]

    /// The string of the API.
    public var rawValue: String {
        switch self {
        case .visa: "visa"
        case .mastercard: "mastercard"
        case .amex: "amex"
        case .discover: "discover"
        case .diners: "diners"
        case .jcb: "jcb"
        case .unionpay: "unionpay"
        case .interac: "interac"
        case .eftposAu: "eftpos_au"
        case .cartesBancaires: "cartes_bancaires"
        case .girocard: "girocard"
        case .unknown(let value): value
        }
    }
}
