/// The issuer's and the network's advice besides the decline code.
struct DeclineAdvice {
    /// The advice for the merchant.
    let code: String?
    /// The network's own code.
    let networkCode: String?

    /// The reference gives neither by decline code: these are the response codes of ISO 8583 and what follows from
    /// them.
    private static let table: [String: (code: String?, networkCode: String?)] = [
        "call_issuer": (nil, "01"),
        "card_not_supported": ("do_not_try_again", "57"),
        "card_velocity_exceeded": ("try_again_later", "65"),
        "do_not_honor": ("try_again_later", "05"),
        "expired_card": ("confirm_card_data", "54"),
        "fraudulent": ("do_not_try_again", nil),
        "generic_decline": ("try_again_later", "01"),
        "incorrect_cvc": ("confirm_card_data", "N7"),
        "incorrect_number": ("confirm_card_data", "14"),
        "incorrect_pin": (nil, "55"),
        "insufficient_funds": ("try_again_later", "51"),
        "lost_card": ("do_not_try_again", "41"),
        "pin_try_exceeded": ("do_not_try_again", "75"),
        "processing_error": ("try_again_later", "06"),
        "stolen_card": ("do_not_try_again", "43"),
        "withdrawal_count_limit_exceeded": ("try_again_later", "65"),
    ]

    init(_ declineCode: String?) {
        let entry = declineCode.flatMap { Self.table[$0] }
        code = entry?.code
        networkCode = entry?.networkCode
    }

    /// The members of an error object.
    var members: [String: JSONValue] {
        ["advice_code": code, "network_decline_code": networkCode].compactMapValues { $0.map(JSONValue.string) }
    }
}

extension APIFailure {
    var advice: DeclineAdvice { DeclineAdvice(declineCode) }
}
