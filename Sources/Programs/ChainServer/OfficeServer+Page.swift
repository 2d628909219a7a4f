public import TenderChain
import TenderPostgres

extension OfficeServer {
    /// Returns the page of a day.
    ///
    /// - Parameters:
    ///   - day: The business date; the last one when `nil`.
    ///   - timeZone: The time zone of the hours, by a name that PostgreSQL knows.
    /// - Throws: `ChainError`, also for a time zone that there is not.
    public func page(day: String?, timeZone: String) async throws(ChainError) -> OfficePage {
        let scope = Scope()
        let last = try await lastDay(scope)
        var page = OfficePage(day: day ?? last ?? "no day yet", timeZone: timeZone)
        let neighbors = try await rows(
            """
            SELECT max(business_date) FILTER (WHERE business_date < $1), min(business_date) FILTER (WHERE business_date > $1)
            FROM tender.lane_days
            """, [.text(page.day)])
        (page.earlier, page.later) = (neighbors.first?[0].text, neighbors.first?[1].text)
        page.shops = try await rows(
            """
            SELECT l.shop, d.currency, count(DISTINCT journal), sum(sales)::bigint, sum(sales_total)::bigint,
                sum(refunds)::bigint, sum(refunds_total)::bigint, sum(tax)::bigint, bool_or(is_open), bool_and(is_clean)
            FROM tender.lane_days d JOIN tender.lanes l USING (journal) WHERE business_date = $1
            GROUP BY 1, 2 ORDER BY 1, 2
            """, [.text(page.day)]
        ).map { row in
            let numbers = row[2...7].map { $0.integer ?? 0 }
            return OfficePage.ShopDay(
                shop: row[0].text ?? "", currency: row[1].text ?? "", lanes: numbers[0], sales: numbers[1],
                salesTotal: numbers[2], refunds: numbers[3], refundsTotal: numbers[4], tax: numbers[5],
                isOpen: row[8] == .bool(true), isClean: row[9] == .bool(true))
        }
        for row in try await rows(
            """
            SELECT extract(hour FROM at AT TIME ZONE $2)::bigint, count(*) FROM tender.sales
            WHERE business_date = $1 AND kind = 'sale' AND NOT is_training GROUP BY 1
            """, [.text(page.day), .text(timeZone)])
        {
            if let hour = row[0].integer, page.hours.indices.contains(Int(hour)) {
                page.hours[Int(hour)] = row[1].integer ?? 0
            }
        }
        page.unknown = try await openPayments(isUnknown: true, isHeld: false, scope).map { payment in
            let order = payment.order.map { ", order \($0)" } ?? ""
            return OfficePage.Row(
                lane: "\(payment.shop), \(payment.lane)", words: "\(payment.intent)\(order), \(payment.state)")
        }
        page.doubts = try await doubts(scope).map { .init(lane: "\($0.shop), \($0.lane)", words: $0.reason) }
        return page
    }
}
