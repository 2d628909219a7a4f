import TenderBytes
public import TenderCrypto
public import TenderModel
public import TenderSale

/// A shop to try the till out with.
public enum DemoShop {
    /// The shop's name.
    public static let name = "Tender Corner"

    /// The people who work there, with PINs that are no secret.
    public static let pins: [(id: String, name: String, role: Role, pin: String)] = [
        ("anna", "Anna", .manager, "4711"), ("ben", "Ben", .cashier, "2580"),
    ]

    /// The greeting at the start.
    public static let greeting =
        "Demo: " + pins.map { "\($0.name) has the PIN \($0.pin)" }.joined(separator: ", ")

    /// The tips that its customers choose from.
    public static let tips = TippingRules(
        .eur, fixedAmounts: [50, 100, 200], percentages: [5, 10, 15], smartTipThreshold: 1000)

    /// Returns its catalogue: the files of docs/examples.
    public static func catalogue() throws(CatalogueImportError) -> Catalogue {
        try Catalogue(json5: Array(shop.utf8)).adding(csv: Array(products.utf8))
    }

    /// Returns the people who may sign in; their hashes are cheap, since the PINs are known anyway.
    public static func people() throws(CryptoError) -> [Cashier] {
        var people: [Cashier] = []
        for person in pins {
            let salt = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
            let cost = Scrypt.Cost(logarithm: 8, blockSize: 8, parallelism: 1) ?? .interactive
            let pin = try PINHash(SecretBytes(utf8: person.pin), salt: salt, cost: cost)
            people.append(Cashier(id: person.id, name: person.name, role: person.role, pin: pin))
        }
        return people
    }

    static let shop = """
        // A small shop: its currency, taxes and departments. The products are in products.csv; they could as well be listed here.
        {
          currency: 'EUR',
          taxes: [
            {name: 'A', rate: '19', included: true},
            {name: 'B', rate: '7', included: true},
          ],
          departments: [
            {name: 'Bakery', tax: 'B'},
            {name: 'Produce', tax: 'B'},
            {name: 'Dairy', tax: 'B'},
            {name: 'Grocery', tax: 'B'},
            {name: 'Drinks', tax: 'A'},
            {name: 'Household', tax: 'A'},
            {name: 'Stationery', tax: 'A'},
            {name: 'Books', tax: 'B'},
          ],
          products: [
            {code: 'BAG', plu: '90', name: 'Paper bag', department: 'Household', price: '0.20'},
          ],
        }
        """

    static let products = """
        code,plu,name,department,price,tax
        4006381333931,60,"Pencil, HB",Stationery,1.49,
        2000000000015,1,Bread roll,Bakery,0.50,
        2000000000022,2,Pretzel,Bakery,0.95,
        2000000000039,3,"Rye bread, 750 g",Bakery,3.80,
        2000000000046,4,Croissant,Bakery,1.60,
        ,10,"Bananas, kg",Produce,1.99,
        ,11,"Apples, kg",Produce,2.79,
        ,12,"Tomatoes, kg",Produce,3.49,
        2000000000138,13,Lettuce,Produce,1.29,
        2000000000206,,"Milk, 1 l",Dairy,1.19,
        2000000000213,,"Butter, 250 g",Dairy,2.29,
        2000000000220,,"Yoghurt, plain",Dairy,0.69,
        2000000000237,,"Gouda, 200 g",Dairy,2.49,
        2000000000244,,"Eggs, 10",Dairy,2.99,
        2000000000305,,"Spaghetti, 500 g",Grocery,0.99,
        2000000000312,,"Coffee, 500 g",Grocery,6.49,
        2000000000329,,"Chocolate, dark",Grocery,1.79,
        2000000000336,,"Honey, 250 g",Grocery,4.95,
        2000000000404,,"Water, 0.75 l",Drinks,0.89,
        2000000000411,,"Orange juice, 1 l",Drinks,2.19,
        2000000000428,,"Lemonade, 0.33 l",Drinks,1.35,
        2000000000435,,"Milk drink, 0.5 l",Drinks,1.95,B
        2000000000503,,Washing-up liquid,Household,1.85,
        2000000000510,,"Candles, 4",Household,3.20,
        2000000000619,,"Note book, A5",Stationery,2.95,
        ,70,Second-hand book,Books,open,
        """
}
