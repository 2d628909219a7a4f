public import TenderFlow
public import TenderModel

/// A comparison of the journal with the gateway, payment by payment.
///
/// It compares the money taken from the cardholder: held or captured, less what was refunded.
public struct Reconciliation: Hashable, Sendable, Codable {
    /// The result of comparing one payment.
    public enum Finding: String, Hashable, Sendable, Codable, CaseIterable {
        /// The same money on both sides, or none on either.
        case matched
        /// Money is held that was neither captured nor released.
        case openHold = "open_hold"
        /// The journal does not yet know the outcome.
        case unresolved
        /// Goods were handed over for a payment that was stored offline and never paid, and nobody has acknowledged
        /// that.
        case offlineLost = "offline_lost"
        /// The journal reports money and the gateway does not.
        case oursOnly = "ours_only"
        /// The gateway reports money and the journal does not.
        case theirsOnly = "theirs_only"
        /// Both report money, but different amounts.
        case amountDiffers = "amount_differs"
        /// The gateway reports money of a payment that another till made, whose journal it names.
        case otherTill = "other_till"

        /// Whether the finding makes the day unclean.
        public var isUnclean: Bool { self != .matched && self != .otherTill }
    }

    /// The comparison of one payment.
    public struct Line: Hashable, Sendable, Codable {
        /// The PaymentIntent.
        public var intentID: String
        /// The result of the comparison.
        public var finding: Finding
        /// The shop's order.
        public var order: String?
        /// The amount taken from the cardholder according to the journal; `nil` if the journal has no record of it.
        public var ours: Amount?
        /// The amount taken from the cardholder according to the gateway; `nil` if the gateway does not know it.
        public var theirs: Amount?
        /// The shop's loss on a stored payment that was never paid; `nil` for any other.
        public var lost: Amount?
        /// Whether it is an approval that nobody was told about.
        public var isUnclaimed = false
        /// When the hold expires, in seconds since 1970.
        public var captureBefore: Int64?
        /// The journal of the other till that made it; `nil` if this one did, or nobody knows who.
        public var journal: String?

        /// Describes the comparison of one payment.
        public init(
            intentID: String, finding: Finding, order: String? = nil, ours: Amount? = nil, theirs: Amount? = nil,
            lost: Amount? = nil, isUnclaimed: Bool = false, captureBefore: Int64? = nil, journal: String? = nil
        ) {
            self.intentID = intentID
            self.finding = finding
            self.order = order
            self.ours = ours
            self.theirs = theirs
            self.lost = lost
            self.isUnclaimed = isUnclaimed
            self.captureBefore = captureBefore
            self.journal = journal
        }

        enum CodingKeys: String, CodingKey {
            case finding, order, ours, theirs, lost, journal
            case intentID = "intent_id"
            case isUnclaimed = "unclaimed"
            case captureBefore = "capture_before"
        }
    }

    /// The payments, those of the journal first, in the order in which they began.
    public private(set) var lines: [Line] = []

    /// Compares the records with the current intents.
    ///
    /// - Parameters:
    ///   - histories: The journal's payments.
    ///   - intents: The gateway's intents: all those of the period in question, and those of `histories` that it knows.
    ///   - otherTills: The journals of other tills, by the IDs of the intents that name them as their makers'.
    public init(_ histories: [PaymentHistory], _ intents: [IntentFacts], otherTills: [String: String] = [:]) {
        var left = Dictionary(intents.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for history in histories {
            let intent = left.removeValue(forKey: history.intentID)
            // A till that only refunds what another one sold takes no money for it.
            let maker = history.terms == nil ? otherTills[history.intentID] : nil
            lines.append(Self.line(history, intent, madeBy: maker))
        }
        for intent in intents where left.removeValue(forKey: intent.id) != nil {
            let money = Self.money(intent)
            // One that was never confirmed holds no money and belongs to no day.
            guard money > 0 else { continue }
            let maker = otherTills[intent.id]
            lines.append(
                Line(
                    intentID: intent.id, finding: maker == nil ? .theirsOnly : .otherTill,
                    theirs: amount(money, intent), journal: maker))
        }

        func amount(_ units: Int64, _ intent: IntentFacts) -> Amount {
            Amount(minorUnits: units, currency: intent.amount.currency)
        }
    }

    /// Returns whether a comparison is about a history.
    ///
    /// An offline payment has no intent yet, and is not over; a lost one has none that counts. Once approved, its intent is
    /// what counts. A transfer or a payout is not a payment: it counts only while its outcome is unknown. A card that is
    /// saved, or stored to be saved, is none.
    public static func compares(_ history: PaymentHistory) -> Bool {
        (!PaymentIntent.isOffline(id: history.intentID) || history.isStoredOffline || history.isLoss)
            && history.setup == nil && history.offline?.sale.setup == nil
            && (history.call == nil || history.isRequestUnresolved)
    }

    /// Whether nothing needs attention.
    public var isClean: Bool { !lines.contains { $0.finding.isUnclean } }

    /// Returns the number of payments with a finding.
    public func count(_ finding: Finding) -> Int { lines.count { $0.finding == finding } }

    /// - Parameter maker: The journal of the other till that made a payment for which this one took nothing.
    private static func line(_ history: PaymentHistory, _ intent: IntentFacts?, madeBy maker: String?) -> Line {
        let currency = history.terms?.amount.currency ?? intent?.amount.currency ?? .eur
        let ours = money(history)
        let theirs = intent.map(money)
        let finding = finding(history, ours, intent, theirs)
        return Line(
            intentID: history.intentID, finding: finding == .theirsOnly && maker != nil ? .otherTill : finding,
            order: history.terms?.order,
            ours: Amount(minorUnits: ours, currency: currency),
            theirs: theirs.map { Amount(minorUnits: $0, currency: intent?.amount.currency ?? currency) },
            lost: history.isLoss ? history.offline?.amount : nil, isUnclaimed: history.isUnclaimed,
            captureBefore: history.captureBefore, journal: maker
        )
    }

    private static func finding(
        _ history: PaymentHistory, _ ours: Int64, _ intent: IntentFacts?, _ theirs: Int64?
    ) -> Finding {
        if history.isUnresolved || history.isRequestUnresolved { return .unresolved }
        if history.isLoss { return .offlineLost }
        guard let intent, let theirs else { return ours == 0 ? .matched : .oursOnly }
        let isSameCurrency = history.terms.map { $0.amount.currency == intent.amount.currency } ?? true
        guard ours == theirs, isSameCurrency || ours == 0 else {
            return ours == 0 ? .theirsOnly : theirs == 0 ? .oursOnly : .amountDiffers
        }
        return intent.status == .requiresCapture ? .openHold : .matched
    }

    /// Returns the amount taken from the cardholder according to the journal.
    private static func money(_ history: PaymentHistory) -> Int64 {
        guard let approval = history.approval else { return 0 }
        let taken = money(approval)
        return history.refunds.filter { $0.result == .succeeded }.reduce(taken) { left, refund in
            subtract(refund.parameters.amount?.minorUnits ?? left, from: left)
        }
    }

    /// Returns the amount taken from the cardholder according to the gateway.
    private static func money(_ intent: IntentFacts) -> Int64 {
        switch intent.status {
        case .requiresCapture: intent.capturable ?? intent.amount.minorUnits
        case .succeeded: subtract(intent.refunded, from: intent.received ?? intent.amount.minorUnits)
        case .requiresPaymentMethod, .requiresConfirmation, .requiresAction, .processing, .canceled,
            .requiresReauthorization, .unknown:
            0
        }
    }

    /// Subtracts without going below zero or overflowing.
    private static func subtract(_ part: Int64, from whole: Int64) -> Int64 {
        let (left, overflow) = whole.subtractingReportingOverflow(part)
        return overflow ? 0 : max(0, left)
    }
}
