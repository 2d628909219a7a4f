import TenderModel
import TenderSale
import Testing

@Suite struct SellerCatalogueTests {
    private static func shop(_ sellers: String, _ csv: String = "code,name,department,price\n") throws -> Catalogue {
        let json5 =
            "{currency: 'EUR', taxes: [{name: 'A', rate: '19', included: true}], "
            + "departments: [{name: 'All', tax: 'A'}], sellers: [\(sellers)]}"
        return try Catalogue(json5: Array(json5.utf8)).adding(csv: Array(csv.utf8))
    }

    private static let ann = "{name: 'Ann', account: 'acct_1A', fee: '12.5%'}"

    @Test func aProductIsItsSellersWithTheirFeeOrItsOwn() throws {
        let shop = try Self.shop(
            Self.ann + ", {name: 'Bob', account: 'acct_2', fee: '0,50'}",
            "code,name,department,price,seller,fee\n1,a,All,1,Ann,\n2,b,All,1,Bob,\n3,c,All,1,Bob,7%\n4,d,All,1,,\n")
        let share = try #require(Percentage(parsing: "12.5"))
        let own = try #require(Percentage(parsing: "7"))
        #expect(shop.sellers.map(\.name) == ["Ann", "Bob"])
        #expect(
            shop.products.map(\.seller) == [
                Seller(name: "Ann", account: "acct_1A", fee: .share(share)),
                Seller(name: "Bob", account: "acct_2", fee: .each(Shop.euros(50))),
                Seller(name: "Bob", account: "acct_2", fee: .share(own)), nil,
            ])
    }

    @Test(arguments: [
        ("{name: 'Ann', account: 'acct_1A', fee: '101%'}", "", "sellers[0].fee: '101%' is not a fee"),
        ("{name: 'Ann', account: 'acct_1A', fee: '-1'}", "", "is not a fee"),
        ("{name: 'Ann', account: 'acct_1A', fee: '9999999999999999999'}", "", "is not a fee"),
        ("{name: 'Ann', account: 'acct_', fee: '1'}", "", "not a connected account"),
        ("{name: 'Ann', account: 'acct_1/../x', fee: '1'}", "", "not a connected account"),
        ("{name: 'Ann', account: 'acct_1'}", "", "'fee' is missing"),
        ("{name: 'A', account: 'acct_1', fee: '1'}, {name: 'A', account: 'acct_2', fee: '1'}", "", "appears twice"),
        (ann, "1,a,All,1,Cid,\n", "line 2: 'a' is sold for 'Cid'"),
        (ann, "1,a,All,1,Ann,x\n", "line 2: 'x' is not a fee"),
        (ann, "1,a,All,1,,5%\n", "line 2: there is a fee and no seller"),
    ])
    func whatIsWrongIsToldByPlace(sellers: String, rows: String, told: String) {
        let error = #expect(throws: CatalogueImportError.self) {
            try Self.shop(sellers, "code,name,department,price,seller,fee\n" + rows)
        }
        #expect(error?.description.contains(told) == true, "\(error?.description ?? "")")
    }
}
