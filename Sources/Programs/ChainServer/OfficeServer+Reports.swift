import TenderChain
import TenderPostgres
public import TenderSale

extension OfficeServer {
    /// The lanes that a report is about.
    public struct Scope: Hashable, Sendable {
        /// The shop; `nil` for all.
        public var shop: String?
        /// The lane; `nil` for all.
        public var lane: String?

        /// Names lanes.
        public init(shop: String? = nil, lane: String? = nil) {
            self.shop = shop
            self.lane = lane
        }

        /// Returns whether a lane is one of them.
        public func contains(_ other: Lane) -> Bool {
            (shop == nil || shop == other.shop) && (lane == nil || lane == other.lane)
        }

        var parameters: [PostgresValue] { [shop, lane].map { $0.map(PostgresValue.text) ?? .null } }
    }

    /// A lane of which a report may not know everything.
    public struct Doubt: Hashable, Sendable, Encodable {
        /// The lane.
        public let shop, lane: String
        /// Why: records that cannot be read, that are not computed yet, or that may not have come.
        public let reason: String
    }

    /// The figures of one shift of a lane.
    public struct Shift: Hashable, Sendable {
        /// The lane.
        public let shop, lane: String
        /// The figures, as the till's own code makes them.
        public let report: ShiftReport
    }

    /// Which rows are those of the chosen lanes: `$1` is the shop and `$2` the lane.
    private static let chosen = """
        JOIN tender.lanes l USING (journal)
        WHERE ($1::text IS NULL OR l.shop = $1) AND ($2::text IS NULL OR l.lane = $2)
        """

    /// Returns the last business date with a shift; `nil` if there is none.
    ///
    /// - Throws: `ChainError`.
    public func lastDay(_ scope: Scope) async throws(ChainError) -> String? {
        try await rows(
            "SELECT max(business_date) FROM tender.shifts \(Self.chosen) AND business_date ~ '^\\d{4}-\\d{2}-\\d{2}$'",
            scope.parameters
        ).first?.first?
        .text
    }

    /// Returns the figures of a business date, shift by shift.
    ///
    /// - Throws: `ChainError`.
    public func shifts(on day: String, _ scope: Scope) async throws(ChainError) -> [Shift] {
        let rows = try await rows(
            """
            SELECT l.shop, l.lane, s.report FROM tender.shifts s \(Self.chosen) AND s.business_date = $3
            ORDER BY l.shop, l.lane, s.branch, s.shift
            """, scope.parameters + [.text(day)])
        return try rows.map { (row) throws(ChainError) in
            guard let report = row[2].text.flatMap({ ShiftReport(text: $0) }) else {
                throw ChainError("a report of \(day) cannot be read: tender chain project --rebuild")
            }
            return Shift(shop: row[0].text ?? "", lane: row[1].text ?? "", report: report)
        }
    }

    /// Returns the lanes of which a report may not know everything, with the reasons.
    ///
    /// - Throws: `ChainError`.
    public func doubts(_ scope: Scope) async throws(ChainError) -> [Doubt] {
        let kinds = LaneFold.gaps.map { "'\($0)'" }.joined(separator: ", ")
        let found = try await rows(
            """
            SELECT l.shop, l.lane, 'incomplete: ' || min(f.detail) || ' (record ' || min(f.sequence) || ')'
            FROM tender.findings f \(Self.chosen) AND f.kind IN (\(kinds)) AND f.settled IS NULL GROUP BY 1, 2
            UNION ALL
            SELECT l.shop, l.lane, sum(h.sequence - coalesce(c.sequence, h.base)) || ' records are not computed yet'
            FROM tender.heads h LEFT JOIN tender.cursors c USING (journal, branch) \(Self.chosen)
                AND h.sequence > coalesce(c.sequence, h.base) GROUP BY 1, 2
            UNION ALL
            SELECT l.shop, l.lane, 'two files of one journal have sold: a shift that was open at record ' || max(h.base)
                || ' counts in both'
            FROM tender.heads h \(Self.chosen) AND h.branch > 0 AND NOT \(Self.isForkSettled)
            GROUP BY 1, 2
            ORDER BY 1, 2, 3
            """, scope.parameters)
        let silent = try await lanes().filter { $0.isSilent && scope.contains($0) }.map { lane in
            let since = lane.silence.map { "silent for \($0 / 60) minutes" }
            return Doubt(shop: lane.shop, lane: lane.lane, reason: since ?? "never heard of")
        }
        return found.map { Doubt(shop: $0[0].text ?? "", lane: $0[1].text ?? "", reason: $0[2].text ?? "") } + silent
    }

    /// What was sold of an article.
    public struct Article: Hashable, Sendable, Encodable {
        /// The article's code; `nil` for what was rung up on a department.
        public let code: String?
        /// The name, the department and the currency.
        public let name, department, currency: String
        /// The quantity, in thousandths.
        public let thousandths: Int64
        /// The amount as marked, in minor units.
        public let amount: Int64
    }

    /// Returns what was sold less what was given back, by article.
    ///
    /// - Throws: `ChainError`.
    public func articles(on day: String, _ scope: Scope) async throws(ChainError) -> [Article] {
        let rows = try await rows(
            """
            SELECT i.code, i.name, i.department, s.currency, sum(i.thousandths)::bigint, sum(i.amount)::bigint
            FROM tender.sales s JOIN tender.sale_lines i USING (journal, branch, sequence) \(Self.chosen)
                AND s.business_date = $3 AND NOT s.is_training
            GROUP BY 1, 2, 3, 4 ORDER BY 6 DESC, 2, 1
            """, scope.parameters + [.text(day)])
        return rows.map {
            Article(
                code: $0[0].text, name: $0[1].text ?? "", department: $0[2].text ?? "", currency: $0[3].text ?? "",
                thousandths: $0[4].integer ?? 0, amount: $0[5].integer ?? 0)
        }
    }

    /// The taxes of one class and rate.
    public struct Tax: Hashable, Sendable, Encodable {
        /// The class and the currency.
        public let taxClass, currency: String
        /// The rate, in thousandths of a percent.
        public let rate: Int64
        /// Whether marked prices include it.
        public let isIncluded: Bool
        /// The taxed amount without the tax, and the tax, in minor units.
        public let net, tax: Int64
    }

    /// Returns the taxes by class and rate.
    ///
    /// - Throws: `ChainError`.
    public func taxes(on day: String, _ scope: Scope) async throws(ChainError) -> [Tax] {
        let rows = try await rows(
            """
            SELECT t.tax_class, s.currency, t.rate, t.is_included, sum(t.net)::bigint, sum(t.tax)::bigint
            FROM tender.sales s JOIN tender.sale_taxes t USING (journal, branch, sequence) \(Self.chosen)
                AND s.business_date = $3 AND NOT s.is_training
            GROUP BY 1, 2, 3, 4 ORDER BY 1, 3, 4, 2
            """, scope.parameters + [.text(day)])
        return rows.map {
            Tax(
                taxClass: $0[0].text ?? "", currency: $0[1].text ?? "", rate: $0[2].integer ?? 0,
                isIncluded: $0[3] == .bool(true), net: $0[4].integer ?? 0, tax: $0[5].integer ?? 0)
        }
    }

    /// What one person sold.
    public struct CashierDay: Hashable, Sendable, Encodable {
        /// The shop, the person and the currency.
        public let shop, cashier, currency: String
        /// The number of sales, and their total in minor units.
        public let sales, salesTotal: Int64
        /// The number of refunds and voids, and their total in minor units, which is not positive.
        public let takenBack, takenBackTotal: Int64
    }

    /// Returns what each person sold.
    ///
    /// - Throws: `ChainError`.
    public func cashiers(on day: String, _ scope: Scope) async throws(ChainError) -> [CashierDay] {
        let rows = try await rows(
            """
            SELECT l.shop, s.cashier, s.currency, count(*) FILTER (WHERE kind = 'sale'),
                coalesce(sum(total) FILTER (WHERE kind = 'sale'), 0)::bigint, count(*) FILTER (WHERE kind <> 'sale'),
                coalesce(sum(total) FILTER (WHERE kind <> 'sale'), 0)::bigint
            FROM tender.sales s \(Self.chosen) AND s.business_date = $3 AND NOT s.is_training
            GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
            """, scope.parameters + [.text(day)])
        return rows.map {
            CashierDay(
                shop: $0[0].text ?? "", cashier: $0[1].text ?? "", currency: $0[2].text ?? "",
                sales: $0[3].integer ?? 0, salesTotal: $0[4].integer ?? 0, takenBack: $0[5].integer ?? 0,
                takenBackTotal: $0[6].integer ?? 0)
        }
    }

    /// A payment that is not over.
    public struct OpenPayment: Hashable, Sendable, Encodable {
        /// The lane.
        public let shop, lane: String
        /// The PaymentIntent, or the call's own name.
        public let intent: String
        /// The shop's order.
        public let order: String?
        /// Why it is open: the name of a `PendingAttempt.State`.
        public let state: String
        /// The amount in minor units and its currency, if they are known.
        public let amount: Int64?
        /// The currency.
        public let currency: String?
        /// When it began, in seconds since 1970.
        public let opened: Int64
        /// When a hold expires, in seconds since 1970.
        public let captureBefore: Int64?
    }

    /// Returns the payments that are not over, oldest first.
    ///
    /// - Parameters:
    ///   - isUnknown: Whether only those are wanted whose outcome is unknown.
    ///   - isHeld: Whether only those are wanted that hold money.
    /// - Throws: `ChainError`.
    public func openPayments(
        isUnknown: Bool, isHeld: Bool, _ scope: Scope
    ) async throws(ChainError) -> [OpenPayment] {
        let wanted = [isUnknown ? "is_unknown" : nil, isHeld ? "is_held" : nil].compactMap(\.self)
        let filter = wanted.isEmpty ? "p.state <> 'over'" : wanted.joined(separator: " OR ")
        let rows = try await rows(
            """
            SELECT l.shop, l.lane, intent, "order", p.state, amount, currency, floor(extract(epoch FROM at))::bigint, capture_before
            FROM tender.payments p \(Self.chosen) AND (\(filter)) ORDER BY at, intent
            """, scope.parameters)
        return rows.map {
            OpenPayment(
                shop: $0[0].text ?? "", lane: $0[1].text ?? "", intent: $0[2].text ?? "", order: $0[3].text,
                state: $0[4].text ?? "", amount: $0[5].integer, currency: $0[6].text, opened: $0[7].integer ?? 0,
                captureBefore: $0[8].integer)
        }
    }
}
