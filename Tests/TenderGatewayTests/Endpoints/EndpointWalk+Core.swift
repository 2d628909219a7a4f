import TenderAPI
import TenderBytes
import TenderGateway
import TenderModel

/// The calls of version 2 of the API, and what is read back after each.
extension EndpointWalk {
    /// A seller who needs nothing but a bank account.
    static let seller = CoreAccountParameters(
        contactEmail: "jenny@seller.example", dashboard: "none", displayName: "Jenny's",
        defaults: CoreDefaults(
            locales: ["en"], profile: .init(businessURL: "https://seller.example"),
            responsibilities: .init(feesCollector: "application", lossesCollector: "application")),
        country: "US", entityType: "individual",
        individual: CorePersonParameters(
            givenName: "Jenny", surname: "Rosen", email: "jenny@seller.example", phone: "0000000000",
            address: Address(
                line1: "address_full_match", city: "Springfield", state: "IL", postalCode: "62701", country: "US"),
            birth: .init(year: 1901, month: 1, day: 1), idNumbers: [CoreIDNumber("us_ssn_last_4", "0000")]),
        termsAcceptance: TermsAcceptance(date: 1_800_000_000, ip: "8.8.8.8"),
        merchant: CoreMerchantProfile(merchantCategory: "5734", statement: .init(descriptor: "JENNY")),
        merchantCapabilities: ["card_payments": true],
        recipientCapabilities: ["stripe_balance.stripe_transfers": true])

    func coreAccounts() async throws {
        let made = try await client.createCoreAccount(Self.seller, including: [.defaults], key: key())
        guard made.created == 1_800_000_000, made.appliedConfigurations == [.merchant, .recipient],
            made.identity == nil, made.defaults?.locales == ["en"],
            made.defaults?.responsibilities?.requirementsCollector == "application"
        else { throw Missing(what: "the account") }
        let due = try await client.retrieveCoreAccount(made.id, including: [.requirements]).requirements
        guard due?.entries.map(\.description) == ["configuration.recipient.default_outbound_destination"],
            due?.minimumDeadline?.status == "past_due",
            due?.entries.first?.impact?.restrictions.isEmpty == false
        else { throw Missing(what: "what is due") }
        let bank = BankAccountParameters(
            country: "US", currency: .usd, accountNumber: "000123456789", routingNumber: "110000000")
        _ = try await client.updateAccount(made.id, ConnectedAccountParameters(bankAccount: bank), key: key())
        try await checkParts(of: made.id)
        var changes = CoreAccountParameters(
            contactEmail: "", individual: CorePersonParameters(surname: "Smith"),
            configurations: [.customer: true, .merchant: false], metadata: ["a": "1"])
        let changed = try await client.updateCoreAccount(made.id, changes, including: [.identity], key: key())
        guard changed.contactEmail == nil, changed.appliedConfigurations == [.customer, .recipient],
            changed.metadata == ["a": "1"], changed.identity?.individual?.surname == "Smith",
            changed.identity?.individual?.givenName == "Jenny"
        else { throw Missing(what: "the changes") }
        changes = CoreAccountParameters(metadata: ["a": ""])
        guard try await client.updateCoreAccount(made.id, changes, key: key()).metadata == [:] else {
            throw Missing(what: "an account without metadata")
        }
        let link = try await client.createCoreAccountLink(
            made.id, configurations: [.recipient], refreshURL: "https://shop.example/again",
            returnURL: "https://shop.example/done", key: key())
        guard link.expiresAt == link.created + 300 else { throw Missing(what: "the end of the link") }
        try await closing(made.id)
    }

    private func checkParts(of id: String) async throws {
        let all = try await client.retrieveCoreAccount(id, including: Set(CoreAccount.Part.allCases))
        let (merchant, recipient) = (all.configuration?.merchant, all.configuration?.recipient)
        guard all.configuration?.customer == nil, merchant?.applied == true,
            merchant?.capabilities?["card_payments"]?.status == .active,
            recipient?.capabilities?["stripe_balance.stripe_transfers"]?.status == .active,
            merchant?.profile.merchantCategory == "5734", merchant?.profile.statement?.descriptor == "JENNY",
            all.identity?.individual?.idNumbers == [CoreIDNumber("us_ssn_last_4")],
            all.identity?.individual?.birth == .init(year: 1901, month: 1, day: 1),
            all.identity?.termsAcceptance?.date == 1_800_000_000, all.requirements?.entries == [],
            all.futureRequirements?.minimumDeadline == nil, all.futureRequirements != nil
        else { throw Missing(what: "the parts") }
    }

    private func closing(_ id: String) async throws {
        let company = try await client.createCoreAccount(CoreAccountParameters(entityType: "company"), key: key())
        try await corePersons(of: company.id)
        let first = try await client.listCoreAccounts(limit: 1)
        let second = try await client.listCoreAccounts(limit: 1, page: first.nextPage)
        guard first.data.map(\.id) == [company.id], first.hasMore, first.previousPage == nil,
            second.data.map(\.id) == [id],
            try await client.listCoreAccounts(limit: 1, page: second.previousPage).data == first.data,
            try await client.listCoreAccounts(configurations: [.customer]).data.map(\.id) == [id]
        else { throw Missing(what: "the pages of accounts") }
        let closed = try await client.closeCoreAccount(id, configurations: [.customer, .recipient], key: key())
        guard closed.closed, try await client.listCoreAccounts(isClosed: true).data.map(\.id) == [id] else {
            throw Missing(what: "the closed account")
        }
    }

    private func corePersons(of account: String) async throws {
        let made = try await client.createCorePerson(
            of: account,
            CorePersonParameters(
                givenName: "Ada", email: "ada@shop.example", birth: .init(year: 1901, month: 1, day: 1),
                idNumbers: [CoreIDNumber("gb_nino", "000000000")], nationalities: ["GB"],
                relationship: .init(representative: true, percentOwnership: "25")), key: key())
        guard made.account == account, made.relationship?.percentOwnership == "25", made.nationalities == ["GB"],
            made.relationship?.representative == true, made.idNumbers == [CoreIDNumber("gb_nino")]
        else { throw Missing(what: "the person") }
        _ = try await client.updateCorePerson(
            made.id, of: account, CorePersonParameters(surname: "King", email: ""), key: key())
        let person = try await client.retrieveCorePerson(made.id, of: account)
        guard person.givenName == "Ada", person.surname == "King", person.email == nil,
            try await client.listCorePersons(of: account).data == [person]
        else { throw Missing(what: "the changed person") }
        try await client.deleteCorePerson(made.id, of: account)
        guard try await client.listCorePersons(of: account).data == [] else { throw Missing(what: "nobody") }
    }

    func thinEvents() async throws {
        let key = key()
        let account = try await client.createCoreAccount(CoreAccountParameters(displayName: "Thin"), key: key)
        let listed = try await client.listThinEvents(
            types: ["v2.core.account.created"], object: account.id, createdFrom: 1_800_000_000,
            createdTo: 1_800_000_000)
        guard let event = listed.data.first, listed.data.count == 1, event.idempotencyKey == key.rawValue,
            event.created == 1_800_000_000, try await client.retrieveThinEvent(event.id) == event,
            try await client.retrieveRelatedObject(of: event, as: CoreAccount.self) == account,
            try await client.listThinEvents(createdFrom: 1_800_000_001).data == []
        else { throw Missing(what: "the event") }
        try await eventDestinations()
    }

    private func eventDestinations() async throws {
        let (made, secret) = try await client.createEventDestination(
            "mine", url: "https://shop.example/thin", events: ["v2.core.account.created"], from: ["@accounts"],
            metadata: ["a": "1"], key: key())
        guard made.url == "https://shop.example/thin", made.status == .enabled, made.eventsFrom == ["@accounts"],
            secret.count > 0
        else { throw Missing(what: "the destination") }
        let changed = try await client.updateEventDestination(
            made.id, name: "ours", url: "https://shop.example/two", events: ["*"], key: key())
        let disabled = try await client.disableEventDestination(made.id, key: key())
        let enabled = try await client.enableEventDestination(made.id, key: key())
        guard changed.name == "ours", changed.url == "https://shop.example/two", changed.enabledEvents == ["*"],
            disabled.disabledReason == "user", disabled.url == nil, enabled.disabledReason == nil,
            try await client.retrieveEventDestination(made.id) == changed,
            try await client.listEventDestinations().data == [changed]
        else { throw Missing(what: "the changed destination") }
        try await client.deleteEventDestination(made.id)
        guard try await client.listEventDestinations().data == [] else { throw Missing(what: "no destination") }
    }
}
