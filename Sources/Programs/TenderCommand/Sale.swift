import SimulatedCard
import SimulatedGateway
import Tender
import TenderService

/// One sale from the first request to the receipt.
final class Sale: Sendable {
    private enum Stage {
        case preparing
        case paying(Cancelable)
        case ended
    }

    private struct State {
        var stage = Stage.preparing
        /// What the reader asks its customer to add.
        var tipping: TippingConfiguration?
        /// Whether somebody asked to stop: no further card is requested then.
        var isStopAsked = false
    }

    let options: SaleOptions
    private let inside: SimulatedGateway?
    private let client: PaymentsClient?
    private let access: JournalAccess
    let output: Output
    let terminal: Terminal
    let log: EventLog
    private let notices: TerminalNotices?
    private let clock = ContinuousClock()
    private let deadline: ContinuousClock.Instant?
    private let state = Guarded(State())

    init(_ options: SaleOptions, _ station: SaleStation, _ output: Output) {
        self.options = options
        inside = station.inside
        client = station.client
        access = station.access
        self.output = output
        terminal = Terminal(
            configuration: .init(
                gateway: station.gateway, readerSource: station.readers, journal: station.access.journal,
                policy: station.policy, offline: options.offlineLimits,
                forwardsByItself: inside != nil,
                customerLanguage: Language())
        )
        log = EventLog(terminal, output)
        notices = station.notices.map { TerminalNotices($0, output) }
        deadline = options.timeout.map { ContinuousClock.now + $0 }
    }

    /// Runs the sale and reports it.
    func run() async -> ExitCode {
        guard options.parts.isEmpty else { return await runSplit() }
        var report = SaleReport(outcome: "failed")
        var outcomes: [PaymentOutcome] = []
        let code: ExitCode
        do {
            let (reader, intent) = try await prepare()
            report.reader = SaleReport.UsedReader(reader)
            report.intent = intent
            log.own(intent.id)
            output.line("Sale of \(options.amount) on \(reader.model) \(reader.serialNumber), payment \(intent.id)")
            if case .configured? = options.askedTip {
                output.line("  tips      \(collecting.tipping?.words ?? "none for this amount")")
            }
            outcomes = try await pay(intent, &report)
            try await addTip(to: &outcomes, &report)
            code = outcomes.last?.exitCode ?? .canceled
            if case .storedOffline? = outcomes.last, inside != nil { await forwardAtOnce() }
        } catch {
            code = fail(error, &report)
        }
        state.withLock { $0.stage = .ended }
        if report.reader == nil { report.reader = await terminal.connectedReader.map(SaleReport.UsedReader.init) }
        await terminal.flushJournal()
        let wasConnected = (try? await terminal.disconnect()) != nil
        await log.finish(wasConnected: wasConnected)
        report.events = log.all.map(EventReport.init)
        report.attempts = zip(log.cards, outcomes).map(Self.attempt)
        finish(&report, outcomes.last)
        if !output.hasFailed { await claim(outcomes.last) }
        return code
    }

    /// Claims the outcome if it was printed: otherwise the approval stays listed, and its order takes no second card.
    private func claim(_ outcome: PaymentOutcome?) async {
        let intent: PaymentIntent
        switch outcome {
        case .approved(let approved)?: intent = approved
        case .storedOffline(let accepted)?: intent = accepted.intent
        case .declined?, .canceled?, .unknown?, nil: return
        }
        do {
            try await terminal.claim(intent)
        } catch {
            output.remark("tender: \(Failure(error).message); \(intent.id) stays listed as unclaimed")
        }
    }

    /// Handles Ctrl-C: abandons the preparation, or stops the collection; waits for an outcome.
    func interrupt(_ work: Task<ExitCode, Never>) async {
        let stage = state.withLock { state in
            state.isStopAsked = true
            return state.stage
        }
        switch stage {
        case .preparing: work.cancel()
        case .paying(let cancelable):
            if await terminal.paymentStatus == .processing {
                output.remark("The card was sent to the issuer: waiting for the outcome. Nothing is reversed.")
            }
            _ = await cancelable.cancel()
        case .ended: break
        }
    }

    // MARK: - The steps

    private func prepare() async throws -> (Reader, PaymentIntent) {
        try await beforeDeadline { [self] in
            let reader = try await terminal.connect(to: options.reader)
            let tipping = try await options.askedTip?.asked(on: options.amount, at: reader, client)
            state.withLock { $0.tipping = tipping }
            var parameters = try await parameters()
            parameters.transferData = options.account.map { TransferData(destination: $0) }
            parameters.applicationFeeAmount = options.fee
            return (reader, try await terminal.createPaymentIntent(parameters, offlineBehavior: options.offline))
        }
    }

    /// Returns what the payment is created with, or each part of it that a card pays.
    func parameters() async throws -> PaymentIntentParameters {
        var parameters = PaymentIntentParameters(options.amount, captureMethod: options.captureMethod)
        parameters.paymentMethodTypes = paymentMethodTypes
        parameters.order = options.order
        parameters.metadata[PaymentIntent.journalMetadata] = try await access.journal.identity()
        options.wishes.add(to: &parameters)
        return parameters
    }

    /// The kinds that the currency has; whatever a scripted card needs besides them, the gateway refuses in words.
    private var paymentMethodTypes: [PaymentMethodType] {
        let presented = PaymentMethodType.presented(in: options.amount.currency)
        let asked = Set(options.cards.map(\.paymentMethodType)).union(presented)
        return PaymentMethodType.known.filter(asked.contains)
    }

    func beforeDeadline<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let work = Task { try await body() }
        let limit = deadline.map { deadline in
            Task {
                try await clock.sleep(until: deadline)
                work.cancel()
            }
        }
        defer { limit?.cancel() }
        return try await withTaskCancellationHandler {
            try await work.value
        } onCancel: {
            work.cancel()
        }
    }

    /// Presents the cards, one after the other, until one is not declined.
    private func pay(_ intent: PaymentIntent, _ report: inout SaleReport) async throws -> [PaymentOutcome] {
        var intent = intent
        var outcomes: [PaymentOutcome] = []
        repeat {
            let cancelable = Cancelable()
            state.withLock { $0.stage = .paying(cancelable) }
            if isStopAsked { _ = await cancelable.cancel() }
            let outcome = try await charge(intent, cancelable)
            outcomes.append(outcome)
            report.intent = outcome.intent
            guard case .declined(let decline, let after) = outcome else { return outcomes }
            output.line("  declined  \(decline.reason)\(decline.message.map { ": \($0)" } ?? "")")
            intent = after
        } while outcomes.count < options.cards.count && !isStopAsked
        return outcomes
    }

    /// Charges one card, with a surcharge if it is asked for and the gateway allows it for the card.
    private func charge(_ intent: PaymentIntent, _ cancelable: Cancelable) async throws -> PaymentOutcome {
        guard let rules = options.surcharge else {
            return try await terminal.processPaymentIntent(
                intent, configuration: collecting, total: remaining, cancelable: cancelable)
        }
        let collected = try await terminal.collectPaymentMethod(
            intent, configuration: collecting, total: remaining, cancelable: cancelable)
        let surcharge = try rules.surcharge(on: collected)
        output.line("  surcharge \(surcharge.map { "\($0)" } ?? "none: the gateway allows none for this card")")
        let confirming = Cancelable()
        state.withLock { $0.stage = .paying(confirming) }
        if isStopAsked { _ = await confirming.cancel() }
        let consent = SurchargeConsent(collection: .enabled)
        return try await terminal.confirmPaymentIntent(
            collected,
            configuration: ConfirmConfiguration(
                surcharge: surcharge.map { SurchargeConfiguration(amount: $0, consent: consent) }),
            cancelable: confirming)
    }

    var collecting: CollectConfiguration {
        CollectConfiguration(
            updatePaymentIntent: options.surcharge != nil || options.offersConversion,
            tipping: state.withLock { $0.tipping }, requestDynamicCurrencyConversion: options.offersConversion,
            allowRedisplay: options.wishes.allowRedisplay)
    }

    /// Captures the approval with the tip on the receipt.
    ///
    /// A capture that fails leaves the approval unclaimed, so that it stays listed.
    private func addTip(to outcomes: inout [PaymentOutcome], _ report: inout SaleReport) async throws {
        guard let tip = options.tip, case .approved(let held)? = outcomes.last else { return }
        outcomes.removeLast()
        output.line("  gateway   capturing it with a tip of \(tip)")
        let captured: PaymentIntent
        do {
            captured = try await terminal.capturePaymentIntent(held, amount: try held.amount.adding(tip))
        } catch {
            output.remark(
                "tender: \(held.amount) is held: capture it without the tip with tender capture \(held.id), or release it "
                    + "with tender void \(held.id)")
            throw error
        }
        report.intent = captured
        outcomes.append(.approved(captured))
    }

    var isStopAsked: Bool { state.withLock { $0.isStopAsked } }

    /// The remaining time; at least a moment, so that the terminal itself ends the payment.
    private var remaining: Duration? {
        deadline.map { max(clock.now.duration(to: $0), .milliseconds(1)) }
    }

    /// Forwards offline payments at once, since the inside gateway and its journal end with the command.
    private func forwardAtOnce() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.terminal.waitForForwarding() }
            group.addTask { try? await self.clock.sleep(for: .seconds(10)) }
            await group.next()
            group.cancelAll()
        }
    }

    /// The PaymentIntent that an offline payment was forwarded as.
    private var forwardedID: String? {
        log.all.lazy.compactMap {
            if case .paymentForwarded(let payment, _) = $0.kind { payment.intentID } else { nil }
        }
        .first
    }

    // MARK: - The report

    func fail(_ error: any Error, _ report: inout SaleReport) -> ExitCode {
        let isPreparing = state.withLock { if case .preparing = $0.stage { true } else { false } }
        let isOverdue = deadline.map { clock.now >= $0 } ?? false
        if isPreparing, isOverdue || Task.isCancelled {
            report.outcome = "canceled"
            let reason = (error as? TenderError).map { " (\($0.message))" } ?? ""
            report.message = "canceled before a card was asked for: nothing was charged" + reason
            output.remark("tender: \(report.message ?? "")")
            return .canceled
        }
        let failure = Failure(error)
        report.outcome = failure.outcome
        report.error = failure
        output.remark("tender: \(failure.message)" + (failure.advice.map { "\n        \($0.text)" } ?? ""))
        return failure.exitCode
    }

    private func finish(_ report: inout SaleReport, _ outcome: PaymentOutcome?) {
        if let outcome {
            report.outcome = outcome.word
            report.message = sentence(outcome)
            output.line("")
            output.line(report.message ?? "")
            notices?.receipts.forEach { $0.lines.forEach(output.line) }
            if case .approved(let intent) = outcome {
                SaleReceipt(intent: intent, order: options.order, isSimulated: inside != nil, tip: options.tip)
                    .lines.forEach(output.line)
            }
            if case .storedOffline(let approval) = outcome {
                report.offline = OfflineReport(approval.payment)
                SaleReceipt(offline: approval, isSimulated: inside != nil).lines.forEach(output.line)
            }
        }
        if let inside, let intent = report.intent {
            report.ledger = try? SaleReport.Ledger(
                inside.ledger(paymentIntent: forwardedID ?? intent.id), intent.amount.currency)
        }
        report.intent = report.intent?.masked
        output.object(report)
    }

    private func sentence(_ outcome: PaymentOutcome) -> String {
        switch outcome {
        case .approved(let intent) where intent.status == .requiresCapture:
            "Approved\(Self.part(intent)): \(intent.amountCapturable ?? intent.amount) is held until it is captured or "
                + "canceled."
        case .approved(let intent):
            "Approved\(Self.part(intent)): \(intent.amountReceived ?? intent.amount) is paid."
        case .declined(let decline, _): "Declined: \(decline.reason). Nothing is held; another card can be tried."
        case .canceled(let origin, _): "Canceled by the \(origin.rawValue): nothing is held."
        case .storedOffline(let approval):
            """
            ACCEPTED OFFLINE – NOT YET AUTHORIZED: \(approval.payment.amount) is stored as \(approval.payment.id). No \
            issuer was asked. Forward it with: tender offline forward --gateway URL
            """
        case .unknown(let unknown):
            unknown.message + " Look it up with: " + lookUp(unknown.intent.id)
        }
    }

    /// Returns what a partial approval leaves open; empty for any other.
    private static func part(_ intent: PaymentIntent) -> String {
        guard let requested = intent.amountRequested, let left = intent.amountLeft else { return "" }
        return " in part, \(left) of \(requested) is left to be paid"
    }

    private func lookUp(_ id: String) -> String {
        guard options.reader.dialect == .zvt else { return "tender show \(id) --gateway URL" }
        return "tender resolve \(id) --reader \(options.reader) --journal \(access.path)"
    }

    private static func attempt(_ card: CardDetails, _ outcome: PaymentOutcome) -> SaleReport.Attempt {
        var attempt = SaleReport.Attempt(
            outcome: outcome.word, brand: card.brand, last4: card.last4, readMethod: card.readMethod
        )
        if case .declined(let decline, _) = outcome {
            attempt.declineCode = decline.reason
            attempt.message = decline.message
        }
        return attempt
    }
}

extension PaymentOutcome {
    /// The intent after the outcome.
    var intent: PaymentIntent {
        switch self {
        case .approved(let intent), .declined(_, let intent), .canceled(_, let intent): intent
        case .unknown(let unknown): unknown.intent
        case .storedOffline(let approval): approval.intent
        }
    }
}
