import CommandLineOptions
import Tender

/// What a sale's reader asks its customer to add.
enum AskedTip: Sendable {
    /// The word of the option that means the gateway's configuration.
    static let configuredWord = "configured"

    /// Any tip up to an amount.
    case upTo(Amount)
    /// The tips that the gateway is configured to offer at a location; `nil` for that of the reader.
    case configured(location: String?)

    /// Returns what a reader is told to ask for; `nil` to ask for nothing.
    ///
    /// - Throws: `CommandLineError` if no tips are configured in the currency of the sale.
    func asked(on amount: Amount, at reader: Reader, _ client: PaymentsClient?) async throws -> TippingConfiguration? {
        switch self {
        case .upTo(let maximum): return TippingConfiguration(maximum: maximum)
        case .configured(let named):
            guard let client else { return nil }
            let location = try await Self.location(named, reader, client)
            let configuration = try await client.terminalConfiguration(at: location)
            guard let options = configuration?.tipping?[amount.currency], options != TippingOptions() else {
                throw Self.missing(amount.currency, location, configuration, at: reader)
            }
            return try TippingRules(amount.currency, options).configuration(for: amount)
        }
    }

    /// Returns the location of a reader, which the gateway knows of a smart one; `nil` if it stands at none.
    private static func location(
        _ named: String?, _ reader: Reader, _ client: PaymentsClient
    ) async throws -> String? {
        guard named == nil, reader.discoveryMethod == .internet else { return named }
        return try await client.retrieveReader(reader.id).location
    }

    /// Returns what refuses a sale whose location offers no tips in its currency, with the command that sets them.
    ///
    /// - Parameters:
    ///   - configuration: What holds at the location: its own configuration, else the account's default.
    ///   - reader: The sale's reader; a smart one has the location that it was registered at.
    static func missing(
        _ currency: Currency, _ location: String?, _ configuration: TerminalConfiguration?, at reader: Reader
    ) -> CommandLineError {
        let location = location?.withoutControls
        let command = "tender terminal configuration"
        let tips = "--currency \(currency.code) --percentages 10,15,20 --gateway URL"
        let way =
            switch (configuration, location) {
            // The account's default is every other location's too.
            case (let found?, _) where location == nil || !found.isAccountDefault:
                "set them with \(command) update \(found.id.withoutControls) \(tips)"
            case (_, let location?): "set them with \(command) create --location \(location) \(tips)"
            case (_, nil) where reader.discoveryMethod == .internet:
                "register the reader at a location that does with tender terminal reader register --code CODE "
                    + "--location ID --gateway URL"
            case (_, nil):
                "name a location that does with --location ID, or set them with \(command) create --location ID \(tips)"
            }
        let mayInherit = location != nil && !(configuration?.tipping ?? [:]).isEmpty
        return CommandLineError(
            (location.map { "location \($0)" } ?? "the account's default") + " offers no tips in \(currency): \(way)"
                + (mayInherit ? " (a location's own tips replace all that it inherits, in every currency)" : "")
                + ", or give an amount, such as --ask-tip \(Amount(minorUnits: 500, currency: currency).decimal)")
    }
}

extension TippingConfiguration {
    /// The choices, for people.
    var words: String {
        choices.map { choice in "\(choice.amount)" + (choice.percentage.map { " (\($0) %)" } ?? "") }
            .joined(separator: ", ")
    }
}
