import TenderModel

extension SimulatedCard {
    /// Every simulated card; the first is the default.
    ///
    /// Names, numbers and behavior are those of the payments API's public test cards; the number of `visaUsCommonDebit`
    /// was never published, and is this simulator's own. So is `partiallyApproved`: the API has no such card. Expiry and
    /// application identifiers are this simulator's own choice.
    public static let all: [SimulatedCard] = approving + coBadged + verifying + refusing

    /// A card that approves: the one to use when any will do.
    public static let visa = SimulatedCard(
        "visa", number: "4242424242424242", .visa, .credit, applications: [.visaCredit])
    /// A Canadian debit card, which pays as `interac_present` in one message.
    public static let interac = SimulatedCard(
        "interac", number: "4506445006931933", .interac, .debit, country: "CA", type: .interacPresent,
        applications: [.interac], verification: .onlinePin, issuer: IssuerRules(capture: .singleMessage))

    private static let approving: [SimulatedCard] = [
        visa,
        SimulatedCard("visaDebit", number: "4000056655665556", .visa, .debit, applications: [.visaDebit]),
        SimulatedCard("mastercard", number: "5555555555554444", .mastercard, .credit, applications: [.mastercard]),
        SimulatedCard("masterDebit", number: "5200828282828210", .mastercard, .debit, applications: [.masterDebit]),
        SimulatedCard(
            "mastercardPrepaid", number: "5105105105105100", .mastercard, .prepaid, applications: [.mastercard]),
        SimulatedCard("amex", number: "378282246310005", .amex, .credit, applications: [.amex]),
        SimulatedCard("amex2", number: "371449635398431", .amex, .credit, applications: [.amex]),
        SimulatedCard("discover", number: "6011111111111117", .discover, .credit, applications: [.discover]),
        SimulatedCard("discover2", number: "6011000990139424", .discover, .credit, applications: [.discover]),
        SimulatedCard("diners", number: "3056930009020004", .diners, .credit, applications: [.discover]),
        SimulatedCard("diners14Digit", number: "36227206271667", .diners, .credit, applications: [.discover]),
        SimulatedCard("jcb", number: "3566002020360505", .jcb, .credit, country: "JP", applications: [.jcb]),
        SimulatedCard(
            "unionPay", number: "6200000000000005", .unionpay, .credit, country: "CN", applications: [.unionPay]),
        interac,
    ]

    private static let coBadged: [SimulatedCard] = [
        SimulatedCard(
            "visaUsCommonDebit", number: "4000058400000014", .visa, .debit, applications: [.visaDebit, .usCommonDebit]),
        SimulatedCard(
            "eftposAuDebit", number: "6280000360000978", .eftposAu, .debit, country: "AU", applications: [.eftpos],
            issuer: IssuerRules(capture: .notManual)),
        SimulatedCard(
            "eftposAuVisaDebit", number: "4000050360000001", .visa, .debit, country: "AU",
            applications: [.visaDebit, .eftpos]),
        SimulatedCard(
            "eftposAuDebitMastercard", number: "5555050360000080", .mastercard, .debit, country: "AU",
            applications: [.masterDebit, .eftpos]),
    ]

    private static let verifying: [SimulatedCard] = [
        SimulatedCard(
            "onlinePinCvm", number: "4001000360000005", .visa, .debit, country: "AU", applications: [.visaDebit],
            verification: .onlinePin),
        SimulatedCard(
            "onlinePinScaRetry", number: "4000002760000008", .visa, .credit, country: "DE",
            applications: [.visaCredit], verification: .onlinePin, contactlessIsRefused: true),
        SimulatedCard(
            "offlinePinCvm", number: "4001007020000002", .visa, .debit, country: "SG", applications: [.visaDebit],
            verification: .offlinePin),
        SimulatedCard(
            "offlinePinScaRetry", number: "4000008260000075", .visa, .credit, country: "GB",
            applications: [.visaCredit], verification: .offlinePin, contactlessIsRefused: true),
    ]

    private static let refusing: [SimulatedCard] = [
        declining("chargeDeclined", number: "4000000000000002", "card_declined", "generic_decline"),
        declining(
            "chargeDeclinedInsufficientFunds", number: "4000000000009995", "card_declined", "insufficient_funds"),
        declining("chargeDeclinedLostCard", number: "4000000000009987", "card_declined", "lost_card"),
        declining("chargeDeclinedStolenCard", number: "4000000000009979", "card_declined", "stolen_card"),
        declining("chargeDeclinedExpiredCard", number: "4000000000000069", "expired_card", "expired_card"),
        declining(
            "chargeDeclinedProcessingError", number: "4000000000000119", "processing_error", "processing_error"),
        SimulatedCard(
            "partiallyApproved", number: "4000000000006041", .visa, .credit, applications: [.visaCredit],
            issuer: IssuerRules(
                charge: .decline(code: "card_declined", declineCode: "insufficient_funds"), part: 600)),
        SimulatedCard(
            "refundFailed", number: "4000000000005126", .visa, .credit, applications: [.visaCredit],
            issuer: IssuerRules(refund: .failLater(reason: "expired_or_canceled_card"))),
    ]

    private static func declining(
        _ name: String, number: String, _ code: String, _ declineCode: String
    ) -> SimulatedCard {
        SimulatedCard(
            name, number: number, .visa, .credit, applications: [.visaCredit],
            issuer: IssuerRules(charge: .decline(code: code, declineCode: declineCode)))
    }
}

extension CardApplication {
    fileprivate static let visaCredit = CardApplication(identifier: "A0000000031010", label: "VISA CREDIT")
    fileprivate static let visaDebit = CardApplication(identifier: "A0000000031010", label: "VISA DEBIT")
    fileprivate static let usCommonDebit = CardApplication(identifier: "A0000000980840", label: "US DEBIT")
    fileprivate static let mastercard = CardApplication(identifier: "A0000000041010", label: "MASTERCARD")
    fileprivate static let masterDebit = CardApplication(identifier: "A0000000041010", label: "DEBIT MASTERCARD")
    fileprivate static let amex = CardApplication(identifier: "A000000025010801", label: "AMERICAN EXPRESS")
    fileprivate static let discover = CardApplication(identifier: "A0000001523010", label: "DISCOVER")
    fileprivate static let jcb = CardApplication(identifier: "A0000000651010", label: "JCB CREDIT")
    fileprivate static let unionPay = CardApplication(identifier: "A000000333010102", label: "UNIONPAY CREDIT")
    fileprivate static let interac = CardApplication(identifier: "A0000002771010", label: "INTERAC")
    fileprivate static let eftpos = CardApplication(identifier: "A00000038410", label: "EFTPOS SAV")
}
