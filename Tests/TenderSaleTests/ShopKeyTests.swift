import TenderSale
import Testing

/// A key that nobody reads would do nothing, and nobody would know.
@Suite struct ShopKeyTests {
    private static let base =
        "taxes: [{name: 'A', rate: '19', included: true}],\ndepartments: [{name: 'All', tax: 'A'}]"

    @Test(arguments: [
        ("adress: ['Main Street 1'],", "line 2, column 3: there is no key 'adress' here: did you mean 'address'?"),
        ("/* ä */ 'Cash': {},", "line 2, column 11: there is no key 'Cash' here: did you mean 'cash'?"),
        ("products: [\n {prize: '1'}],", "line 3, column 3: there is no key 'prize' here: did you mean 'price'?"),
        ("color: 'red',", "line 2, column 3: there is no key 'color' here: the keys here are currency, address"),
        ("currency: 'CHF',", "line 2, column 3: the key 'currency' appears twice"),
        (
            "roles: {cashier: {may: [], can: []}},",
            "line 2, column 30: there is no key 'can' here: the keys here are may, discountLimit"
        ),
        ("\r\n\tfoter: [],", "line 3, column 2: there is no key 'foter' here: did you mean 'footer'?"),
    ])
    func aKeyThatIsNotKnownIsAnErrorWithItsPlace(keys: String, told: String) {
        let file = "{currency: 'EUR',\n  \(keys)\n\(Self.base)}"
        let error = #expect(throws: CatalogueImportError.self) { try Catalogue(json5: Array(file.utf8)) }
        #expect(error?.description.contains(told) == true, "\(error?.description ?? "")")
    }
}
