import SimulatedPayments

/// Passes a person's answers to the API: the account itself holds them, from page to page.
extension SetupAnswers {
    /// - Returns: The same answers, with the API's refusals.
    func saved(
        to account: SetupAccount, of visitor: LinkVisitor, _ visit: PageVisit, _ payments: inout SimulatedPayments
    ) -> SetupAnswers {
        let (path, group) = target(account)
        let form =
            fixed(account, group)
            + fields.compactMap { field in
                let text = texts[field.name] ?? ""
                guard !text.isEmpty || (field.isOptional && !field.isSecret) else { return nil }
                return (name: field.parameter(in: group), value: text)
            }
        let answer = visit.ask("POST", path, form, for: visitor.platform, of: &payments)
        guard answer.status != 200 else { return self }
        var refused = self
        refused.note(answer.json["error"])
        return refused
    }

    /// Returns the endpoint for the answers, and the hash that contains them.
    private func target(_ account: SetupAccount) -> (path: String, group: String) {
        let path = "/v1/accounts/\(account.id)"
        switch step {
        case .kind, .review: return (path, "")
        case .business: return (path, "business_profile")
        case .company: return (path, "company")
        case .bank: return (path, "external_account")
        case .person, .address:
            guard !account.isIndividual else { return (path, "individual") }
            let id = account.person?["id"]?.text
            return (path + "/persons" + (id.map { "/" + $0 } ?? ""), "")
        }
    }

    /// Returns the parameters that go with the answers unasked.
    private func fixed(_ account: SetupAccount, _ group: String) -> [(name: String, value: String)] {
        let country = account.json["country"]?.text ?? "US"
        switch step {
        case .bank:
            return [
                ("external_account[object]", "bank_account"), ("external_account[country]", country),
                ("external_account[currency]", account.json["default_currency"]?.text ?? "usd"),
            ]
        case .person, .address:
            let place = step == .address ? [(SetupField.country.parameter(in: group), country)] : []
            let isKnown = account.isIndividual || account.person != nil
            return place + (isKnown ? [] : [("relationship[representative]", "true")])
        case .company: return [(SetupField.country.parameter(in: group), country)]
        case .kind, .business, .review: return []
        }
    }
}
