import CommandLineOptions
import Tender

/// The shared parts of the commands on configurations of smart readers.
enum ConfigurationOptions {
    static let id = Operand("ID", "id of a configuration", as: .text)
    private static let name = Option("name", "NAME", "a display name; '' removes it", as: .text)
    private static let location = Option("location", "ID", "the location whose readers use it, tml_…", as: .text)
    private static let fixedAmounts = Option("fixed-amounts", "A,B,C", "tips to choose from", as: .text)
    private static let percentages = Option("percentages", "N,N,N", "tips to choose from, in percent", as: .text)
    private static let threshold = Option(
        "smart-tip-threshold", "A",
        "the sale amount from which percentages are offered; below it, fixed amounts", as: .text)
    static let noTips = Option(flag: "no-tips", "stop offering tips in this currency")

    static let all: [any DeclaredOption] =
        [name, location, MoneyOptions.currency, fixedAmounts, percentages, threshold]
    static let notes = """
        The tips are for sales in --currency, at most \(TippingRules.maximumChoices) of a kind; for another currency, update it again.
        tender sale --ask-tip configured offers them.
        """

    /// Returns what a configuration is created with.
    static func newParameters(_ arguments: Arguments) throws -> TerminalConfigurationParameters {
        guard arguments.isGiven(fixedAmounts) || arguments.isGiven(percentages) else {
            throw CommandLineError("give the tips: --fixed-amounts 1.00,2.00 or --percentages 10,15,20, or both")
        }
        guard arguments[threshold] == nil || arguments.isGiven(fixedAmounts) && arguments.isGiven(percentages) else {
            throw lackingKinds
        }
        return try parameters(arguments)
    }

    private static let lackingKinds = CommandLineError(
        "--smart-tip-threshold chooses between the two kinds: give both --fixed-amounts and --percentages")

    /// Refuses a threshold that would be between nothing: where a configuration has not both kinds of tips after it is
    /// changed.
    static func checkThreshold(
        _ parameters: TerminalConfigurationParameters, of id: String, _ client: PaymentsClient
    ) async throws {
        for (currency, change) in parameters.tipping {
            guard case .set(let new) = change, new.smartTipThreshold != nil,
                new.fixedAmounts.isEmpty || new.percentages.isEmpty
            else { continue }
            let old = try await client.retrieveTerminalConfiguration(id).tipping?[currency] ?? TippingOptions()
            guard !new.fixedAmounts.isEmpty || !old.fixedAmounts.isEmpty,
                !new.percentages.isEmpty || !old.percentages.isEmpty
            else { throw lackingKinds }
        }
    }

    /// Returns what a configuration is changed to.
    static func parameters(_ arguments: Arguments) throws -> TerminalConfigurationParameters {
        var parameters = TerminalConfigurationParameters(name: arguments[name].map { $0.isEmpty ? .cleared : .set($0) })
        let currency = arguments[MoneyOptions.currency]
        let tips = try tips(arguments, currency)
        if arguments[noTips] {
            guard tips == TippingOptions() else {
                throw CommandLineError(
                    "--no-tips cannot be combined with --fixed-amounts, --percentages or --smart-tip-threshold")
            }
            parameters.tipping[currency] = .cleared
        } else if tips != TippingOptions() {
            parameters.tipping[currency] = .set(tips)
        } else if arguments.isGiven(MoneyOptions.currency) {
            throw CommandLineError("--currency \(currency.code) is for tips: give --fixed-amounts or --percentages")
        }
        return parameters
    }

    private static func tips(_ arguments: Arguments, _ currency: Currency) throws -> TippingOptions {
        try TippingOptions(
            fixedAmounts: list(arguments[fixedAmounts], fixedAmounts) {
                try MoneyOptions.positive($0, fixedAmounts, currency)
            },
            percentages: list(arguments[percentages], percentages) { text in
                guard let percentage = Int(text), (1...100).contains(percentage) else {
                    throw CommandLineError("--percentages takes whole numbers from 1 to 100, not '\(text)'")
                }
                return percentage
            },
            smartTipThreshold: arguments[threshold].map { try MoneyOptions.positive($0, threshold, currency) })
    }

    private static func list<Value>(
        _ text: String?, _ option: any DeclaredOption, _ read: (String) throws -> Value
    ) throws -> [Value] {
        let parts = text?.split(separator: ",", omittingEmptySubsequences: false) ?? []
        guard parts.count <= TippingRules.maximumChoices else {
            throw CommandLineError(
                "--\(option.declaration.name) takes at most \(TippingRules.maximumChoices): a reader shows no more")
        }
        return try parts.map { try read(String($0)) }
    }

    /// Returns the id of the location of `--location`, which exists, so that nothing is created in vain; `nil` without
    /// one.
    static func location(_ arguments: Arguments, _ client: PaymentsClient) async throws -> String? {
        guard let id = arguments[location] else { return nil }
        return try await client.retrieveLocation(id).id
    }

    /// Has a location use a configuration; says which one it was if that fails.
    static func assign(
        _ configuration: TerminalConfiguration, to location: String?, _ client: PaymentsClient
    ) async throws {
        guard let location else { return }
        do {
            _ = try await client.updateLocation(
                location, configuration: .set(configuration.id), key: GatewayAccess.makeKey("assign"))
        } catch {
            Output(isJSON: false).remark(
                "\(configuration.id.withoutControls) was saved, but \(location.withoutControls) does not use it yet: run "
                    + "tender terminal configuration update \(configuration.id.withoutControls) --location "
                    + "\(location.withoutControls) --gateway URL")
            throw error
        }
    }
}

extension TerminalConfiguration {
    /// One line for people.
    var line: String {
        [id, name, isAccountDefault ? "the account's default" : nil].compactMap(\.self).joined(separator: "  ")
    }

    /// What it sets, for people.
    var lines: [String?] {
        let tips = (tipping ?? [:]).sorted { $0.key.code < $1.key.code }.map {
            "  tips      \($0.key): \($0.value.words)"
        }
        return [line] + tips + [
            tips.isEmpty ? "  tips      none" : nil,
            offlineEnabled.map { "  offline   \($0 ? "allowed" : "forbidden")" },
            cellularEnabled.map { "  cellular  \($0 ? "allowed" : "forbidden")" },
            rebootWindow.map { "  reboots   between \($0.startHour):00 and \($0.endHour):00" },
            wifiSSID.map { "  wifi      \($0)" },
        ]
    }
}

extension TippingOptions {
    /// The choices, for people.
    fileprivate var words: String {
        let amounts = fixedAmounts.map { "\($0)" }.joined(separator: ", ")
        let shares = percentages.map { "\($0) %" }.joined(separator: ", ")
        guard !amounts.isEmpty || !shares.isEmpty else { return "none" }
        guard !amounts.isEmpty, !shares.isEmpty else { return amounts + shares }
        return smartTipThreshold.map { "\(amounts) below \($0), else \(shares)" } ?? shares
    }
}

extension ObjectCommand where Object == TerminalConfiguration {
    static func lines(_ configuration: TerminalConfiguration) -> [String?] { configuration.lines }
}
