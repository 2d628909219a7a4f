import TenderModel

extension Operation {
    static let balance: [Operation] = [
        Operation("balance", .get, "/v1/balance", .one("balance")) { (it, call) throws(APIFailure) in
            it.retrieveBalance(call)
        },
        Operation(
            "balance_transactions.list", .get, "/v1/balance_transactions", .list("balance_transaction"),
            .list.with(["source": .text, "type": .text, "payout": .text, "currency": .currency])
        ) { (it, call) throws(APIFailure) in try it.listBalanceTransactions(call) },
        Operation(
            "balance_transactions.retrieve", .get, "/v1/balance_transactions/:id", .one("balance_transaction")
        ) { (it, call) throws(APIFailure) in try it.retrieveBalanceTransaction(call) },
    ]
}

/// The funds of an account in one currency.
struct Funds {
    var available: Int64 = 0
    var pending: Int64 = 0
}

extension Due {
    /// Money of the balance transaction that becomes available for payout.
    static func funds(_ id: String) -> Due { Due(id) { it, id, _ in it.releaseFunds(id) } }
}

extension ResourceContext {
    /// The seconds until money becomes available for payout by default: two days, as in the United States.
    static let settlementDelay: Int64 = 2 * 24 * 3600

    fileprivate mutating func releaseFunds(_ id: String) {
        guard let row = balanceTransactions[id] else { return }
        funds[row.account, default: [:]][row.currency.code, default: Funds()].pending -= row.net
        funds[row.account, default: [:]][row.currency.code, default: Funds()].available += row.net
        planPayouts(of: row.account, forFundsOf: row.availableOn)
    }

    /// Records a movement of money.
    ///
    /// - Parameter availableOn: When it becomes available for payout; at once if that is in the past.
    mutating func move(
        _ amount: Int64, fee: Int64 = 0, applicationFee: Int64 = 0, _ currency: Currency,
        _ type: BalanceTransactionRow.Category, source: String, of account: String, description: String?,
        availableOn: Int64, now: Int64
    ) -> BalanceTransactionRow {
        let row = BalanceTransactionRow(
            id: newID(.balanceTransactions), account: account, created: now, type: type, amount: amount, fee: fee,
            applicationFee: applicationFee == 0 ? nil : applicationFee, currency: currency, source: source,
            description: description, availableOn: max(now, availableOn))
        put(row)
        return row
    }

    fileprivate func retrieveBalance(_ call: Call) -> APIObject {
        let funds = (funds[call.account] ?? [:]).sorted { $0.key < $1.key }
        func amounts(_ amount: (Funds) -> Int64) -> JSONValue {
            let known = funds.isEmpty ? [("usd", Funds())] : funds.map { ($0.key, $0.value) }
            return .array(
                known.map { currency, funds in
                    [
                        "amount": .integer(amount(funds)), "currency": .string(currency),
                        "source_types": ["card": .integer(amount(funds))],
                    ]
                })
        }
        return .json([
            "object": "balance", "available": amounts(\.available), "pending": amounts(\.pending),
            "connect_reserved": .array(
                (funds.isEmpty ? ["usd"] : funds.map(\.key)).map { ["amount": 0, "currency": .string($0)] }),
            "instant_available": amounts { max(0, $0.available) }, "livemode": false,
        ])
    }

    fileprivate func listBalanceTransactions(_ call: Call) throws(APIFailure) -> APIObject {
        let query = try ListQuery(call.parameters)
        let (source, type) = (call.parameters.text("source"), call.parameters.text("type"))
        let currency = call.parameters.text("currency")
        let payout = try call.parameters.text("payout").map { (id) throws(APIFailure) in try automaticPayout(id, call) }
        let named = source.flatMap { movements(of: $0, in: call.account) }
        let page = try page(
            balanceTransactions, of: call.account, among: named, query, object: "balance_transaction"
        ) { row in
            query.matches(row.created) && (source ?? row.source) == row.source
                && payout.map { self.payout($0, holds: row) } != false
                && (type ?? row.type.apiName) == row.type.apiName
                && (currency ?? row.currency.code) == row.currency.code
        }
        let url = "/v1/balance_transactions"
        return .json(Self.list(page.rows.map { json($0) }, hasMore: page.hasMore, url: url))
    }

    /// Returns the movements of an account's charge or refund there, oldest first; `nil` if they must be searched among
    /// all, such as those of a fee that a platform pays for another's charge.
    private func movements(of source: String, in account: String) -> [String]? {
        let (charge, refund) = (charges[source], refunds[source])
        guard (charge?.account ?? refund?.account) == account else { return nil }
        return [charge?.balanceTransaction, refund?.balanceTransaction, refund?.failureBalanceTransaction]
            .compactMap(\.self)
    }

    fileprivate func retrieveBalanceTransaction(_ call: Call) throws(APIFailure) -> APIObject {
        guard let row = balanceTransactions.find(call.id, account: call.account) else {
            throw .unknown("balance transaction", call.id, param: "id")
        }
        return .json(json(row))
    }

    func json(_ row: BalanceTransactionRow) -> JSONValue {
        [
            "id": .string(row.id),
            "object": "balance_transaction",
            "amount": .integer(row.amount),
            "available_on": .integer(row.availableOn),
            "balance_type": "payments",
            "created": .integer(row.created),
            "currency": .string(row.currency.code),
            "description": .optional(row.description),
            "exchange_rate": nil,
            "fee": .integer(row.fees),
            "fee_details": .array(feeDetails(row)),
            "net": .integer(row.net),
            "reporting_category": .string(row.type.reportingCategory),
            "source": .string(row.source),
            "status": row.availableOn <= settledUntil ? "available" : "pending",
            "type": .string(row.type.apiName),
        ]
    }
    private func feeDetails(_ row: BalanceTransactionRow) -> [JSONValue] {
        func detail(_ amount: Int64, _ type: String, _ description: String, by application: String?) -> JSONValue {
            [
                "amount": .integer(amount), "application": .optional(application),
                "currency": .string(row.currency.code), "description": .string(description), "type": .string(type),
            ]
        }
        var details: [JSONValue] = []
        if let share = row.applicationFee {
            let application = platform(of: row.account).map(Self.application)
            details.append(detail(share, "application_fee", "application fee", by: application))
        }
        if row.fee != 0 { details.append(detail(row.fee, "stripe_fee", Fees.description, by: nil)) }
        return details
    }
}
