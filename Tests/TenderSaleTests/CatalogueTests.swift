import FoundationEssentials
import TenderModel
import TenderSale
import TenderTestSupport
import Testing

@Suite struct CatalogueTests {
    @Test func theSampleIsAShop() throws {
        let shop = try Self.sample()
        #expect(shop.products.count == 27)
        #expect(shop.product("4006381333931")?.name == "Pencil, HB")
        #expect(shop.product("60")?.price == Shop.euros(149))
        #expect(shop.product("70")?.isOpenPrice == true)
        #expect(shop.product("2000000000435")?.taxClass == "B")
        #expect(shop.product("10")?.taxClass == "B")
        let codes = shop.products.map(\.code).filter { $0.utf8.count == 13 }
        #expect(codes.count == 22)
        #expect(codes.allSatisfy(Self.hasCheckDigit))
    }

    @Test func aCodeOrPLUFindsItsProduct() throws {
        let shop = try Self.shop([("0012345678905", "7"), ("96385074", nil)])
        let found = ["0012345678905", "012345678905", "7", "96385074", "07", "", String(repeating: "1", count: 99)]
            .map { shop.product($0)?.code }
        #expect(found == ["0012345678905", "0012345678905", "0012345678905", "96385074", nil, nil, nil])
    }

    @Test(
        arguments: [
            [("1", nil), ("1", nil)], [("1", "2"), ("2", nil)], [("1", "2"), ("3", "2")],
            [("012345678905", nil), ("0012345678905", nil)],
        ] as [[(String, String?)]])
    func aCodeThatIsThereTwiceIsRefused(codes: [(String, String?)]) {
        #expect(throws: CatalogueError.self) { try Self.shop(codes) }
    }

    @Test func everyWordOfASearchMustBeInTheName() throws {
        let shop = try Self.sample()
        #expect(shop.search("JUICE").map(\.name) == ["Orange juice, 1 l"])
        #expect(shop.search("500 co").map(\.name) == ["Coffee, 500 g"])
        #expect(shop.search("b").first?.name == "Bread roll")
        #expect(shop.search("e", limit: 3).count == 3)
        #expect(shop.search("  ").isEmpty)
    }

    @Test(
        arguments: [
            ("name,department,price,code\na,All,1.50,1\n", 150), ("NAME;Department;PRICE;plu\na;All;1,50;1\n", 150),
            ("name,department,price,code\r\n\"a\",All,\"1,5\",1", 150),
            ("\u{FEFF}code,name,department,price\n1,a,All,0", 0),
            ("code,stock,name,department,price\n1,5,\"a\"\"b\nc\",All,2\n\n", nil),
        ] as [(String, Int64?)])
    func tablesOfManySpreadsheetsAreRead(csv: String, price: Int64?) throws {
        let shop = try Self.shop([])
        guard let price else {
            // A line break in a name cannot be shown, but it is read as one field.
            let error = #expect(throws: CatalogueImportError.self) { try shop.adding(csv: Array(csv.utf8)) }
            #expect(error?.problems.map(\.place) == ["line 2"])
            return
        }
        #expect(try shop.adding(csv: Array(csv.utf8)).product("1")?.price == Shop.euros(price))
    }

    @Test func whatIsWrongInATableIsToldByLine() throws {
        let header = "code,plu,name,department,price,tax\n"
        let rows = [
            "1,,a,All,1.999,", "1,,a,All,1.234,56,", "2,,a,Al,1,", "3,,,All,1,", "4,,a,All,-1,", "5,,a,All,,",
            ",,a,All,1,",
            "6,,a,All,1,Z", "0,,a,All,1,", "8,,a,All,1,", "9,8,a,All,1,", "1 2,,a,All,1,",
            "10,,a,All,99999999999999999,",
            "11,,\u{1B}[2J,All,1,",
        ]
        let error = #expect(throws: CatalogueImportError.self) {
            try Self.shop([("0", nil)]).adding(csv: Array((header + rows.joined(separator: "\n")).utf8))
        }
        #expect(error?.problems.map(\.place) == [2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15].map { "line \($0)" })
        #expect(error?.description.contains("line 2: '1.999' is not a price: write digits") == true)
        #expect(error?.description.contains("line 12: the code '8' is already in line 11") == true)
    }

    @Test(arguments: [
        ("", "empty"), ("code,name,price\n", "'department'"), ("name,department,price\n", "'plu'"),
        ("code,code,name,department,price\n", "twice"),
        ("code,name,department,price\n1,\"a,All,1\n", "line 2: a quote is never"),
        ("code,name,department,price\n1,a\"b,All,1\n", "line 2: there is a quote"), ("a\rb\n", "carriage return"),
        ("code,name,department,price\n1,\"a\"b,All,1\n", "line 2: text follows"),
        ("code,name,department,price\n1,a,All,1," + String(repeating: ",", count: 70), "more than 64"),
        ("code,name,department,price\n1," + String(repeating: "a", count: 5000), "longer than"),
    ])
    func aTableThatIsNoneIsRefused(csv: String, told: String) throws {
        let error = #expect(throws: CatalogueImportError.self) { try Self.shop([]).adding(csv: Array(csv.utf8)) }
        #expect(error?.description.contains(told) == true)
    }

    @Test func aTableInAnotherEncodingIsRefused() throws {
        let csv = Array("code,name,department,price\n1,Br".utf8) + [0xF6] + Array("tchen,All,1\n".utf8)
        let error = #expect(throws: CatalogueImportError.self) { try Self.shop([]).adding(csv: csv) }
        #expect(error?.description == "line 2: the text is not UTF-8: save the file as UTF-8")
    }

    @Test func noMoreThanTwentyProblemsAreListed() throws {
        let csv = "code,name,department,price\n" + String(repeating: "1,a,No,1\n", count: 50)
        let error = #expect(throws: CatalogueImportError.self) { try Self.shop([]).adding(csv: Array(csv.utf8)) }
        #expect(error?.problems.count == 20)
        #expect(error?.isCut == true)
    }

    @Test(arguments: [
        ("{currency: 'XYZ', taxes: [], departments: []}", "currency: "),
        ("{currency: 'EUR', taxes: [{name: 'A', rate: '190', included: true}], departments: []}", "taxes[0].rate: "),
        ("{currency: 'EUR', taxes: [], departments: [{name: 'All', tax: 'A'}]}", "tax class 'A'"),
        ("{currency: 'EUR', taxes: []}", "'departments' is missing"),
        (
            "{currency: 'EUR', taxes: [{name: 'A', rate: '19', included: true}], departments: [{name: 'All', tax: 'A'}],"
                + " products: [{code: '1', name: 'a', department: 'All', price: 1.29}]}", "products[0].price: "
        ),
        (
            "{currency: 'EUR', taxes: [{name: 'A', rate: '19', included: true}], departments: [{name: 'All', tax: 'A'}],"
                + " products: [{code: '1', name: 'a', department: 'All', price: '1.299'}]}",
            "products[0]: '1.299' is not a price"
        ),
        ("{currency: 'EUR', taxes: [{name: 'exempt', rate: '0', included: true}], departments: []}", "'exempt'"),
        ("{", "not JSON5"), ("", "not JSON5"), (String(repeating: "[", count: 100_000), "not JSON5"),
    ])
    func whatIsWrongInAShopsFileIsToldByPlace(json5: String, told: String) {
        let error = #expect(throws: CatalogueImportError.self) { try Catalogue(json5: Array(json5.utf8)) }
        #expect(error?.description.contains(told) == true, "\(error?.description ?? "")")
    }

    @Test func noBytesTrapTheImport() throws {
        var random = SplitMix64(seed: 5)
        let shop = try Self.shop([])
        let pieces: [[UInt8]] =
            ["code", "name", "department", "price", ",", ";", "\"", "\n", "\r\n", "1", "All", "\r"].map {
                Array($0.utf8)
            } + [[0xFF], [0]]
        var refused = 0
        for _ in 0..<2000 {
            let file = (0..<Int(random.next() % 40)).flatMap { _ in random.pick(pieces) }
            do {
                _ = try shop.adding(csv: Array("code,name,department,price\n".utf8) + file)
            } catch {
                refused += error.problems.isEmpty ? 0 : 1
            }
        }
        #expect(refused > 1000)
    }

    @Test(
        arguments: [
            ("3", 3000), ("0,345", 345), ("-1.5", -1500), ("1.2345", nil), ("1.", nil), (".5", nil), ("1.2,3", nil),
            ("", nil),
            ("９", nil), ("9999999999999999999", nil), ("1000000.001", nil),
        ] as [(String, Int64?)])
    func quantitiesAreReadAsTheyAreTyped(text: String, thousandths: Int64?) {
        #expect(Quantity(parsing: text)?.thousandths == thousandths)
    }

    @Test func sharesAreReadAndWritten() {
        let texts = ["19", "8.875 %", "7,5%", "0", "100", "100.001", "-1", "%"].map { Percentage(parsing: $0)?.decimal }
        #expect(texts == ["19", "8.875", "7.5", "0", "100", nil, nil, nil])
    }

    private static func hasCheckDigit(_ code: String) -> Bool {
        let digits = code.compactMap(\.wholeNumberValue)
        let sum = digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset.isMultiple(of: 2) ? 1 : 3) }
        return digits.count == 13 && sum.isMultiple(of: 10)
    }

    private static func sample() throws -> Catalogue {
        var folder = URL(filePath: #filePath)
        for _ in 0..<3 { folder.deleteLastPathComponent() }
        func read(_ name: String) throws -> [UInt8] {
            Array(try Data(contentsOf: folder.appending(path: "docs/examples/" + name)))
        }
        return try Catalogue(json5: read("shop.json5")).adding(csv: read("products.csv"))
    }

    private static func shop(_ codes: [(String, String?)]) throws -> Catalogue {
        try Catalogue(
            currency: .eur, taxes: Shop.taxes(), departments: [Department(name: "All", taxClass: "A")],
            products: codes.map {
                Product(code: $0.0, plu: $0.1, name: "Thing", department: "All", price: nil, taxClass: "A")
            })
    }
}
