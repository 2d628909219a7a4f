import SimulatedGateway
import SimulatedPayments
import Tender
import TenderBackend
import TenderBackendServer
import TenderBytes
import TenderSale
import TenderTestSupport
import Testing

/// Customers' cards that are saved at a whole till, with what the gateway has of them.
@Suite(.timeLimit(.minutes(3))) struct SavedCardTests {
    private static let asked = "wait reader ready\nline SV zoe@x.org\nwait may the card be saved\n"

    private func faults(_ hall: SellerHall, _ texts: [String]) throws {
        hall.gateway.setFaults(try texts.map { try Fault(parsing: $0) })
    }

    /// The cards of each customer with the address, as the last digits and what was agreed.
    private func cards(_ hall: SellerHall) async throws -> [[String]] {
        var found: [[String]] = []
        for customer in try await hall.platform.listCustomers(email: "zoe@x.org").data {
            let methods = try await hall.platform.listPaymentMethods(ofCustomer: customer.id).data
            found.append(methods.map { "\($0.card?.last4 ?? "none") \($0.allowRedisplay?.rawValue ?? "none")" })
        }
        return found
    }

    /// The savings that the till's journal has as begun: by whom, for whom, and with which consent.
    private func begun(_ hall: SellerHall) async throws -> [String] {
        let journal = try await hall.journal()
        let events = ShopHistory(try await journal.shopRecords()).events
        await journal.close()
        return events.compactMap { event in
            guard case .cardSavingStarted(let customer, let consent) = event.kind else { return nil }
            return "\(event.cashier ?? "nobody") \(customer == nil ? "new" : "known") \(consent.rawValue)"
        }
    }

    @Test func aCardIsSavedAsItsCustomerAgreed() async throws {
        let hall = try await SellerHall()
        try await hall.play(
            """
            wait Next customer
            \(Self.asked)wait a new customer
            line 3
            wait may the card be saved
            line 1
            wait waiting for a card
            wait no card is saved
            key t
            wait SAVED: Visa **** 4242
            wait zoe@x.org
            key enter
            \(Self.asked)gone a new customer
            line 2
            wait waiting for a card
            key t
            wait SAVED
            line 3
            line 300CA
            wait DONE
            """)
        #expect(try await cards(hall).map { $0.sorted() } == [["4242 always", "4242 limited"]])
        #expect(try await begun(hall) == ["anna new always", "anna known limited"])
        #expect(try await hall.platform.listPaymentIntents(ListQuery()).data.isEmpty)
    }

    static let stops: [(how: String, told: String)] = [
        ("key x", "CANCELED BY THE CUSTOMER: no card is saved"),
        ("key esc", "CANCELED AT THE TILL: no card is saved"),
        ("key u", "NO READER: no card is saved"),
        ("key c\nwait chargeDeclined\nkey t", "DECLINED: no card is saved"),
    ]

    @Test("Whatever stops it is told, saves nothing, and the till sells on", arguments: 0..<stops.count)
    func everyStopHasItsWords(place: Int) async throws {
        let (how, told) = Self.stops[place]
        let hall = try await SellerHall()
        try await hall.play(
            """
            wait Next customer
            \(Self.asked)line 1
            wait waiting for a card
            \(how)
            wait \(told)
            wait SV with the customer asks again
            key enter
            line 3
            line 300CA
            wait DONE
            """)
        #expect(try await cards(hall) == [[]])
    }

    @Test(arguments: ["customers.create", "setup_intents.create", "setup_intents.confirm"])
    func aLostAnswerSavesOneCardForOneCustomer(endpoint: String) async throws {
        let hall = try await SellerHall()
        try faults(hall, ["drop-answer:\(endpoint):1"])
        try await hall.play(
            "wait Next customer\n\(Self.asked)line 1\nwait waiting for a card\nkey t\nwait SAVED: Visa **** 4242")
        #expect(try await cards(hall) == [["4242 always"]])
    }

    /// A till that ends while nobody knows: the card was saved, and the answer got lost.
    private func endInDoubt(_ hall: SellerHall) async throws {
        try await hall.play(
            """
            wait Next customer
            \(Self.asked)line 2
            wait waiting for a card
            key l
            wait next answer is lost
            key t
            gone next answer is lost
            wait network is down
            """)
    }

    /// The journal says so after a restart, and whoever asks for the same again is told, once.
    @Test func whatBecameOfACardIsToldAfterARestart() async throws {
        let hall = try await SellerHall()
        try await endInDoubt(hall)
        try await hall.play(
            """
            wait Next customer
            wait 1 unresolved
            key f9
            wait card saved,
            key esc
            \(Self.asked)line 2
            wait SAVED: Visa **** 4242
            key f9
            wait Every outcome is known
            """)
        try await hall.play("wait Next customer\nkey f9\nwait Every outcome is known")
        #expect(try await cards(hall) == [["4242 limited"]])
        #expect(try await begun(hall) == ["anna new limited", "anna known limited"])
    }

    @Test func whatNobodyKnowsIsAskedForAndSeen() async throws {
        let hall = try await SellerHall()
        try await endInDoubt(hall)
        try faults(hall, ["drop-answer:setup_intents.retrieve:99", "drop-answer:setup_intents.cancel:99"])
        try await hall.play(
            """
            wait Next customer
            key f9
            wait card saved?
            show
            key enter
            wait card saved,
            line AK
            wait Every outcome is known
            """, atShow: { hall.gateway.setFaults([]) })
        #expect(try await cards(hall) == [["4242 limited"]])
    }

    /// A card that left, and never arrived: the till says so once its journal proves it, and whose it was.
    @Test func whatWasNotSavedIsToldWhenItIsProved() async throws {
        let hall = try await SellerHall()
        try await hall.play("wait Next customer")
        let zoe = try await hall.platform.createCustomer(.init(email: "zoe@x.org"), key: IdempotencyKey("zoe"))
        let wish = SetupIntentParameters(customer: zoe.id, paymentMethodTypes: [.cardPresent])
        let intent = try await hall.platform.createSetupIntent(wish, key: IdempotencyKey("setup"))
        let card = CardSetup(setupIntent: intent.id, customer: zoe.id, allowRedisplay: .limited)
        let journal = try await hall.journal()
        try await journal.append(
            JournalEntry(
                intentID: intent.id, attempt: 1, event: .setupLeaving(card, IdempotencyKey("lost"), send: 1)))
        await journal.close()
        try faults(hall, ["drop-request:setup_intents.retrieve:99", "drop-request:setup_intents.cancel:99"])
        try await hall.play(
            """
            wait Next customer
            key f9
            wait card saved?
            show
            key enter
            wait not saved after all: use SV cus_
            wait Every outcome is known
            """, atShow: { hall.gateway.setFaults([]) })
        #expect(try await cards(hall) == [[]])
    }

    /// Behind a merchant's server no till looks up customers, which is said; a known id is enough.
    @Test func behindAMerchantsServerTheIDIsTyped() async throws {
        let hall = try await SellerHall()
        let zoe = try await hall.platform.createCustomer(.init(email: "zoe@x.org"), key: IdempotencyKey("zoe"))
        let token = TillToken.make()
        let tills = hall.folder.path + "/tills.json"
        try TillsFile(path: tills).write(
            BackendTills([BackendTill(name: "counter", tokenHash: TillToken.hash(Array(token.utf8)))]))
        let server = try BackendServer(
            .init(
                apiURL: hall.gateway.url, apiKey: SecretBytes(utf8: "sk_test_hall"),
                apiVersion: PaymentsClient.apiVersion, settings: BackendSettings(), tillsFile: tills))
        try await hall.play(
            """
            wait Next customer
            wait reader ready
            line SV zoe@x.org
            wait may not look up customers
            line SV \(zoe.id)
            wait may the card be saved
            line 1
            wait waiting for a card
            key t
            wait SAVED: Visa **** 4242
            """, through: (server.url, token))
        server.stop()
        #expect(try await cards(hall) == [["4242 always"]])
    }
}
