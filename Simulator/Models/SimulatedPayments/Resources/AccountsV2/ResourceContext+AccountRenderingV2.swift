extension ResourceContext {
    /// Returns an account as v2 of the API shows it.
    ///
    /// - Parameter included: The requested parts; all others that can be requested are null.
    func json2(_ account: Document, including included: Set<String>) -> JSONValue {
        let first = json(account: account)
        let all = TwinPath.v2(first, by: TwinPath.account)
        let parts: [(String, () -> JSONValue)] = [
            ("configuration", { configuration(of: account, all, included) }),
            ("defaults", { defaults(of: account, all) }),
            ("identity", { identity(of: account, all) }), ("requirements", { requirements2(of: account) }),
            ("future_requirements", { ["entries": [], "minimum_transition_date": nil, "summary": nil] }),
        ]
        var members: [String: JSONValue] = [
            "applied_configurations": .array(appliedConfigurations(of: account).sorted().map(JSONValue.string)),
            "closed": .bool(account.hidden["isClosed"] == true),
            "contact_email": all["contact_email"] ?? .null,
            "contact_phone": account.hidden["contact_phone"] ?? .null,
            "created": .string(Timestamp(account.created).text),
            "dashboard": first.at("controller.stripe_dashboard.type") ?? .null,
            "display_name": all["display_name"] ?? .null, "id": .string(account.id), "livemode": false,
            "metadata": account["metadata"] ?? [:], "object": "v2.core.account",
        ]
        for (name, part) in parts {
            let isShown = included.contains { $0 == name || $0.hasPrefix(name + ".") }
            members[name] = isShown ? part() : JSONValue.null
        }
        return .object(members)
    }

    private func configuration(of account: Document, _ all: JSONValue, _ included: Set<String>) -> JSONValue {
        let applied = appliedConfigurations(of: account)
        func shown(_ name: String, _ content: @autoclosure () -> [String: JSONValue]) -> JSONValue {
            guard applied.contains(name), included.contains("configuration." + name) else { return .null }
            return .object(content().merging(["applied": true]) { $1 })
        }
        return [
            "customer": shown("customer", ["capabilities": nil, "shipping": nil, "test_clock": nil]),
            "merchant": shown("merchant", merchant(account, all)),
            "recipient": shown("recipient", ["capabilities": capabilities2("recipient", of: account)]),
        ]
    }

    private func merchant(_ account: Document, _ all: JSONValue) -> [String: JSONValue] {
        var members = all.at("configuration.merchant")?.members ?? [:]
        for name in ["branding", "statement_descriptor", "support"] {
            members[name] = members[name]?.withoutEmptyHashes
        }
        members["support"] = members["support"]?.setting(
            "address", to: members["support"]?["address"]?.withoutEmptyHashes ?? .null)
        if all.at("configuration.merchant.support")?.withoutEmptyHashes == .null { members["support"] = .null }
        members["capabilities"] = capabilities2("merchant", of: account)
        return members
    }

    /// Returns the requested capabilities of a configuration, with their states.
    private func capabilities2(_ configuration: String, of account: Document) -> JSONValue {
        let requirements = requirements(of: account)
        let requested = account.requestedCapabilities.map(\.name)
        var result: JSONValue = [:]
        for path in TwinPath.capabilities where requested.contains(path.v1) && path.v2.hasPrefix(configuration + ".") {
            let name = String(path.v2.dropFirst(configuration.count + 1))
            result = result.setting(name, to: Self.state(status(of: path.v1, account, requirements), account))
        }
        guard result != [:] else { return result }
        let canBePaid = json(account: account)["payouts_enabled"] == true
        return result.setting("stripe_balance.payouts", to: Self.state(canBePaid ? "active" : "inactive", account))
    }

    private static func state(_ status: String, _ account: Document) -> JSONValue {
        guard status != "active" else { return ["status": "active", "status_details": []] }
        guard account.hidden["rejected"] == nil else {
            return [
                "status": "rejected", "status_details": [["code": "rejected_other", "resolution": "contact_stripe"]],
            ]
        }
        return [
            "status": "restricted",
            "status_details": [["code": "requirements_past_due", "resolution": "provide_info"]],
        ]
    }

    private func defaults(of account: Document, _ all: JSONValue) -> JSONValue {
        let controller = account["controller"]
        let fees = controller?.at("fees.payer") ?? .null
        return [
            "currency": all.at("defaults.currency") ?? .null, "locales": account.hidden["locales"] ?? .null,
            "profile": all.at("defaults.profile") ?? .null,
            "responsibilities": [
                "fees_collector": fees == "account" ? "stripe" : fees,
                "losses_collector": controller?.at("losses.payments") ?? .null,
                "requirements_collector": controller?["requirement_collection"] ?? "stripe",
            ],
        ]
    }

    private func identity(of account: Document, _ all: JSONValue) -> JSONValue {
        let business = all.at("identity.business_details")?.withoutEmptyHashes ?? .null
        let numbers = account.hidden["id_numbers"] ?? Self.numbers(ofCompany: account)
        let person = persons(of: account.id).first(where: \.isRepresentative)
        let isPerson = account["business_type"] == "individual"
        let isCompany = business != .null || numbers != []
        let details = all.at("identity.business_details")?.setting(
            "address", to: all.at("identity.business_details.address")?.withoutEmptyHashes ?? .null)
        return [
            "attestations": attestations(of: account, all),
            "business_details": isCompany ? details?.setting("id_numbers", to: numbers) ?? .null : JSONValue.null,
            "country": all.at("identity.country") ?? .null, "entity_type": all.at("identity.entity_type") ?? .null,
            "individual": isPerson ? person.map { identity2(of: $0) } ?? .null : JSONValue.null,
        ]
    }

    /// Returns the number of a company that only v1 received, which does not say its kind.
    private static func numbers(ofCompany account: Document) -> JSONValue {
        account["company"]?["tax_id_provided"] == true && account["country"] == "US" ? [["type": "us_ein"]] : []
    }

    private func attestations(of account: Document, _ all: JSONValue) -> JSONValue {
        guard let time = account["tos_acceptance"]?["date"]?.number else { return .null }
        let terms = all.at("identity.attestations.terms_of_service.account") ?? [:]
        return ["terms_of_service": ["account": terms.setting("date", to: .string(Timestamp(time).text))]]
    }

    /// Returns the requirements, each with the capabilities that wait for it.
    private func requirements2(of account: Document) -> JSONValue {
        let requirements = requirements(of: account)
        let requested = TwinPath.capabilities.filter { path in
            account.requestedCapabilities.contains { $0.name == path.v1 }
        }
        let due = requested.map { (path: $0, names: requirements.due(for: $0.v1)) }
        let person = requirements.persons.first { $0.isRepresentative }
        let entries = Set(due.flatMap(\.names)).sorted().map { name in
            Self.entry(name, of: due.filter { $0.names.contains(name) }.map(\.path), person)
        }
        return [
            "entries": .array(entries),
            "summary": entries.isEmpty
                ? JSONValue.null : ["minimum_deadline": ["status": "past_due", "time": nil]],
        ]
    }

    private static func entry(_ name: String, of capabilities: [TwinPath], _ person: Document?) -> JSONValue {
        let restricted = capabilities.map { path -> JSONValue in
            let parts = path.v2.split(separator: ".", maxSplits: 1).map(String.init)
            return [
                "capability": .string(parts[1]), "configuration": .string(parts[0]), "deadline": ["status": "past_due"],
            ]
        }
        let isOfPerson = name.hasPrefix("individual.") || name.hasPrefix("representative.")
        let reference = person.flatMap { person -> JSONValue? in
            isOfPerson ? ["inquiry": nil, "resource": .string(person.id), "type": "person"] : nil
        }
        return [
            "awaiting_action_from": "user", "description": .string(TwinPath.v2(requirement: name)), "errors": [],
            "impact": ["restricts_capabilities": .array(restricted)], "minimum_deadline": ["status": "past_due"],
            "reference": reference ?? .null, "requested_reasons": [["code": "routine_onboarding"]],
        ]
    }
}
