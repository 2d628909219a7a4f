import TenderModel

/// What a reader asks its customer to add, from the terminal configuration of its location.
enum ReaderTipping {
    /// Nothing says whether it asks: it takes any tip.
    case unconfigured
    /// It does not ask.
    case silent
    /// It shows these choices, and takes any other tip.
    case asking(TippingConfiguration)
}

extension ResourceContext {
    /// Returns what a reader asks its customer to add to a payment.
    func tipping(at reader: Document, _ action: ReaderAction, _ intent: IntentRow) -> ReaderTipping {
        guard !action.skipsTipping, action.eligibleAmount != 0 else { return .silent }
        let configurations = configurations(of: reader)
        guard !configurations.isEmpty else { return .unconfigured }
        let tips = configurations.lazy.compactMap { $0["tipping"] }.first
        guard let amount = try? Amount(gatewayUnits: intent.amount - intent.tip, currency: intent.currency),
            let rules = TippingRules(tips?[intent.currency.code], intent.currency)
        else { return .silent }
        let eligible = action.eligibleAmount.flatMap { try? Amount(gatewayUnits: $0, currency: intent.currency) }
        guard let asked = try? rules.configuration(for: amount, eligible: eligible) else { return .silent }
        return .asking(asked)
    }

    /// Returns the configurations that apply to a reader: its location's, then the account's default.
    private func configurations(of reader: Document) -> [Document] {
        let location = reader["location"]?.text.flatMap { documents[$0] }
        let own = location?["configuration_overrides"]?.text.flatMap { documents[$0] }
        let base = documents.ids(of: Document.shelf("terminal.configuration", of: reader.account)).lazy
            .compactMap { documents[$0] }.first { $0["is_account_default"] == true }
        return [own, base].compactMap(\.self)
    }

    /// Checks that the part of a payment that a tip is for is a part of it.
    static func checkTipping(_ intent: IntentRow, _ action: ReaderAction) throws(APIFailure) {
        guard let eligible = action.eligibleAmount, eligible > intent.amount - intent.tip,
            let name = action.kind.configuration
        else { return }
        throw .invalid(
            "The tip-eligible amount must not be more than the amount of the payment.",
            param: "\(name)[tipping][amount_eligible]")
    }
}

extension ReaderAction {
    /// The part of the payment that a tip is for, if the command named one.
    var eligibleAmount: Int64? {
        kind.configuration.flatMap { content[$0]?["tipping"]?["amount_eligible"]?.number }
    }
}

extension TippingRules {
    /// Reads the tips of one currency from a configuration; `nil` if it has none, or one that is no amount.
    init?(_ tips: JSONValue?, _ currency: Currency) {
        guard let tips, tips != .null else { return nil }
        func list(_ name: String) -> [JSONValue] {
            if case .array(let elements)? = tips[name] { elements } else { [] }
        }
        func units(_ value: JSONValue) -> Int64? {
            value.number.flatMap { try? Amount(gatewayUnits: $0, currency: currency) }?.minorUnits
        }
        self.init(
            currency, fixedAmounts: list("fixed_amounts").compactMap(units),
            percentages: list("percentages").compactMap(\.number),
            smartTipThreshold: tips["smart_tip_threshold"].flatMap(units))
    }
}
