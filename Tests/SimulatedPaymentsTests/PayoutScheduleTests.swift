import Testing

@testable import SimulatedPayments

@Suite struct PayoutScheduleTests {
    private static let day: Int64 = 24 * 3600
    /// Friday, 15 January 2027, 08:00 UTC.
    private static let friday: Int64 = 1_800_000_000

    /// The days after `friday` on which the next runs are.
    private static func runs(_ schedule: JSONValue, _ count: Int = 4) -> [Int64] {
        guard let schedule = PayoutSchedule(schedule) else { return [] }
        var times: [Int64] = []
        while times.count < count, let time = schedule.next(after: times.last ?? friday) { times.append(time) }
        return times.map { ($0 - friday / day * day) / day }
    }

    @Test func moneyLeavesAtMidnightOfTheNamedDays() {
        #expect(Self.runs(["interval": "daily"]) == [1, 2, 3, 4])
        #expect(Self.runs(["interval": "manual"]) == [])
        #expect(Self.runs(["interval": "weekly", "weekly_payout_days": ["monday", "friday"]]) == [3, 7, 10, 14])
        // 31 January, 28 February, 31 March, 30 April.
        #expect(Self.runs(["interval": "monthly", "monthly_payout_days": [31]]) == [16, 44, 75, 105])
        #expect(Self.runs(["interval": "monthly", "monthly_payout_days": [1, 15]]) == [17, 31, 45, 59])
        #expect(Self.runs(["interval": "monthly", "monthly_payout_days": []]) == [])
        #expect(PayoutSchedule(["interval": "daily"])?.next(after: 0) == Self.day)
    }

    @Test func daysOfMonthsAreRight() {
        let table: [(Int64, Int64, Int64, Int64)] = [
            (0, 1970, 1, 1), (951_782_400, 2000, 2, 29), (951_868_800, 2000, 3, 1), (1_800_000_000, 2027, 1, 15),
            (4_102_444_799, 2099, 12, 31), (-1, 1969, 12, 31),
        ]
        let found = table.map { CalendarMonth(containing: $0.0) }
        #expect(found.map { [$0.year, $0.month, $0.day] } == table.map { [$0.1, $0.2, $0.3] })
    }

    @Test func aScheduleIsReadAndRefused() {
        let table: [(Form, String)] = [
            ([("interval", "weekly"), ("weekly_anchor", "monday")], "monday [monday] -"),
            ([("interval", "weekly"), ("weekly_payout_days[]", "friday")], "friday [friday] -"),
            ([("interval", "monthly"), ("monthly_anchor", "31")], "31 [31] -"),
            (
                [("interval", "monthly"), ("monthly_payout_days[]", "5"), ("monthly_payout_days[]", "20")],
                "5 [5, 20] -"
            ),
            ([("interval", "daily"), ("delay_days", "7")], "  -"),
            ([("interval", "weekly")], "  weekly_anchor]"), ([("interval", "monthly")], "  monthly_anchor]"),
            ([("interval", "weekly"), ("weekly_anchor", "noday")], "  weekly_anchor]"),
            ([("interval", "monthly"), ("monthly_anchor", "32")], "  monthly_anchor]"),
            ([("interval", "daily"), ("weekly_anchor", "monday")], "  weekly_anchor]"),
            ([("monthly_payout_days[]", "5")], "  monthly_payout_days]"),
            ([("interval", "daily"), ("delay_days", "32")], "  delay_days]"), ([("interval", "hourly")], "  interval]"),
        ]
        var wrong: [String] = []
        for (form, expected) in table {
            var shop = Shop()
            let seller = shop.seller()
            let given = form.map { ("settings[payouts][schedule]" + "[\($0.0)]".replacing("[]]", with: "][]"), $0.1) }
            let answer = shop.post("accounts/\(seller)", given)
            let shown = answer["settings", "payouts", "schedule"]
            func text(_ name: String) -> String {
                (shown?["weekly_\(name)"] ?? shown?["monthly_\(name)"]).map { value in
                    let all = value.elements.isEmpty ? [value] : value.elements
                    let texts = all.map { $0.text ?? $0.number.map { "\($0)" } ?? "?" }
                    return value.elements.isEmpty ? texts[0] : "[\(texts.joined(separator: ", "))]"
                } ?? ""
            }
            let param = answer.param.split(separator: "[").last.map(String.init) ?? ""
            let found = "\(text("anchor")) \(text("payout_days")) \(param)"
            if found != expected { wrong.append("\(form): \(found)") }
        }
        #expect(wrong == [])
    }
}
