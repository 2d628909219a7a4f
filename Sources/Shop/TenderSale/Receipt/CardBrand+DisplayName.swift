public import TenderModel

extension CardBrand {
    /// The scheme's name as people know it.
    public var displayName: String {
        switch self {
        case .visa: "Visa"
        case .mastercard: "Mastercard"
        case .amex: "American Express"
        case .discover: "Discover"
        case .diners: "Diners Club"
        case .jcb: "JCB"
        case .unionpay: "UnionPay"
        case .interac: "Interac"
        case .eftposAu: "eftpos"
        case .cartesBancaires: "CB"
        case .girocard: "girocard"
        case .unknown(let name): name.split(separator: "_").joined(separator: " ")
        }
    }
}
