import Foundation
import HTTPTestServer
import TenderAPI
import TenderBytes
import TenderCrypto
import TenderFlow
import TenderGateway
import TenderModel
import Testing

/// What each call of version 2 of the API sends, and which answers it takes.
@Suite(.timeLimit(.minutes(1))) struct CoreCallTests {
    typealias Call = APICall

    private static let created = #""created":"2027-01-15T08:00:00.000Z","updated":"2027-01-15T08:00:01Z""#
    private static let account =
        #"{"id":"acct_1","object":"v2.core.account","applied_configurations":["merchant"],"closed":true,\#(created)}"#
    private static let person =
        #"{"id":"person_1","object":"v2.core.account_person","account":"acct_1",\#(created)}"#
    private static let link = """
        {"object":"v2.core.account_link","account":"acct_1",\(created),"expires_at":"2027-01-15T08:05:00.000Z",\
        "url":"https://x.example"}
        """
    private static let list = #"{"data":[],"next_page_url":null,"previous_page_url":null}"#
    private static let related =
        #"{"id":"acct_1","type":"v2.core.account","url":"/v2/core/accounts/acct_1"}"#
    private static let event = """
        {"id":"evt_1","object":"v2.core.event","type":"v2.core.account.created",\(created),"livemode":false,\
        "context":null,"reason":{"type":"request","request":{"id":"req_1","idempotency_key":"k"}},\
        "related_object":\(related)}
        """
    private static let destination = """
        {"id":"ed_1","object":"v2.core.event_destination","name":"mine","type":"webhook_endpoint","description":"",\
        "enabled_events":["*"],"status":"enabled","status_details":null,\(created),\
        "webhook_endpoint":{"url":"https://a.example","signing_secret":"whsec_1"}}
        """

    static let accounts = [
        Call(
            name: "create", answer: account,
            sent: #"POST /v2/core/accounts {"configuration":{"merchant":{"capabilities":{"card_payments":"#
                + #"{"requested":true}},"mcc":"5734"},"recipient":{"capabilities":{"stripe_balance":"#
                + #"{"stripe_transfers":{"requested":true}}}}},"contact_email":"a@b.example","dashboard":"none","#
                + #""defaults":{"currency":"usd","locales":["en"],"responsibilities":{"fees_collector":"stripe","#
                + #""losses_collector":"application"}},"identity":{"attestations":{"terms_of_service":{"account":"#
                + #"{"date":"2027-01-15T08:00:00Z","ip":"8.8.8.8"}}},"country":"US","entity_type":"company","#
                + #""individual":{"address":{"city":"X"},"date_of_birth":{"day":1,"month":2,"year":1901},"#
                + #""given_name":"Ann","id_numbers":[{"type":"us_ssn","value":"000000000"}],"#
                + #""nationalities":["US"],"relationship":{"owner":true,"percent_ownership":"25"}}},"#
                + #""include":["defaults","identity"],"metadata":{"a":"1"}}"#
        ) { client throws(GatewayError) in
            let person = CorePersonParameters(
                givenName: "Ann", address: Address(city: "X"), birth: .init(year: 1901, month: 2, day: 1),
                idNumbers: [CoreIDNumber("us_ssn", "000000000")], nationalities: ["US"],
                relationship: .init(owner: true, percentOwnership: "25"))
            let parameters = CoreAccountParameters(
                contactEmail: "a@b.example", dashboard: "none",
                defaults: CoreDefaults(
                    currency: .usd, locales: ["en"],
                    responsibilities: .init(feesCollector: "stripe", lossesCollector: "application")),
                country: "US", entityType: "company", individual: person,
                termsAcceptance: TermsAcceptance(date: 1_800_000_000, ip: "8.8.8.8"),
                merchant: CoreMerchantProfile(merchantCategory: "5734"),
                merchantCapabilities: ["card_payments": true],
                recipientCapabilities: ["stripe_balance.stripe_transfers": true], metadata: ["a": "1"])
            _ = try await client.createCoreAccount(parameters, including: [.identity, .defaults], key: Fixture.key)
        },
        Call(
            name: "read", answer: account,
            sent: "GET /v2/core/accounts/acct_1?include[0]=configuration.merchant&include[1]=requirements "
        ) { client throws(GatewayError) in
            _ = try await client.retrieveCoreAccount("acct_1", including: [.requirements, .merchant])
        },
        Call(
            name: "list", answer: list,
            sent: "GET /v2/core/accounts?applied_configurations[0]=merchant&closed=true&limit=5&page=after_acct_2 "
        ) { client throws(GatewayError) in
            _ = try await client.listCoreAccounts(
                configurations: [.merchant], isClosed: true, limit: 5, page: "after_acct_2")
        },
        Call(
            name: "change", answer: account,
            sent: #"POST /v2/core/accounts/acct_1 {"configuration":{"customer":{},"merchant":{"applied":false,"#
                + #""branding":{"icon":"file_1"},"card_payments":{"decline_on":{"avs_failure":true}},"#
                + #""statement_descriptor":{"prefix":"X"},"support":{"address":{"city":"X"},"url":"https://h.example"}}},"#
                + #""contact_email":null,"contact_phone":"555","defaults":{"profile":{"doing_business_as":"Prints"}},"#
                + #""display_name":"New","identity":{"business_details":{"estimated_worker_count":2,"#
                + #""id_numbers":[{"type":"us_ein","value":"111111111"}],"registered_name":"Prints"}},"#
                + #""metadata":{"a":null}}"#
        ) { client throws(GatewayError) in
            let merchant = CoreMerchantProfile(
                statement: .init(prefix: "X"), support: .init(address: Address(city: "X"), url: "https://h.example"),
                branding: .init(icon: "file_1"), declineRules: .init(addressFailure: true))
            let parameters = CoreAccountParameters(
                contactEmail: "", contactPhone: "555", displayName: "New",
                defaults: CoreDefaults(profile: .init(doingBusinessAs: "Prints")),
                businessDetails: CoreBusinessDetails(
                    registeredName: "Prints", idNumbers: [CoreIDNumber("us_ein", "111111111")],
                    estimatedWorkerCount: 2),
                configurations: [.customer: true, .merchant: false], merchant: merchant, metadata: ["a": ""])
            _ = try await client.updateCoreAccount("acct_1", parameters, key: Fixture.key)
        },
        Call(
            name: "close", answer: account,
            sent: #"POST /v2/core/accounts/acct_1/close {"applied_configurations":["merchant","recipient"]}"#
        ) { client throws(GatewayError) in
            _ = try await client.closeCoreAccount(
                "acct_1", configurations: [.merchant, .recipient], key: Fixture.key)
        },
        Call(
            name: "link", answer: link,
            sent: #"POST /v2/core/account_links {"account":"acct_1","use_case":{"account_update":{"configurations":"#
                + #"["merchant"],"refresh_url":"https://a.example","return_url":"https://b.example"},"#
                + #""type":"account_update"}}"#
        ) { client throws(GatewayError) in
            _ = try await client.createCoreAccountLink(
                "acct_1", type: "account_update", configurations: [.merchant], refreshURL: "https://a.example",
                returnURL: "https://b.example", key: Fixture.key)
        },
        Call(
            name: "add a person", answer: person,
            sent: #"POST /v2/core/accounts/acct_1/persons {"relationship":{"title":null},"surname":"Lee"}"#
        ) { client throws(GatewayError) in
            let parameters = CorePersonParameters(surname: "Lee", relationship: .init(title: ""))
            _ = try await client.createCorePerson(of: "acct_1", parameters, key: Fixture.key)
        },
        Call(name: "list persons", answer: list, sent: "GET /v2/core/accounts/acct_1/persons?limit=10 ") {
            client throws(GatewayError) in _ = try await client.listCorePersons(of: "acct_1")
        },
        Call(name: "read a person", answer: person, sent: "GET /v2/core/accounts/acct_1/persons/person_1 ") {
            client throws(GatewayError) in _ = try await client.retrieveCorePerson("person_1", of: "acct_1")
        },
        Call(
            name: "change a person", answer: person,
            sent: #"POST /v2/core/accounts/acct_1/persons/person_1 {"email":null,"phone":"555"}"#
        ) { client throws(GatewayError) in
            let parameters = CorePersonParameters(email: "", phone: "555")
            _ = try await client.updateCorePerson("person_1", of: "acct_1", parameters, key: Fixture.key)
        },
        Call(name: "remove a person", answer: person, sent: "DELETE /v2/core/accounts/acct_1/persons/person_1 ") {
            client throws(GatewayError) in try await client.deleteCorePerson("person_1", of: "acct_1")
        },
    ]

    private static let secret = "webhook_endpoint.signing_secret"
    private static let url = "webhook_endpoint.url"

    static let events = [
        Call(name: "read an event", answer: event, sent: "GET /v2/core/events/evt_1 ") {
            client throws(GatewayError) in _ = try await client.retrieveThinEvent("evt_1")
        },
        Call(
            name: "list events", answer: list,
            sent: "GET /v2/core/events?types[0]=a&types[1]=b&object_id=acct_1&created[gte]=2027-01-15T08:00:00Z&"
                + "created[lte]=2027-01-15T08:00:01Z&limit=10 "
        ) { client throws(GatewayError) in
            _ = try await client.listThinEvents(
                types: ["a", "b"], object: "acct_1", createdFrom: 1_800_000_000, createdTo: 1_800_000_001)
        },
        Call(name: "read its object", answer: account, sent: "GET /v2/core/accounts/acct_1 ") {
            client throws(GatewayError) in
            _ = try await client.retrieveRelatedObject(of: thin("/v2/core/accounts/acct_1"), as: CoreAccount.self)
        },
        Call(
            name: "create a destination", answer: destination,
            sent: #"POST /v2/core/event_destinations {"description":"d","enabled_events":["*"],"event_payload":"thin","#
                + #""events_from":["@self","@accounts"],"include":["\#(secret)","\#(url)"],"metadata":{"a":"1"},"name":"mine","type":"webhook_endpoint","#
                + #""webhook_endpoint":{"url":"https://a.example"}}"#
        ) { client throws(GatewayError) in
            let made = try await client.createEventDestination(
                "mine", url: "https://a.example", events: ["*"], from: ["@self", "@accounts"], description: "d",
                metadata: ["a": "1"], key: Fixture.key)
            guard made.secret == SecretBytes(utf8: "whsec_1") else {
                throw GatewayError(.apiError, fate: .unknown, message: "another secret")
            }
        },
        Call(
            name: "list destinations", answer: list,
            sent: "GET /v2/core/event_destinations?include[0]=\(url)&limit=10 "
        ) { client throws(GatewayError) in _ = try await client.listEventDestinations() },
        Call(
            name: "read a destination", answer: destination,
            sent: "GET /v2/core/event_destinations/ed_1?include[0]=\(url) "
        ) { client throws(GatewayError) in _ = try await client.retrieveEventDestination("ed_1") },
        Call(
            name: "change a destination", answer: destination,
            sent: #"POST /v2/core/event_destinations/ed_1 {"enabled_events":["a"],"include":["\#(url)"],"#
                + #""name":"ours","webhook_endpoint":{"url":"https://b.example"}}"#
        ) { client throws(GatewayError) in
            _ = try await client.updateEventDestination(
                "ed_1", name: "ours", url: "https://b.example", events: ["a"], key: Fixture.key)
        },
        Call(name: "delete a destination", answer: destination, sent: "DELETE /v2/core/event_destinations/ed_1 ") {
            client throws(GatewayError) in try await client.deleteEventDestination("ed_1")
        },
        Call(
            name: "enable a destination", answer: destination, sent: "POST /v2/core/event_destinations/ed_1/enable {}"
        ) { client throws(GatewayError) in _ = try await client.enableEventDestination("ed_1", key: Fixture.key) },
        Call(
            name: "disable a destination", answer: destination.replacing(#""enabled""#, with: #""disabled""#),
            sent: "POST /v2/core/event_destinations/ed_1/disable {}"
        ) { client throws(GatewayError) in _ = try await client.disableEventDestination("ed_1", key: Fixture.key) },
    ]

    private static var all: [Call] { accounts + events }

    private static func thin(_ url: String) -> ThinEvent {
        ThinEvent(id: "evt_1", type: "x", relatedObject: .init(id: "acct_1", type: "v2.core.account", url: url))
    }

    @Test func everyCallSendsOneRequestOfTheAPIsShape() async throws {
        var failures: [String] = []
        for call in Self.all {
            failures += try await call.failures(headers: [
                "Content-Type": call.isPost ? "application/json" : nil, "Stripe-Version": PaymentsClient.apiVersion,
            ])
        }
        #expect(failures == [])
    }

    @Test func aPublishableKeySendsNoneOfThem() async throws {
        #expect(try await Self.all.sentWithAPublishableKey() == [])
    }

    @Test func anAnswerAboutSomethingElseIsNotTaken() async throws {
        let other = Self.account.replacing("acct_1", with: "acct_2")
        let table: [(String, String, TenderError.Code)] = [
            ("read", other, .answerMismatch), ("change", other, .answerMismatch),
            ("read its object", other, .answerMismatch), ("read its object", Self.person, .responseNotUnderstood),
            ("close", Self.account.replacing("true", with: "false"), .answerMismatch),
            ("link", Self.link.replacing("acct_1", with: "acct_2"), .answerMismatch),
            ("remove a person", Self.account, .answerMismatch),
            ("remove a person", Self.person.replacing("person_1", with: "person_2"), .answerMismatch),
            ("enable a destination", Self.destination.replacing(#""enabled""#, with: #""x""#), .answerMismatch),
            ("create a destination", Self.destination.replacing(#""whsec_1""#, with: "null"), .responseNotUnderstood),
            ("read", Self.account.replacing("2027-01-15T08:00:00.000Z", with: "soon"), .responseNotUnderstood),
            ("list", #"{"data":[],"next_page_url":"/v2/core/accounts?limit=1"}"#, .responseNotUnderstood),
            ("list", #"{"object":"list"}"#, .responseNotUnderstood),
        ]
        var failures: [String] = []
        for (name, answer, code) in table {
            let call = try #require(Self.all.first { $0.name == name })
            let error = try await call.error(answer)
            if error?.code != code { failures.append("\(name): \(String(describing: error)) for \(answer)") }
        }
        #expect(failures == [])
    }

    /// A page is named by the address of the gateway, whatever else that contains.
    @Test func pagesAreAskedForByTheirNames() async throws {
        let list = """
            {"data":[\(Self.account)],"next_page_url":"/v2/core/accounts?limit=1&page=a%2Bb%3D&x=1",\
            "previous_page_url":null}
            """
        let server = try HTTPTestServer { _ in .answer(200, list) }
        let client = try server.client()
        let page = try await client.listCoreAccounts(limit: 1)
        _ = try await client.listCoreAccounts(limit: 1, page: page.nextPage)
        #expect(page.nextPage == "a+b=")
        #expect(page.data.map(\.created) == [1_800_000_000])
        #expect(server.requests.last?.target == "/v2/core/accounts?limit=1&page=a%2Bb%3D")
        let error = await gatewayError { () throws(GatewayError) in try await client.listThinEvents(limit: 101) }
        #expect(error?.fate == .notSent)
    }

    /// The address of an event's object comes from outside, and leads to the gateway alone.
    @Test func theObjectOfAnEventIsReadAtTheGatewayAlone() async throws {
        let server = try HTTPTestServer { _ in .answer(200, Self.account) }
        let client = try server.client()
        let hostile = [
            "", "/", "https://evil.example/v2/core/accounts/acct_1", "//evil.example/v2/x", "@evil.example/v2/x",
            "/v2", "/v2/", "/v3/core/accounts/acct_1", "/v2/../v1/x", "/v2/core/accounts/acct_1?a=b", "/v2/core//x",
            "/v2/core/accounts/acct_1#x", "/v2/core/a b", "/v2/core/x\r\nX: y",
        ]
        var sent: [String] = []
        for url in hostile {
            let error = await gatewayError { () throws(GatewayError) in
                try await client.retrieveRelatedObject(of: Self.thin(url), as: APIValue.self)
            }
            if error?.fate != .notSent { sent.append(url) }
        }
        let aboutNothing = ThinEvent(id: "evt_1", type: "x")
        let error = await gatewayError { () throws(GatewayError) in
            try await client.retrieveRelatedObject(of: aboutNothing, as: APIValue.self)
        }
        #expect(sent == [])
        #expect(error?.code == .invalidParameter)
        #expect(server.requests.isEmpty)
    }

    /// Numbers under which states know somebody appear in no error.
    @Test func noErrorShowsTheNumbersOfASeller() async throws {
        let message = "Not valid: 000000000, 111111111."
        let refusal = Fixture.error("invalid_request_error", message: message)
        var messages: [String?] = []
        for name in ["create", "change"] {
            let call = try #require(Self.accounts.first { $0.name == name })
            messages.append(try await call.error(refusal, status: 400)?.message)
        }
        #expect(messages == ["Not valid: ***, 111111111.", "Not valid: 000000000, ***."])
    }

    @Test func aThinDeliveryIsReadOnceItsSignatureIsVerified() throws {
        let secret = SecretBytes(utf8: "whsec_1")
        func read(_ text: String, now: Int64 = 1100) throws -> ThinEvent {
            let payload = Array(text.utf8)
            let header = WebhookSignature.sign(payload: payload, timestamp: 1000, secrets: [secret])
            return try Webhook.thinEvent(payload: payload, header: header, secret: secret, now: now)
        }
        let event = try read(Self.event)
        #expect(event.created == 1_800_000_000)
        #expect(event.relatedObject?.url == "/v2/core/accounts/acct_1")
        #expect(event.requestID == "req_1")
        #expect(event.idempotencyKey == "k")
        #expect(try JSONDecoder().decode(ThinEvent.self, from: JSONEncoder().encode(event)) == event)
        #expect(throws: WebhookError.notTrusted(.tooOld)) { try read(Self.event, now: 9999) }
        let snapshot = #"{"id":"evt_1","object":"event","type":"x","created":1,"data":{"object":{}}}"#
        let wrong = [snapshot, "", "{", "[]", Self.event.replacing("2027-01-15T08:00:00.000Z", with: "2027")]
        let taken = wrong.filter { text in
            do {
                _ = try read(text)
                return true
            } catch { if case WebhookError.notUnderstood = error { return false } else { return true } }
        }
        #expect(taken == [])
        let header = WebhookSignature.sign(payload: Array(Self.event.utf8), timestamp: 1000, secrets: [secret])
        #expect(throws: WebhookError.self) {
            try Webhook.event(payload: Array(Self.event.utf8), header: header, secret: secret, now: 1000)
        }
    }
}
