/// What a terminal asks a card for (EMV Book 3, 6.5.5).
enum CryptogramRequest: UInt8, Hashable, Sendable, CaseIterable {
    /// A decline.
    case decline = 0x00
    /// An approval.
    case approve = 0x40
    /// A request for the issuer.
    case online = 0x80

    /// Lower is safer: a card may answer with what is asked, or lower (EMV Book 3, 10.8).
    var rank: Int {
        switch self {
        case .decline: 0
        case .online: 1
        case .approve: 2
        }
    }
}
