import FoundationEssentials
import TenderModel
import TenderTestSupport
import Testing

@testable import TenderSale

@Suite struct ShopFileTests {
    private static func francs(_ units: Int64) -> Amount { Amount(minorUnits: units, currency: .init("chf") ?? .eur) }

    private static func text(_ path: String) throws -> String {
        var folder = URL(filePath: #filePath)
        for _ in 0..<3 { folder.deleteLastPathComponent() }
        return String(decoding: try Data(contentsOf: folder.appending(path: path)), as: UTF8.self)
    }

    private static func settings(_ keys: String) throws -> ShopSettings {
        try ShopFile(json5: Array("{currency: 'EUR', \(keys) taxes: [], departments: []}".utf8)).settings
    }

    @Test func theExampleOfTheGuideIsAShop() throws {
        let example = try Self.text("docs/examples/kiosk.json5")
        #expect(try Self.text("docs/till.md").contains("```json5\n\(example)```"))
        let file = try ShopFile(json5: Array(example.utf8))
        let settings = file.settings
        #expect(settings.address == ["Bahnhofplatz 1", "8001 Zürich"])
        #expect(settings.phone == "044 123 45 67")
        #expect(settings.taxNumber == "CHE-123.456.789 MWST")
        #expect(settings.footer.count == 2)
        #expect(settings.cashRounding == CashRounding(step: 5))
        #expect(settings.largestDifference == Self.francs(200))
        #expect(
            settings.tips
                == TippingRules(
                    Self.francs(0).currency, fixedAmounts: [50, 100, 200], percentages: [5, 10, 15],
                    smartTipThreshold: 1000))
        #expect(
            settings.denominations?.map(\.minorUnits) == [
                20_000, 10_000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5,
            ])
        let refunds = settings.permissions.allows(.cashier, .refund)
        #expect(settings.permissions.discountLimit.decimal == "10")
        #expect(!refunds)
        #expect(settings.reasons[.refund] == [.damaged, .own("falsche Grösse"), .other])
        #expect(file.catalogue.product("3")?.isOpenPrice == true)
        #expect(file.catalogue.sellers.count == 1)
    }

    /// A key that the file may have and the example has not would be found by nobody.
    @Test func theExampleHasEveryKey() throws {
        let example = try Self.text("docs/examples/kiosk.json5")
        let keys = [
            "currency", "address", "phone", "taxNumber", "footer", "cash", "rounding", "largestDifference",
            "denominations", "tips", "amounts", "percentages", "threshold", "roles", "cashier", "may", "discountLimit",
            "reasons", "taxes", "departments", "sellers",
            "products",
        ]
        #expect(keys.filter { !example.contains("\($0): ") } == [])
        let error = #expect(throws: CatalogueImportError.self) { try ShopFile(json5: Array("{zzzzzzzz: 1}".utf8)) }
        #expect(error?.description.hasSuffix(keys.filter(Self.isAtTop).joined(separator: ", ")) == true)
    }

    private static func isAtTop(_ key: String) -> Bool {
        ![
            "rounding", "largestDifference", "denominations", "amounts", "percentages", "threshold", "cashier", "may",
            "discountLimit",
        ].contains(key)
    }

    @Test func whatIsNotSaidIsAsUsual() throws {
        #expect(try Self.settings("") == ShopSettings())
        let permissions = try Self.settings("roles: {cashier: {discountLimit: '5%'}},").permissions
        #expect(permissions.allows(.cashier, .payIn))
        #expect(permissions.discountLimit.decimal == "5")
    }

    @Test(arguments: [
        ("address: 'Main Street',", "line 1, column 28, address: the value has the wrong type: write a list"),
        ("address: ['a', ''],", "address[1]: it is empty"), ("footer: ['\\u001b[2J'],", "footer[0]: it is empty"),
        ("taxNumber: 7,", "taxNumber: the value has the wrong type: write it in quotes"),
        ("cash: {rounding: '0.005'},", "cash.rounding: '0.005' is not a sum"),
        ("cash: {rounding: '0'},", "cash.rounding: cash cannot be rounded to that"),
        ("cash: {rounding: 0.05},", "cash.rounding: the value has the wrong type"),
        ("cash: {largestDifference: '-1'},", "cash.largestDifference: '-1' is not a sum"),
        ("cash: {denominations: ['1', '1.00']},", "cash.denominations: write each note and coin once"),
        ("cash: {denominations: ['1', 'x']},", "cash.denominations[1]: 'x' is not a note or coin"),
        (
            "roles: {cashier: {may: ['refunds']}},",
            "roles.cashier.may[0]: 'refunds' is not what a cashier can be allowed"
        ),
        ("roles: {cashier: {may: ['acceptUnknown']}},", "'acceptUnknown' is not what a cashier can be allowed"),
        ("roles: {cashier: {discountLimit: '101'}},", "roles.cashier.discountLimit: '101' is not a percentage"),
        ("reasons: {refund: []},", "reasons.refund: write 1 to 8 reasons"),
        ("reasons: {refund: ['a', 'a']},", "reasons.refund: write 1 to 8 reasons"),
        ("reasons: {reprint: ['a']},", "there is no key 'reprint' here"),
    ])
    func whatIsWrongIsToldByItsPlace(keys: String, told: String) {
        let error = #expect(throws: CatalogueImportError.self) { try Self.settings(keys) }
        #expect(error?.description.contains(told) == true, "\(error?.description ?? "")")
    }

    @Test func everyUnknownKeyIsToldAtOnce() {
        let error = #expect(throws: CatalogueImportError.self) { try Self.settings("foo: 1, bar: 2,") }
        #expect(error?.problems.count == 2)
    }
}
