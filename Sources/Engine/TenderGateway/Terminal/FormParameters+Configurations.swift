import TenderAPI
import TenderBytes
import TenderFlow
import TenderModel

/// The parameters of a configuration of readers, in the payments API's names.
extension FormParameters {
    /// Adds a text, or the empty one that clears the member.
    mutating func add(_ name: String, change: FieldChange<String>?) {
        if let change { add(name, change.value ?? "") }
    }

    /// Creates the parameters of a configuration.
    ///
    /// - Throws: `GatewayError` that was not sent, for an amount in another currency than its key.
    init(_ parameters: TerminalConfigurationParameters) throws(GatewayError) {
        add("name", change: parameters.name)
        for (currency, change) in parameters.tipping.sorted(by: { $0.key.code < $1.key.code }) {
            let name = "tipping[\(currency.code)]"
            guard let options = change.value else {
                add(name, "")
                continue
            }
            for (index, amount) in options.fixedAmounts.enumerated() {
                add("\(name)[fixed_amounts][\(index)]", try amount.tipUnits(in: currency))
            }
            for (index, percentage) in options.percentages.enumerated() {
                add("\(name)[percentages][\(index)]", Int64(percentage))
            }
            add("\(name)[smart_tip_threshold]", try options.smartTipThreshold?.tipUnits(in: currency))
        }
        add("offline", isEnabled: parameters.offlineEnabled)
        add("cellular", isEnabled: parameters.cellularEnabled)
        add(parameters.rebootWindow)
        if let wifi = parameters.wifi { add(wifi) }
        add("reader_security[admin_menu_passcode]", parameters.adminPasscode?.text)
        for (model, change) in parameters.splashScreens.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            add("\(model.rawValue)[splashscreen]", change: change)
        }
    }

    private mutating func add(_ name: String, isEnabled change: FieldChange<Bool>?) {
        guard let change else { return }
        guard let value = change.value else { return add(name, "") }
        add("\(name)[enabled]", value)
    }

    private mutating func add(_ change: FieldChange<TerminalConfiguration.RebootWindow>?) {
        guard let change else { return }
        guard let window = change.value else { return add("reboot_window", "") }
        add("reboot_window[start_hour]", Int64(window.startHour))
        add("reboot_window[end_hour]", Int64(window.endHour))
    }

    private mutating func add(_ wifi: TerminalConfigurationParameters.WiFi) {
        switch wifi {
        case .personal(let ssid, let password):
            add("wifi[type]", "personal_psk")
            add("wifi[personal_psk][ssid]", ssid)
            add("wifi[personal_psk][password]", password.text)
        case .enterprise(let ssid, let username, let password, let authority):
            add("wifi[type]", "enterprise_eap_peap")
            add("wifi[enterprise_eap_peap][ssid]", ssid)
            add("wifi[enterprise_eap_peap][username]", username)
            add("wifi[enterprise_eap_peap][password]", password.text)
            add("wifi[enterprise_eap_peap][ca_certificate_file]", authority)
        case .certificate(let ssid, let certificate, let key, let password, let authority):
            add("wifi[type]", "enterprise_eap_tls")
            add("wifi[enterprise_eap_tls][ssid]", ssid)
            add("wifi[enterprise_eap_tls][client_certificate_file]", certificate)
            add("wifi[enterprise_eap_tls][private_key_file]", key)
            add("wifi[enterprise_eap_tls][private_key_file_password]", password?.text)
            add("wifi[enterprise_eap_tls][ca_certificate_file]", authority)
        }
    }
}

extension TerminalConfigurationParameters {
    /// The texts that must not appear in a message.
    var secrets: [String?] {
        let password =
            switch wifi {
            case .personal(_, let password), .enterprise(_, _, let password, _): password.text
            case .certificate(_, _, _, let password, _): password?.text
            case nil: String?.none
            }
        return [password, adminPasscode?.text]
    }
}

extension SecretBytes {
    /// The bytes as the text that a form takes.
    fileprivate var text: String { withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
}

extension Amount {
    /// Returns the integer of a tip, which may be zero.
    fileprivate func tipUnits(in expected: Currency) throws(GatewayError) -> Int64 {
        guard currency == expected else {
            throw .notSent(
                .invalidCurrency,
                "tips for payments in \(expected.code) are in \(expected.code), not in \(currency.code)")
        }
        return try shareUnits()
    }
}
