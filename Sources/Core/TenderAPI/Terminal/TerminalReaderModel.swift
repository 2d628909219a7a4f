public import TenderModel

/// A model of smart readers that shows a splash screen of the shop.
public enum TerminalReaderModel: OpenEnum {
    /// `bbpos_wisepad3`.
    case wisePad3
    /// `bbpos_wisepos_e`.
    case wisePOSE
    /// `stripe_s700`.
    case s700
    /// `stripe_s710`.
    case s710
    /// `stripe_t600`.
    case t600
    /// `verifone_m425`.
    case m425
    /// `verifone_p400`.
    case p400
    /// `verifone_p630`.
    case p630
    /// `verifone_ux700`.
    case ux700
    /// `verifone_v660p`.
    case v660p
    /// A model that this version cannot name.
    case unknown(String)

    /// The named cases.
    public static let known: [TerminalReaderModel] = [
        .wisePad3, .wisePOSE, .s700, .s710, .t600, .m425, .p400, .p630, .ux700, .v660p,
    ]

    /// The API's string.
    public var rawValue: String {
        switch self {
        case .wisePad3: "bbpos_wisepad3"
        case .wisePOSE: "bbpos_wisepos_e"
        case .s700: "stripe_s700"
        case .s710: "stripe_s710"
        case .t600: "stripe_t600"
        case .m425: "verifone_m425"
        case .p400: "verifone_p400"
        case .p630: "verifone_p630"
        case .ux700: "verifone_ux700"
        case .v660p: "verifone_v660p"
        case .unknown(let value): value
        }
    }
}
