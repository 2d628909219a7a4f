import TenderSale
import Testing

/// A key that nobody reads would do nothing, and nobody would know.
@Suite struct ShopKeyTests {
    private static let base =
        "taxes: [{name: 'A', rate: '19', included: true}],\ndepartments: [{name: 'All', tax: 'A'}]"

    @Test(arguments: [
        ("adress: ['Main Street 1'],", "line 2, column 3: there is no key 'adress' here: is 'address' meant?"),
        ("/* ä */ 'Cash': {},", "line 2, column 11: there is no key 'Cash' here: is 'cash' meant?"),
        ("products: [\n {prize: '1'}],", "line 3, column 3: there is no key 'prize' here: is 'price' meant?"),
        ("colour: 'red',", "line 2, column 3: there is no key 'colour' here: known here are currency, address"),
        ("currency: 'CHF',", "line 2, column 3: the key 'currency' is there twice"),
        (
            "roles: {cashier: {may: [], can: []}},",
            "line 2, column 30: there is no key 'can' here: known here are may, discountLimit"
        ),
        ("\r\n\tfoter: [],", "line 3, column 2: there is no key 'foter' here: is 'footer' meant?"),
    ])
    func aKeyThatIsNotKnownIsAnErrorWithItsPlace(keys: String, told: String) {
        let file = "{currency: 'EUR',\n  \(keys)\n\(Self.base)}"
        let error = #expect(throws: CatalogueImportError.self) { try Catalogue(json5: Array(file.utf8)) }
        #expect(error?.description.contains(told) == true, "\(error?.description ?? "")")
    }
}
