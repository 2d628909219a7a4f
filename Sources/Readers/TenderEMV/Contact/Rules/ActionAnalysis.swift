/// What a terminal asks for, by what it found out (EMV Book 3, 10.7).
struct ActionAnalysis {
    /// The codes of acquirer and issuer together.
    var codes: ActionCodes
    var reach: TerminalType.Reach

    func request(_ results: TVR) -> CryptogramRequest {
        guard results.isDisjoint(with: codes.denial) else { return .decline }
        return switch reach {
        case .onlineOnly: .online
        case .offlineOnly: results.isDisjoint(with: codes.default) ? .approve : .decline
        case .both: results.isDisjoint(with: codes.online) ? .approve : .online
        }
    }

    /// What a terminal asks for that could not reach the issuer; one that always asks it declines [check].
    func requestWithoutIssuer(_ results: TVR) -> CryptogramRequest {
        reach != .onlineOnly && results.isDisjoint(with: codes.default) ? .approve : .decline
    }

    /// The issuer's codes as a card gives them.
    static func issuerCodes(of data: ContactData) throws(ContactStop) -> ActionCodes {
        func code(_ tag: TLV.Tag) throws(ContactStop) -> TVR? {
            try data.card(tag, count: TVR.byteCount).map { TVR(rawValue: $0.number) }
        }
        return issuerCodes(denial: try code(0x9F0E), online: try code(0x9F0F), default: try code(0x9F0D))
    }

    /// The issuer's codes: what is absent denies nothing and sends everything online.
    static func issuerCodes(denial: TVR?, online: TVR?, default: TVR?) -> ActionCodes {
        let all = TVR(rawValue: .max)
        return ActionCodes(
            denial: denial ?? [], online: online ?? all, default: `default` ?? all)
    }
}
