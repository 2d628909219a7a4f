import TenderModel

// Names, numbers and behavior are those of the API's public page on testing.
extension TestCard {
    /// Every test card; a number that several share finds the first of them.
    static let all: [TestCard] = approving + declining + risky + authenticating + moving + fromAbroad

    private static let approving: [TestCard] = [
        TestCard("visa", number: "4242424242424242", aliases: ["us"]),
        TestCard("visa_debit", number: "4000056655665556", .visa, .debit),
        TestCard("mastercard", number: "5555555555554444", .mastercard),
        TestCard("mastercard_debit", number: "5200828282828210", .mastercard, .debit),
        TestCard("mastercard_prepaid", number: "5105105105105100", .mastercard, .prepaid),
        TestCard("amex", number: "378282246310005", .amex, aliases: ["amex_threeDSecureNotSupported"]),
        TestCard("discover", number: "6011111111111117", .discover),
        TestCard("diners", number: "3056930009020004", .diners),
        TestCard("jcb", number: "3566002020360505", .jcb),
        TestCard("unionpay", number: "6200000000000005", .unionpay),
        TestCard("mastercard_series2", number: "2223003122003222", .mastercard),
        TestCard("amex_second", number: "371449635398431", .amex),
        TestCard("discover_second", number: "6011000990139424", .discover),
        TestCard("discover_debit", number: "6011981111111113", .discover, .debit),
        TestCard("diners_14", number: "36227206271667", .diners),
        TestCard("unionpay_debit", number: "6200000000000047", .unionpay, .debit),
        TestCard("unionpay_19", number: "6205500000000000004", .unionpay),
        TestCard("bccard", number: "6555900000604105", .discover, aliases: ["dinacard"]),
        TestCard(
            "visa_cartesBancaires", number: "4000002500001001", .visa, country: "FR",
            secondNetwork: "cartes_bancaires"),
        TestCard(
            "mastercard_cartesBancaires", number: "5555552500001001", .mastercard, country: "FR",
            secondNetwork: "cartes_bancaires"),
    ]

    private static let declining: [TestCard] = [
        declined("visa_chargeDeclined", "0002", "generic_decline", alias: "chargeDeclined"),
        declined(
            "visa_chargeDeclinedInsufficientFunds", "9995", "insufficient_funds",
            alias: "chargeDeclinedInsufficientFunds"),
        declined("visa_chargeDeclinedLostCard", "9987", "lost_card", alias: "chargeDeclinedLostCard"),
        declined("visa_chargeDeclinedStolenCard", "9979", "stolen_card", alias: "chargeDeclinedStolenCard"),
        declined(
            "visa_chargeDeclinedVelocityLimitExceeded", "6975", "card_velocity_exceeded",
            alias: "chargeDeclinedVelocityLimitExceeded"),
        declined("chargeDeclinedExpiredCard", "0069", code: "expired_card", "expired_card"),
        declined("chargeDeclinedIncorrectCvc", "0127", code: "incorrect_cvc", "incorrect_cvc"),
        declined("chargeDeclinedProcessingError", "0119", code: "processing_error", "processing_error"),
        TestCard(
            "chargeCustomerFail", number: "4000000000000341",
            Behavior(charging: .declined(CardDecline(code: "card_declined", declineCode: "generic_decline")))),
    ]

    private static func declined(
        _ name: String, _ last4: String, code: String = "card_declined", _ declineCode: String, alias: String? = nil
    ) -> TestCard {
        TestCard(
            name, number: "400000000000" + last4, .declining(code, declineCode),
            aliases: [alias ?? "visa_" + name])
    }

    private static let risky: [TestCard] = [
        TestCard(
            "radarBlock", number: "4100000000000019", Behavior(charging: .blocked, risk: .highest),
            aliases: ["chargeDeclinedFraudulent", "visa_chargeDeclinedFraudulent"]),
        TestCard("riskLevelHighest", number: "4000000000004954", Behavior(risk: .highest)),
        TestCard("riskLevelElevated", number: "4000000000009235", Behavior(risk: .elevated)),
        TestCard("cvcCheckFail", number: "4000000000000101", Behavior(failingChecks: .code)),
        TestCard("avsFail", number: "4000000000000010", Behavior(failingChecks: [.line1, .postalCode])),
        TestCard("avsLine1Fail", number: "4000000000000028", Behavior(failingChecks: .line1)),
        TestCard("avsZipFail", number: "4000000000000036", Behavior(failingChecks: .postalCode)),
        TestCard("avsUnchecked", number: "4000000000000044", Behavior(failingChecks: .unchecked)),
    ]

    private static let authenticating: [TestCard] = [
        TestCard("authenticationRequired", number: "4000002760003184", country: "DE", .authenticating(.always)),
        TestCard(
            "authenticationRequiredOnSetup", number: "4000002500003155", country: "FR",
            .authenticating(.unlessSetUp)),
        TestCard(
            "authenticationRequiredSetupForOffSession", number: "4000003800000446", country: "IT",
            .authenticating(.onSession)),
        TestCard(
            "authenticationRequiredChargeDeclinedInsufficientFunds", number: "4000008260003178", country: "GB",
            Behavior(
                charging: .declined(CardDecline(code: "card_declined", declineCode: "insufficient_funds")),
                authentication: .always)),
        TestCard("threeDSecure2Required", number: "4000000000003220", .authenticating(.always)),
        TestCard("threeDSecureRequired", number: "4000000000003063", .authenticating(.always)),
        TestCard("threeDSecureOutOfBand", number: "4000582600000094", .authenticating(.always)),
        TestCard("threeDSecureOneTimePasscode", number: "4000582600000045", .authenticating(.always)),
        TestCard(
            "threeDSecureRequiredChargeDeclined", number: "4000008400001629",
            Behavior(
                charging: .declined(CardDecline(code: "card_declined", declineCode: "generic_decline")),
                authentication: .always)),
        TestCard(
            "threeDSecureRequiredProcessingError", number: "4000008400001280",
            Behavior(authentication: .always, cannotAuthenticate: true)),
        TestCard("threeDSecureOptional", number: "4000000000003055", .authenticating(.optional)),
        TestCard(
            "threeDSecureOptionalProcessingError", number: "4000000000003097",
            Behavior(authentication: .optional, cannotAuthenticate: true)),
    ]

    /// The cards with special money movements.
    private static let moving: [TestCard] = [
        TestCard("bypassPending", number: "4000000000000077", Behavior(isAvailableAtOnce: true)),
        TestCard(
            "bypassPendingInternational", number: "4000003720000278", country: "IE", Behavior(isAvailableAtOnce: true)),
        TestCard("pendingRefund", number: "4000000000007726", Behavior(refunding: .succeedsLater)),
        TestCard("refundFail", number: "4000000000005126", Behavior(refunding: .failsLater)),
        TestCard("createDispute", number: "4000000000000259", Behavior(dispute: .fraudulent)),
        TestCard(
            "createDisputeProductNotReceived", number: "4000000000002685", Behavior(dispute: .productNotReceived)),
        TestCard("createDisputeInquiry", number: "4000000000001976", Behavior(dispute: .inquiry)),
        TestCard("createIssuerFraudRecord", number: "4000000000005423", Behavior(hasEarlyFraudWarning: true)),
    ]

    /// One Visa card per country, named by its code.
    private static let fromAbroad: [TestCard] =
        [
            ("ar", "4000000320000021"), ("br", "4000000760000002"), ("ca", "4000001240000000"),
            ("cl", "4000001520000001"), ("co", "4000001700000003"), ("cr", "4000001880000005"),
            ("ec", "4000002180000000"), ("mx", "4000004840008001"), ("pa", "4000005910000000"),
            ("py", "4000006000000066"), ("pe", "4000006040000068"), ("uy", "4000008580000003"),
            ("ae", "4000007840000001"), ("at", "4000000400000008"), ("be", "4000000560000004"),
            ("bg", "4000001000000000"), ("by", "4000001120000005"), ("hr", "4000001910000009"),
            ("cy", "4000001960000008"), ("cz", "4000002030000002"), ("dk", "4000002080000001"),
            ("ee", "4000002330000009"), ("fi", "4000002460000001"), ("fr", "4000002500000003"),
            ("de", "4000002760000016"), ("gi", "4000002920000005"), ("gr", "4000003000000030"),
            ("hu", "4000003480000005"), ("ie", "4000003720000005"), ("it", "4000003800000008"),
            ("lv", "4000004280000005"), ("li", "4000004380000004"), ("lt", "4000004400000000"),
            ("lu", "4000004420000006"), ("mt", "4000004700000007"), ("nl", "4000005280000002"),
            ("no", "4000005780000007"), ("pl", "4000006160000005"), ("pt", "4000006200000007"),
            ("ro", "4000006420000001"), ("si", "4000007050000006"), ("sk", "4000007030000001"),
            ("es", "4000007240000007"), ("se", "4000007520000008"), ("ch", "4000007560000009"),
            ("gb", "4000008260000000"), ("au", "4000000360000006"), ("cn", "4000001560000002"),
            ("hk", "4000003440000004"), ("in", "4000003560000008"), ("jp", "4000003920000003"),
            ("my", "4000004580000002"), ("nz", "4000005540000008"), ("sg", "4000007020000003"),
            ("tw", "4000001580000008"), ("sa", "4000006820000007"),
        ].map { TestCard($0.0, number: $0.1, country: $0.0.uppercased()) } + [
            TestCard("gb_debit", number: "4000058260000005", .visa, .debit, country: "GB"),
            TestCard("gb_mastercard", number: "5555558265554449", .mastercard, country: "GB"),
            TestCard("jp_jcb", number: "3530111333300000", .jcb, country: "JP"),
            TestCard("th_credit", number: "4000007640000003", country: "TH", aliases: ["th"]),
            TestCard("th_debit", number: "4000057640000008", .visa, .debit, country: "TH"),
        ]
}
