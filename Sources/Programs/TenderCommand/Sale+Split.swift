import Tender
import TenderService

/// The legs of an order that several cards pay, for JSON.
struct SplitReport: Encodable {
    /// One card's part.
    struct Leg: Encodable {
        var payment: String
        /// `approved`, `not_paid`, `unknown`, `given_back` or `giving_back`.
        var state: String
        var amount: Amount?

        init(_ leg: OrderLeg, _ currency: Currency) {
            payment = leg.intentID
            switch leg.state {
            case .approved(let units): (state, amount) = ("approved", Amount(minorUnits: units, currency: currency))
            case .notPaid: state = "not_paid"
            case .unknown: state = "unknown"
            case .givenBack: state = "given_back"
            case .givingBack(let units):
                (state, amount) = ("giving_back", Amount(minorUnits: units, currency: currency))
            }
        }
    }

    var paid: Amount
    var balance: Amount
    var legs: [Leg]

    init(_ outcome: OrderOutcome) {
        paid = outcome.paid
        balance = outcome.balance
        legs = outcome.legs.map { Leg($0, outcome.paid.currency) }
    }
}

/// The next part and the next card of a split sale.
private actor SplitPlan {
    private let parts: [Amount]
    private var cards: Int?
    private let collecting: CollectConfiguration
    private var paid = 0

    /// - Parameter cards: The number of simulated cards; `nil` for a reader on the counter, which has any number.
    init(_ parts: [Amount], cards: Int?, _ collecting: CollectConfiguration) {
        self.parts = parts
        self.cards = cards
        self.collecting = collecting
    }

    func next(_ progress: OrderProgress) -> OrderStep {
        // What could not be done at all is not tried again by itself.
        guard progress.error == nil, cards != 0 else { return .stop }
        if let cards { self.cards = cards - 1 }
        switch progress.last {
        case .approved?: paid += 1
        case .canceled?: return .stop
        case .declined? where cards == nil: return .stop
        case .declined?, .unknown?, .storedOffline?, nil: break
        }
        guard paid < parts.count, parts[paid].minorUnits < progress.balance.minorUnits else {
            return .pay(nil, collecting)
        }
        return .pay(parts[paid], collecting)
    }
}

/// A sale that several cards pay.
extension Sale {
    func runSplit() async -> ExitCode {
        var report = SaleReport(outcome: "failed")
        let code: ExitCode
        do {
            let reader = try await beforeDeadline { [self] in try await terminal.connect(to: options.reader) }
            report.reader = SaleReport.UsedReader(reader)
            output.line("Sale of \(options.amount) on \(reader.model) \(reader.serialNumber), card by card")
            let outcome = try await payParts()
            code = tell(outcome, &report)
            for leg in outcome.legs where !output.hasFailed { await claim(leg) }
        } catch {
            code = fail(error, &report)
        }
        await terminal.flushJournal()
        let wasConnected = (try? await terminal.disconnect()) != nil
        await log.finish(wasConnected: wasConnected)
        report.events = log.all.map(EventReport.init)
        output.object(report)
        return code
    }

    private func payParts() async throws -> OrderOutcome {
        let plan = SplitPlan(options.parts, cards: options.cards.isEmpty ? nil : options.cards.count, collecting)
        return try await terminal.payOrder(parameters(), isAllOrNothing: !options.keepsParts) { [self] progress in
            output.line("  order     \(progress.balance) of \(progress.total) to pay")
            if case .declined(let decline, _)? = progress.last { output.line("  declined  \(decline.reason)") }
            if let error = progress.error { output.remark("tender: \(error.message)") }
            // The next card is refused while somebody has yet to be told of an approval.
            for leg in progress.legs where !output.hasFailed { await claim(leg) }
            return isStopAsked || output.hasFailed ? .stop : await plan.next(progress)
        }
    }

    /// Notes that an approval was shown; one that could not be noted stays listed.
    private func claim(_ leg: OrderLeg) async {
        guard leg.paid > 0 else { return }
        let amount = Amount(minorUnits: leg.paid, currency: options.amount.currency)
        do {
            try await terminal.claim(PaymentIntent(id: leg.intentID, amount: amount, status: .succeeded))
        } catch {
            output.remark("tender: \(Failure(error).message); \(leg.intentID) stays listed as unclaimed")
        }
    }

    private func tell(_ outcome: OrderOutcome, _ report: inout SaleReport) -> ExitCode {
        let (word, sentence, code): (String, String, ExitCode) =
            switch outcome.end {
            case .paid:
                (
                    "approved",
                    "Approved: \(outcome.paid) is paid or held by \(outcome.legs.count(where: { $0.paid > 0 })) cards.",
                    .done
                )
            case .kept(let balance):
                (
                    "partly paid",
                    "\(outcome.paid) stands, and \(Amount(minorUnits: balance, currency: outcome.paid.currency)) is not paid.",
                    .declined
                )
            case .nothing: ("not paid", "Not paid: nothing is held, and what was approved went back.", .canceled)
            case .unknown:
                (
                    "unknown",
                    "The outcome of a card is not known: take no other card. Given again, the same command goes on.",
                    .unknown
                )
            }
        (report.outcome, report.message, report.split) = (word, sentence, SplitReport(outcome))
        output.line("")
        for leg in report.split?.legs ?? [] {
            output.line("  \(leg.payment)  \(leg.amount.map { "\($0), " } ?? "")\(leg.state)")
        }
        output.line(sentence)
        return code
    }
}
