/// When and how an account is paid out.
public struct BalanceSettings: Hashable, Sendable {
    /// How often: `manual`, `daily`, `weekly` or `monthly`; nil where the API does not say.
    public var payoutInterval: String?
    /// What the bank shows beside a payout.
    public var statementDescriptor: String?
    /// The days after which takings can be paid out.
    public var delayDays: Int?
    /// Whether a debt is taken from the account's bank.
    public var debitsNegativeBalances: Bool?
    /// Whether payouts are `enabled` or `disabled`.
    public var payoutStatus: String?

    /// Creates settings; what is not given is unknown.
    public init(
        payoutInterval: String? = nil, statementDescriptor: String? = nil, delayDays: Int? = nil,
        debitsNegativeBalances: Bool? = nil, payoutStatus: String? = nil
    ) {
        self.payoutInterval = payoutInterval
        self.statementDescriptor = statementDescriptor
        self.delayDays = delayDays
        self.debitsNegativeBalances = debitsNegativeBalances
        self.payoutStatus = payoutStatus
    }
}

extension BalanceSettings: Codable {
    private struct Form: Codable {
        struct Payments: Codable {
            var payouts: Payouts?
            var settlementTiming: Timing?
            var debitsNegativeBalances: Bool?

            enum CodingKeys: String, CodingKey {
                case payouts
                case settlementTiming = "settlement_timing"
                case debitsNegativeBalances = "debit_negative_balances"
            }
        }

        struct Payouts: Codable {
            var schedule: Schedule?
            var statementDescriptor: String?
            var status: String?

            enum CodingKeys: String, CodingKey {
                case schedule, status
                case statementDescriptor = "statement_descriptor"
            }
        }

        struct Schedule: Codable { var interval: String? }

        struct Timing: Codable {
            var delayDays: Int?

            enum CodingKeys: String, CodingKey { case delayDays = "delay_days" }
        }

        var payments: Payments
    }

    /// Reads the API's object; throws `DecodingError` for an impossible member.
    public init(from decoder: any Decoder) throws {
        let payments = try Form(from: decoder).payments
        self.init(
            payoutInterval: payments.payouts?.schedule?.interval,
            statementDescriptor: payments.payouts?.statementDescriptor,
            delayDays: payments.settlementTiming?.delayDays,
            debitsNegativeBalances: payments.debitsNegativeBalances, payoutStatus: payments.payouts?.status)
    }

    /// Writes the API's object.
    public func encode(to encoder: any Encoder) throws {
        let payouts = Form.Payouts(
            schedule: Form.Schedule(interval: payoutInterval), statementDescriptor: statementDescriptor,
            status: payoutStatus)
        let payments = Form.Payments(
            payouts: payouts, settlementTiming: Form.Timing(delayDays: delayDays),
            debitsNegativeBalances: debitsNegativeBalances)
        try Form(payments: payments).encode(to: encoder)
    }
}
