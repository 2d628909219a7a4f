import TenderModel

/// The settings for receipts, cash, people and reasons in a shop's file.
extension ShopFileNode {
    func settings(_ currency: Currency) throws(CatalogueImportError) -> ShopSettings {
        var settings = ShopSettings()
        settings.address = try texts("address") ?? []
        settings.phone = try plainText("phone")
        settings.taxNumber = try plainText("taxNumber")
        settings.footer = try texts("footer") ?? []
        if let cash = try object("cash") { try cash.readCash(into: &settings, currency) }
        if let tips = try object("tips") { settings.tips = try tips.tips(currency) }
        if let cashier = try object("roles")?.object("cashier") { settings.permissions = try cashier.permissions() }
        if let reasons = try object("reasons") { settings.reasons = try reasons.reasons() }
        return settings
    }

    private func readCash(into settings: inout ShopSettings, _ currency: Currency) throws(CatalogueImportError) {
        if let step = try amount("rounding", currency) {
            guard let rounding = CashRounding(step: step.minorUnits) else {
                throw problem("rounding", "cash cannot be rounded to that: write the smallest coin, such as '0.05'")
            }
            settings.cashRounding = rounding
        }
        settings.largestDifference = try amount("largestDifference", currency)
        guard let pieces = try texts("denominations", "a note or coin", { Self.amount($0, currency) }) else { return }
        let units = Set(pieces.map(\.minorUnits))
        guard !pieces.isEmpty, pieces.count <= 30, units.count == pieces.count, units.allSatisfy({ $0 > 0 }) else {
            throw problem("denominations", "write each note and coin once, at most 30, each worth more than nothing")
        }
        settings.denominations = pieces.sorted { $0.minorUnits > $1.minorUnits }
    }

    private func tips(_ currency: Currency) throws(CatalogueImportError) -> TippingRules {
        let amounts = try texts("amounts", "a sum", { Self.amount($0, currency) }) ?? []
        let percentages = try texts("percentages", "a whole percentage", { Int64($0) }) ?? []
        guard amounts.allSatisfy({ $0.minorUnits > 0 }), percentages.allSatisfy({ (1...100).contains($0) }) else {
            throw problem("percentages", "tips are more than nothing, and at most 100 percent: write '10'")
        }
        return TippingRules(
            currency, fixedAmounts: amounts.map(\.minorUnits), percentages: percentages,
            smartTipThreshold: try amount("threshold", currency)?.minorUnits)
    }

    private func amount(_ key: String, _ currency: Currency) throws(CatalogueImportError) -> Amount? {
        guard let text = try plainText(key) else { return nil }
        guard let amount = Self.amount(text, currency) else {
            throw problem(key, "'\(text.prefix(20))' is not a sum: write it in quotes, such as '0.05'")
        }
        return amount
    }

    private static func amount(_ text: String, _ currency: Currency) -> Amount? {
        guard let amount = try? Amount(reading: text, currency: currency), amount.minorUnits >= 0,
            SaleLimits.holds(amount.minorUnits)
        else { return nil }
        return amount
    }

    private func permissions() throws(CatalogueImportError) -> Permissions {
        let known = Permission.allCases.filter { !Permissions.alwaysManagers.contains($0) }
        let wanted = "what a cashier can be allowed: write \(known.map(\.rawValue).joined(separator: ", "))"
        let may = try texts("may", wanted) { text in known.first { $0.rawValue == text } }
        var limit = Percentage.zero
        if let text = try plainText("discountLimit") {
            guard let share = Percentage(parsing: text) else {
                throw problem(
                    "discountLimit",
                    "'\(text.prefix(20))' is not a percentage from 0 to 100: write it in quotes, such as '10'")
            }
            limit = share
        }
        return Permissions(cashier: may.map(Set.init) ?? Permissions.usual, discountLimit: limit)
    }

    /// Reads the shop's own words, or the name of a built-in reason; `other`, which asks for words, is always offered.
    private func reasons() throws(CatalogueImportError) -> [Permission: [ReasonCode]] {
        var all: [Permission: [ReasonCode]] = [:]
        for permission in Permission.allCases {
            guard let texts = try texts(permission.rawValue) else { continue }
            let codes = texts.map { ReasonCode(rawValue: $0) }.filter { $0 != .other }
            guard (1...8).contains(codes.count), Set(codes).count == codes.count,
                texts.allSatisfy({ $0.utf8.count <= 60 })
            else {
                throw problem(permission.rawValue, "write 1 to 8 reasons, each once and of at most 60 bytes")
            }
            all[permission] = codes + [.other]
        }
        return all
    }
}
