import FoundationEssentials
import SimulatedGateway
import Tender
import TenderBytes
import TenderChain
import TenderHTTP
import TenderSale
import TenderTestSupport
import Testing
import TillScreens
import TillShop

/// A hall that sells for two sellers, with a till worked by scripts, and a gateway beside it.
struct SellerHall {
    let gateway: SimulatedGateway
    let platform: PaymentsClient
    let folder = TestFolder()
    /// The sellers' accounts: Ann's fee is 12.3 %, Bob's 0.50 a piece.
    let accounts: [String]
    let currency: Currency
    /// Whose bundles the till takes; `nil` for nobody's.
    var trust: BundleTrust?

    init(currency: Currency = .usd) async throws {
        self.currency = currency
        gateway = try SimulatedGateway(configuration: .init(decidesByAmount: false))
        platform = try PaymentsClient(
            apiKey: SecretBytes(utf8: "sk_test_hall"), connection: .init(baseURL: gateway.url))
        var accounts: [String] = []
        for name in ["ann", "bob"] { accounts.append(try await Self.seller(name, platform)) }
        self.accounts = accounts
    }

    private static func seller(_ name: String, _ platform: PaymentsClient) async throws -> String {
        let holder = AccountHolder(
            firstName: name, lastName: "Lee", birth: .init(year: 1901, month: 1, day: 1),
            address: Address(
                line1: "address_full_match", city: "Columbus", state: "OH", postalCode: "43214", country: "US"),
            email: "\(name)@prints.example", phone: "0000000000", idNumber: "000000000", idNumberEnd: "0000")
        let parameters = ConnectedAccountParameters(
            type: "custom", country: "US", businessType: "individual",
            businessProfile: BusinessProfile(merchantCategory: "5734", url: "https://prints.example"),
            capabilities: ["transfers": true, "card_payments": true], individual: holder,
            bankAccount: BankAccountParameters(
                country: "US", currency: .usd, accountNumber: "000123456789", routingNumber: "110000000"),
            termsAcceptance: TermsAcceptance(date: 1_700_000_000, ip: "127.0.0.1"), payoutInterval: "manual")
        let made = try await platform.createAccount(parameters, key: IdempotencyKey("make-" + name))
        #expect(made.takesTransfers)
        return made.id
    }

    var catalogue: Catalogue {
        get throws {
            let json5 = """
                {currency: '\(currency)', taxes: [{name: 'A', rate: '0', included: true}],
                 departments: [{name: 'All', tax: 'A'}],
                 sellers: [{name: 'Ann', account: '\(accounts[0])', fee: '12.3%'},
                           {name: 'Bob', account: '\(accounts[1])', fee: '0.50'}],
                 products: [{code: '1', name: 'Print', department: 'All', price: '10.00', seller: 'Ann'},
                            {code: '2', name: 'Bowl', department: 'All', price: '20.00', seller: 'Bob'},
                            {code: '3', name: 'Coffee', department: 'All', price: '3.00'}]}
                """
            return try Catalogue(json5: Array(json5.utf8))
        }
    }

    /// Runs a script; Anna is signed in, and a shift is open.
    ///
    /// - Parameters:
    ///   - server: the merchant's server, and the till's token there; nil for the gateway itself.
    ///   - reader: the till's reader.
    ///   - atShow: what happens outside of the till each time the script says `show`.
    func play(
        _ script: String, through server: (url: String, token: String)? = nil,
        at reader: ReaderAddress = ReaderAddress(.simulated),
        atShow: @escaping @Sendable () async throws -> Void = {}
    ) async throws {
        let (shown, sink) = AsyncStream<Void>.makeStream()
        let outside = Task { for await _ in shown { try await atShow() } }
        try await run(script, server ?? (gateway.url, "sk_test_hall"), reader) { sink.yield() }
        sink.finish()
        try await outside.value
    }

    private func run(
        _ script: String, _ server: (url: String, key: String), _ reader: ReaderAddress,
        show: @escaping @Sendable () -> Void
    ) async throws {
        let catalogue = try catalogue
        let people = try DemoShop.people()
        var plan = ShopPlan(
            state: StateFolder(folder.path), people: people, float: try CashDrawer.demoFloat(catalogue.currency))
        plan.signIn = "anna"
        plan.reader = reader
        plan.gateway = .url(server.url, keyFile: try folder.write("key", server.key))
        let receipts = ReceiptContext(
            merchant: ReceiptMerchant(name: "Hall"), time: ReceiptTime(milliseconds: 0, offsetMinutes: 0),
            locale: ReceiptLocale("en"), isSimulated: true)
        let hasCustomer = plan.hasCustomer
        @Sendable func setup(_ catalogue: Catalogue, _ people: [Cashier]) -> TillSetup {
            TillSetup(
                register: RegisterSetup(
                    catalogue: catalogue, people: people.compactMap(RegisterPerson.init), lane: "T1",
                    receipts: receipts),
                shop: "Hall", language: .english, denominations: CashDrawer.denominations(of: catalogue.currency),
                hasCustomer: hasCustomer)
        }
        plan.bundles = trust.map { ShopPlan.Bundles(trust: $0) { goods, _, new in setup(goods, new ?? people) } }
        let shop = Shopkeeper(plan)
        var run = HeadlessRun(TillDriver(Till(setup(catalogue, people), size: .standard), shop)) { _ in show() }
        try await shop.open()
        do {
            try await run.run(try HeadlessScript(parsing: script), shop.events)
        } catch let failure as HeadlessRun.Failure {
            Issue.record("\(failure)\n\(failure.screen)")
        }
        await shop.close()
    }

    /// The till's journal, while no till has it open.
    func journal() async throws -> SQLiteJournal {
        let key = GatewayKey(SecretBytes(utf8: "sk_test_hall"), for: gateway.url)
        return try await SQLiteJournal(path: folder.path + "/till.journal", binding: key.binding)
    }

    /// Registers a smart reader at a location of its own.
    func registerReader() async throws -> String {
        let location = try await platform.createLocation(
            displayName: "Hall",
            address: Address(line1: "1 Main Street", city: "Columbus", state: "OH", postalCode: "43214", country: "US"),
            key: IdempotencyKey("location"))
        return try await platform.registerReader(
            code: "simulated-wpe", location: location.id, label: "Desk", key: IdempotencyKey("reader")
        ).id
    }

    /// The customer presents a card as soon as the smart reader waits for one.
    func present(_ type: PaymentMethodType = .cardPresent, at reader: String) async throws {
        while try await platform.retrieveReader(reader).action?.status != .inProgress { await Task.yield() }
        _ = try await platform.presentPaymentMethod(to: reader, type: type, key: IdempotencyKey(UUID().uuidString))
    }

    /// The customer pays on the page of the link that is open.
    func payByLink(_ card: String = "pm_card_visa", answer: Int = 200) async throws {
        let open = try await platform.listCheckoutSessions(status: .open).data
        let session = try #require(open.first)
        let told = try await HTTPClient().send(
            HTTPRequest(
                .post, url: gateway.url + "/v1/payment_pages/\(session.id)/confirm",
                headers: [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")],
                authorization: SecretBytes(utf8: "Bearer sk_test_hall"),
                body: Array("payment_method=\(card)&email=jenny@example.com".utf8)))
        try #require(told.status == answer, "\(String(decoding: told.body, as: UTF8.self))")
    }

    /// What the platform and each seller have.
    func balances() async throws -> [Int64] {
        var sums: [Int64] = []
        for client in [platform] + (try accounts.map { try platform.acting(for: $0) }) {
            let balance = try await client.retrieveBalance()
            sums.append((balance.available + balance.pending).reduce(0) { $0 + $1.amount.minorUnits })
        }
        return sums
    }
}
