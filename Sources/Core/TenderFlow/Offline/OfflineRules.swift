public import TenderModel

/// The rules for accepting a card offline, given what is already stored.
public enum OfflineRules {
    /// Returns why this sale may not be stored now; `nil` if it may.
    ///
    /// - Parameters:
    ///   - sale: The sale, with the limits that apply to it.
    ///   - stored: Every offline payment that is neither resolved nor deleted.
    ///   - now: The moment of storing.
    public static func refusal(
        of sale: OfflineSale, stored: [OfflineHistory], at now: Stamp
    ) -> OfflineLimits.Refusal? {
        refusal(of: sale.wish, sale.limits, stored.compactMap(\.amount))
            ?? (stored.count < sale.limits.count ? nil : .tooMany(limit: sale.limits.count))
            ?? refusal(ofAges: stored, sale.limits, now) ?? refusal(of: sale.card, at: now)
    }

    /// Checks the amount; a card to be saved has none, and is taken where any payment is.
    private static func refusal(
        of wish: OfflineSale.Wish, _ limits: OfflineLimits, _ stored: [Amount]
    ) -> OfflineLimits.Refusal? {
        switch wish {
        case .payment(let parameters): refusal(of: parameters.amount, limits, stored)
        case .setup: limits.perPayment.isEmpty || limits.stored.isEmpty ? .notEnabled : nil
        }
    }

    private static func refusal(
        of amount: Amount, _ limits: OfflineLimits, _ stored: [Amount]
    ) -> OfflineLimits.Refusal? {
        guard let single = limits.perPayment.first(where: { $0.currency == amount.currency }),
            let total = limits.stored.first(where: { $0.currency == amount.currency })
        else { return .currencyNotAllowed(amount.currency) }
        guard amount.minorUnits > 0, amount.minorUnits <= single.minorUnits else {
            return .amountTooLarge(limit: single)
        }
        let sum = stored.filter { $0.currency == amount.currency }.reduce(Int64(0)) { saturatingSum($0, $1.minorUnits) }
        guard saturatingSum(sum, amount.minorUnits) <= total.minorUnits else {
            return .totalTooLarge(limit: total, stored: Amount(minorUnits: sum, currency: amount.currency))
        }
        return nil
    }

    /// Adds with saturation: a sum that overflows exceeds any limit except `Int64.max`, which refuses nothing.
    private static func saturatingSum(_ left: Int64, _ right: Int64) -> Int64 {
        let (sum, overflow) = left.addingReportingOverflow(right)
        return overflow ? .max : sum
    }

    /// Checks the ages of stored payments; quarantined ones wait for a person, not for the gateway, so their age does
    /// not count.
    private static func refusal(
        ofAges stored: [OfflineHistory], _ limits: OfflineLimits, _ now: Stamp
    ) -> OfflineLimits.Refusal? {
        let isDoubtfulOrOld = stored.contains { payment in
            payment.isWaiting && (now.age(of: payment.stored).map { $0 > limits.oldestAge } ?? true)
        }
        return isDoubtfulOrOld ? .oldestTooOld : nil
    }

    /// Returns whether a stored payment is too old to be forwarded without a person's decision.
    ///
    /// An unknown age does not count against it: forwarding late risks a decline, never a second charge.
    public static func isTooOldToForward(_ payment: OfflineHistory, at now: Stamp) -> Bool {
        guard !payment.isReleased, let age = now.age(of: payment.stored) else { return false }
        return age > payment.sale.limits.forwardWithin
    }

    /// Returns why this card is not accepted offline; `nil` if it is, or if nothing is known about it.
    public static func refusal(of card: CardDetails, at now: Stamp? = nil) -> OfflineLimits.Refusal? {
        switch card.readMethod {
        case .magneticStripeFallback, .magneticStripeTrack2, .contactlessMagstripeMode:
            return .swipedCard
        case .contactEmv, .contactlessEmv, .unknown, nil: break
        }
        if card.brand == .interac { return .interacCard }
        if let now, isExpired(card, at: now) { return .expiredCard }
        return nil
    }

    private static func isExpired(_ card: CardDetails, at now: Stamp) -> Bool {
        guard let year = card.expYear, let month = card.expMonth else { return false }
        let today = yearAndMonth(now.unixMilliseconds / 86_400_000)
        return (year, month) < today
    }

    /// Returns the year and month of a day since 1970, in the Gregorian calendar (Hinnant's civil_from_days).
    static func yearAndMonth(_ days: Int64) -> (Int, Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0), Int(month))
    }
}

extension Stamp {
    /// Returns the age of something stamped `earlier`; `nil` if it is doubtful because the wall clock went backward.
    ///
    /// After a restart of the machine, only the wall clock is left, and it is trusted as long as it goes forward: a
    /// power cut must not end offline sales. The age of keys, on which money depends, is judged more strictly.
    func age(of earlier: Stamp) -> Duration? {
        if let milliseconds = milliseconds(since: earlier) { return .milliseconds(milliseconds) }
        let (wall, overflow) = unixMilliseconds.subtractingReportingOverflow(earlier.unixMilliseconds)
        guard boot != earlier.boot, !overflow, wall >= 0 else { return nil }
        return .milliseconds(wall)
    }
}
