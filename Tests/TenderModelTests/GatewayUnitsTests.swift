import TenderModel
import Testing

/// The cases in which the gateway's smallest unit is not the standard's (money rule 12).
@Suite struct GatewayUnitsTests {
    private func amount(_ units: Int64, _ code: String) throws -> Amount {
        try Amount(minorUnits: units, currency: #require(Currency(code)))
    }

    @Test(arguments: [
        ("eur", Int64(1099), Int64(1099)), ("jpy", 500, 500), ("isk", 500, 50_000), ("ugx", 500, 50_000),
        ("mga", 500, 5), ("kwd", 1230, 1230), ("huf", 12345, 12345), ("twd", 12345, 12345), ("krw", 7, 7),
    ])
    func unitsAreConvertedBothWays(code: String, iso: Int64, gateway: Int64) throws {
        let amount = try amount(iso, code)
        #expect(try amount.gatewayUnits() == gateway)
        #expect(try Amount(gatewayUnits: gateway, currency: amount.currency) == amount)
    }

    @Test func whatTheGatewayCannotCarryIsRefused() throws {
        #expect(throws: AmountError.notAMultiple(of: 100, try amount(501, "mga"))) {
            try amount(501, "mga").gatewayUnits()
        }
        #expect(throws: AmountError.notAMultiple(of: 10, try amount(1234, "kwd"))) {
            try amount(1234, "kwd").gatewayUnits()
        }
        #expect(throws: AmountError.overflow) { try amount(.max, "isk").gatewayUnits() }
        for code in ["iqd", "lyd", "clf", "uyi"] {
            #expect(throws: AmountError.unsupportedCurrency(try #require(Currency(code)))) {
                try amount(1, code).gatewayUnits()
            }
        }
    }

    @Test func anAnswerThatHasNoIsoFormIsRefused() throws {
        let isk = try #require(Currency("isk"))
        #expect(throws: AmountError.notAMultiple(of: 100, Amount(minorUnits: 50_001, currency: isk))) {
            try Amount(gatewayUnits: 50_001, currency: isk)
        }
    }

    @Test func payoutsOfForintAndTaiwanDollarsAreWhole() throws {
        #expect(try amount(12_300, "huf").gatewayPayoutUnits() == 12_300)
        for code in ["huf", "twd"] {
            #expect(throws: AmountError.notAMultiple(of: 100, try amount(12_345, code))) {
                try amount(12_345, code).gatewayPayoutUnits()
            }
        }
    }
}
