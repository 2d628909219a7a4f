/// The schedule of an account's automatic payouts: at midnight, UTC, of every day, of some weekdays, or of some days of
/// the month.
struct PayoutSchedule {
    enum Weekday: String, CaseIterable {
        case sunday, monday, tuesday, wednesday, thursday, friday, saturday

        /// - Parameter day: The days since 1970, which began on a Thursday.
        init(_ day: Int64) { self = Self.allCases[Int((day % 7 + 11) % 7)] }
    }

    private enum Days {
        case all
        case weekdays([String])
        case ofMonth([Int64])
    }

    private static let day: Int64 = 24 * 3600
    private let days: Days

    /// Parses the API's `schedule`, or returns `nil` for one without automatic payouts.
    init?(_ schedule: JSONValue?) {
        switch schedule?["interval"]?.text {
        case "daily": days = .all
        case "weekly": days = .weekdays(Self.elements(schedule?["weekly_payout_days"]).compactMap(\.text))
        case "monthly": days = .ofMonth(Self.elements(schedule?["monthly_payout_days"]).compactMap(\.number))
        default: return nil
        }
    }

    /// Returns the first payout time after another; `nil` if no day is named.
    func next(after time: Int64) -> Int64? {
        let start = time / Self.day + 1
        // Every weekday and the last day of a month come within that many days.
        return (start...start + 31).first { matches($0) }.map { $0 * Self.day }
    }

    private func matches(_ day: Int64) -> Bool {
        switch days {
        case .all: return true
        case .weekdays(let names): return names.contains(Weekday(day).rawValue)
        case .ofMonth(let numbers):
            let date = CalendarMonth(containing: day * Self.day)
            let isLast = CalendarMonth(containing: (day + 1) * Self.day).day == 1
            return numbers.contains { $0 == date.day || isLast && $0 > date.day }
        }
    }

    private static func elements(_ value: JSONValue?) -> [JSONValue] {
        guard case .array(let elements)? = value else { return [] }
        return elements
    }
}

extension PayoutSchedule {
    /// Returns the `schedule` as a request leaves it, without the members that do not belong to its interval.
    static func merged(_ given: JSONValue, into old: JSONValue?, param: String) throws(APIFailure) -> JSONValue {
        let interval = given["interval"]?.text ?? old?["interval"]?.text ?? "manual"
        var schedule: [String: JSONValue] = [
            "interval": .string(interval), "delay_days": .integer(try delay(given, old, param: param)),
        ]
        for kind in ["weekly", "monthly"] {
            let (list, anchor) = ("\(kind)_payout_days", "\(kind)_anchor")
            guard kind == interval else {
                guard let name = [list, anchor].first(where: { given[$0] != nil }) else { continue }
                throw .refused(
                    "\(name) can only be set with an interval of \(kind).", code: nil, param: "\(param)[\(name)]")
            }
            let days = elements(given[list] ?? given[anchor].map { .array([$0]) } ?? old?[list])
            guard let first = days.first else { throw .missing("\(param)[\(anchor)]") }
            guard days.allSatisfy({ $0.number.map { 1...31 ~= $0 } ?? true }) else {
                throw .invalid(
                    "Days of the month are 1 to 31.", param: "\(param)[\(given[list] == nil ? anchor : list)]")
            }
            schedule[list] = .array(days)
            schedule[anchor] = first
        }
        return .object(schedule)
    }

    /// Returns the days that money waits before it can be paid out: a number, or the country's minimum.
    private static func delay(_ given: JSONValue, _ old: JSONValue?, param: String) throws(APIFailure) -> Int64 {
        guard let value = given["delay_days"] else { return old?["delay_days"]?.number ?? 2 }
        let text = value.text ?? value.number.map { "\($0)" } ?? ""
        guard let days = text == "minimum" ? 2 : Int64(text), (0...31).contains(days) else {
            throw .invalid("Invalid integer: \(text)", param: "\(param)[delay_days]")
        }
        return days
    }
}

extension ParameterSpec.Members {
    /// The parameters that accounts and balance settings share.
    static let payoutSchedule: Self = [
        "interval": .choice("daily", "manual", "monthly", "weekly"), "monthly_payout_days": .list(.positive),
        "weekly_payout_days": .list(.choice(PayoutSchedule.Weekday.self)),
    ]
}
