extension Operation {
    private static let configurationPath = "/v1/terminal/configurations"

    static let configurations: [Operation] = [
        Operation(
            "terminal.configurations.create", .post, configurationPath, .one("terminal.configuration"), .configuration
        ) { (it, call) throws(APIFailure) in try it.createConfiguration(call) },
        Operation(
            "terminal.configurations.list", .get, configurationPath, .list("terminal.configuration"),
            .terminalList.with(["is_account_default": .boolean])
        ) { (it, call) throws(APIFailure) in try it.listConfigurations(call) },
        Operation(
            "terminal.configurations.retrieve", .get, configurationPath + "/:id", .one("terminal.configuration")
        ) { (it, call) throws(APIFailure) in
            .json(try it.findTerminalObject("configuration", call, isGoneToo: true).json)
        },
        Operation(
            "terminal.configurations.update", .post, configurationPath + "/:id", .one("terminal.configuration"),
            .configuration
        ) { (it, call) throws(APIFailure) in try it.updateConfiguration(call) },
        Operation(
            "terminal.configurations.delete", .delete, configurationPath + "/:id", .one("terminal.configuration")
        ) { (it, call) throws(APIFailure) in try it.deleteConfiguration(call) },
    ]
}

extension ParameterSpec.Members {
    private static let tippingCurrencies = [
        "aed", "aud", "cad", "chf", "czk", "dkk", "eur", "gbp", "gip", "hkd", "huf", "jpy", "mxn", "myr", "nok", "nzd",
        "pln", "ron", "sek", "sgd", "usd",
    ]

    private static let tips = ParameterSpec.hash([
        "fixed_amounts": .list(.integer(minimum: 0)), "percentages": .list(.integer(minimum: 0)),
        "smart_tip_threshold": .integer(minimum: 0),
    ])

    private static let screen = ParameterSpec.hash(["splashscreen": .text.clearable]).clearable

    private static let wifi: Self = [
        "type": .choice("enterprise_eap_peap", "enterprise_eap_tls", "personal_psk").required,
        "enterprise_eap_peap": .hash([
            "ca_certificate_file": .text, "password": .text.required, "ssid": .text.required,
            "username": .text.required,
        ]),
        "enterprise_eap_tls": .hash([
            "ca_certificate_file": .text, "client_certificate_file": .text.required,
            "private_key_file": .text.required, "private_key_file_password": .text, "ssid": .text.required,
        ]),
        "personal_psk": .hash(["password": .text.required, "ssid": .text.required]),
    ]

    fileprivate static let configuration: Self = [
        "name": .text(maximum: 100).clearable,
        "offline": .hash(["enabled": .boolean.required]).clearable,
        "cellular": .hash(["enabled": .boolean.required]).clearable,
        "reboot_window": .hash(["start_hour": .hour.required, "end_hour": .hour.required]).clearable,
        "tipping": .hash(Self(uniqueKeysWithValues: tippingCurrencies.map { ($0, tips.clearable) })).clearable,
        "wifi": .hash(wifi).clearable,
        "reader_security": .hash(["admin_menu_passcode": .text.clearable]).clearable,
        "bbpos_wisepad3": screen, "bbpos_wisepos_e": screen, "stripe_s700": screen, "stripe_s710": screen,
        "stripe_t600": screen, "verifone_m425": screen, "verifone_p400": screen, "verifone_p630": screen,
        "verifone_ux700": screen, "verifone_v660p": screen,
    ]
}

extension ParameterSpec {
    fileprivate static let hour = ParameterSpec.integer(minimum: 0)
}
