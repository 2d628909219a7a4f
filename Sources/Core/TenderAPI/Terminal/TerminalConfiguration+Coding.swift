import TenderModel

extension TerminalConfiguration: Codable {
    /// A member of the object, of which some are named after models and currencies.
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    private struct Switch: Codable { var enabled: Bool }

    private struct Screen: Codable { var splashscreen: String? }

    private struct Tips: Codable {
        var fixedAmounts: [Int64]?
        var percentages: [Int]?
        var smartTipThreshold: Int64?

        enum CodingKeys: String, CodingKey {
            case percentages
            case fixedAmounts = "fixed_amounts"
            case smartTipThreshold = "smart_tip_threshold"
        }
    }

    private typealias Members = KeyedDecodingContainer<Name>

    /// Reads the API's object; throws `DecodingError` for a missing or impossible member.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Name.self)
        self.init(
            id: try members.decode(String.self, forKey: Name("id")),
            name: try members.decodeIfPresent(String.self, forKey: Name("name")),
            isAccountDefault: try members.decodeIfPresent(Bool.self, forKey: Name("is_account_default")) ?? false,
            tipping: try Self.tipping(members),
            offlineEnabled: try members.decodeIfPresent(Switch.self, forKey: Name("offline"))?.enabled,
            cellularEnabled: try members.decodeIfPresent(Switch.self, forKey: Name("cellular"))?.enabled,
            rebootWindow: try members.decodeIfPresent(RebootWindow.self, forKey: Name("reboot_window")),
            wifiSSID: try Self.ssid(members),
            livemode: try members.decodeIfPresent(Bool.self, forKey: Name("livemode")) ?? false)
        for model in TerminalReaderModel.known {
            let screen = try members.decodeIfPresent(Screen.self, forKey: Name(model.rawValue))
            splashScreens[model] = screen?.splashscreen
        }
    }

    private static func tipping(_ members: Members) throws -> [Currency: TippingOptions]? {
        let forms = try members.decodeIfPresent([String: Tips?].self, forKey: Name("tipping"))
        guard let forms else { return nil }
        var tipping: [Currency: TippingOptions] = [:]
        for (code, form) in forms {
            guard let form else { continue }
            guard let currency = Currency(code) else { throw corrupt(members, "unknown currency '\(code)'") }
            do throws(AmountError) {
                tipping[currency] = try options(form, currency)
            } catch {
                throw corrupt(members, error.description)
            }
        }
        return tipping
    }

    private static func corrupt(_ members: Members, _ reason: String) -> DecodingError {
        .dataCorruptedError(forKey: Name("tipping"), in: members, debugDescription: reason)
    }

    private static func options(_ form: Tips, _ currency: Currency) throws(AmountError) -> TippingOptions {
        var options = TippingOptions(percentages: form.percentages ?? [])
        for units in form.fixedAmounts ?? [] {
            options.fixedAmounts.append(try Amount(gatewayUnits: units, currency: currency))
        }
        if let units = form.smartTipThreshold {
            options.smartTipThreshold = try Amount(gatewayUnits: units, currency: currency)
        }
        return options
    }

    private static func ssid(_ members: Members) throws -> String? {
        guard members.contains(Name("wifi")), try !members.decodeNil(forKey: Name("wifi")) else { return nil }
        let wifi = try members.nestedContainer(keyedBy: Name.self, forKey: Name("wifi"))
        let type = Name(try wifi.decode(String.self, forKey: Name("type")))
        guard wifi.contains(type), try !wifi.decodeNil(forKey: type) else { return nil }
        return try wifi.nestedContainer(keyedBy: Name.self, forKey: type)
            .decodeIfPresent(String.self, forKey: Name("ssid"))
    }

    /// Writes the API's object, without what only a reader needs to know of the network.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Name.self)
        try members.encode(id, forKey: Name("id"))
        try members.encode("terminal.configuration", forKey: Name("object"))
        try members.encodeIfPresent(name, forKey: Name("name"))
        try members.encode(isAccountDefault, forKey: Name("is_account_default"))
        try members.encode(livemode, forKey: Name("livemode"))
        try members.encodeIfPresent(offlineEnabled.map { Switch(enabled: $0) }, forKey: Name("offline"))
        try members.encodeIfPresent(cellularEnabled.map { Switch(enabled: $0) }, forKey: Name("cellular"))
        try members.encodeIfPresent(rebootWindow, forKey: Name("reboot_window"))
        for (model, file) in splashScreens {
            try members.encode(Screen(splashscreen: file), forKey: Name(model.rawValue))
        }
        if let tipping {
            var written = members.nestedContainer(keyedBy: Name.self, forKey: Name("tipping"))
            for (currency, options) in tipping {
                let form = Tips(
                    fixedAmounts: try options.fixedAmounts.map { try $0.gatewayUnits() },
                    percentages: options.percentages,
                    smartTipThreshold: try options.smartTipThreshold?.gatewayUnits())
                try written.encode(form, forKey: Name(currency.code))
            }
        }
        guard let wifiSSID else { return }
        var wifi = members.nestedContainer(keyedBy: Name.self, forKey: Name("wifi"))
        try wifi.encode("personal_psk", forKey: Name("type"))
        try wifi.encode(["ssid": wifiSSID], forKey: Name("personal_psk"))
    }
}
