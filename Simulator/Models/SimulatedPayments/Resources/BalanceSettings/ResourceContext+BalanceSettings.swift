extension Operation {
    static let balanceSettings: [Operation] = [
        Operation("balance_settings", .get, "/v1/balance_settings", .one(ResourceContext.balanceSettingsObject)) {
            (it, call) throws(APIFailure) in .json(it.balanceSettings(of: call.account))
        },
        Operation(
            "balance_settings.update", .post, "/v1/balance_settings", .one(ResourceContext.balanceSettingsObject),
            [
                "payments": .hash([
                    "debit_negative_balances": .boolean,
                    "payouts": .hash([
                        "schedule": .hash(.payoutSchedule), "statement_descriptor": .text(maximum: 22).clearable,
                    ]),
                    "settlement_timing": .hash(["delay_days_override": .any]),
                ])
            ]
        ) { (it, call) throws(APIFailure) in try it.updateBalanceSettings(call) },
    ]
}

/// The settings for an account's payouts: part of a connected account's settings, and a document of its own for a
/// platform.
extension ResourceContext {
    static let balanceSettingsObject = "balance_settings"

    private static func settingsID(_ account: String) -> String { "\(balanceSettingsObject)/\(account)" }

    /// A platform decides about its own payouts, until it says otherwise.
    private static let platformSettings: JSONValue = [
        "debit_negative_balances": false, "schedule": ["delay_days": 2, "interval": "manual"],
        "statement_descriptor": nil,
    ]

    /// Returns the settings in the form in which an account shows them, as `settings.payouts`.
    func payoutSettings(of account: String) -> JSONValue {
        if let document = documents[account], document.object == Self.accountObject {
            return document["settings"]?["payouts"] ?? .null
        }
        return documents[Self.settingsID(account)]?["payouts"] ?? Self.platformSettings
    }

    private mutating func setPayoutSettings(_ settings: JSONValue, of account: String, now: Int64) {
        guard var document = documents[account], document.object == Self.accountObject else {
            return put(
                Document(
                    id: Self.settingsID(account), account: account, created: now, object: Self.balanceSettingsObject,
                    fields: ["payouts": settings]))
        }
        document["settings"] = document["settings"]?.setting(["payouts"], to: settings)
        put(document)
    }

    /// Returns the seconds after which an account's takings can be paid out.
    func settlementDelay(of account: String) -> Int64 {
        (payoutSettings(of: account)["schedule"]?["delay_days"]?.number).map { $0 * 24 * 3600 } ?? Self.settlementDelay
    }

    fileprivate func balanceSettings(of account: String) -> JSONValue {
        let settings = payoutSettings(of: account)
        let schedule = (settings["schedule"]?.members ?? [:])
            .filter { ["interval", "monthly_payout_days", "weekly_payout_days"].contains($0.key) }
        return [
            "object": .string(Self.balanceSettingsObject),
            "payments": [
                "debit_negative_balances": settings["debit_negative_balances"] ?? .null,
                "payouts": [
                    "minimum_balance_by_currency": nil, "schedule": .object(schedule),
                    "statement_descriptor": settings["statement_descriptor"] ?? .null,
                    "status": isPaidOut(account) ? "enabled" : "disabled",
                ],
                "settlement_timing": ["delay_days": settings["schedule"]?["delay_days"] ?? 2],
            ],
        ]
    }

    fileprivate mutating func updateBalanceSettings(_ call: Call) throws(APIFailure) -> APIObject {
        let given = call.parameters["payments"] ?? [:]
        let before = balanceSettings(of: call.account)
        let old = payoutSettings(of: call.account)
        var schedule = given["payouts"]?["schedule"] ?? [:]
        if let delay = given["settlement_timing"]?["delay_days_override"] {
            schedule = schedule.setting(["delay_days"], to: delay == .null ? "minimum" : delay)
        }
        var settings = old.setting(
            ["schedule"],
            to: try PayoutSchedule.merged(schedule, into: old["schedule"], param: "payments[payouts][schedule]"))
        if let debits = given["debit_negative_balances"] {
            settings = settings.setting(["debit_negative_balances"], to: debits)
        }
        if let text = given["payouts"]?["statement_descriptor"] {
            settings = settings.setting(["statement_descriptor"], to: text)
        }
        setPayoutSettings(settings, of: call.account, now: call.now)
        if settings["schedule"] != old["schedule"] { replanPayouts(of: call.account, now: call.now) }
        let after = balanceSettings(of: call.account)
        if after != before {
            emit(
                "balance_settings.updated", .json(after), of: call.account,
                previous: Self.changes(from: before, to: after), by: call, now: call.now)
        }
        return .json(after)
    }
}
