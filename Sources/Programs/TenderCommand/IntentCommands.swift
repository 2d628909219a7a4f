import CommandLineOptions
import Tender
import TenderService

/// The shared parts of the commands on an existing payment.
enum Payment {
    static let options: [any DeclaredOption] =
        GatewayAccess.options + [SemiIntegrated.option, JournalAccess.option, Output.json]
    /// The operand of the commands on one payment.
    static let id = Operand("ID", "PaymentIntent id", as: .text)
    static let amount = Option("amount", "A", "a part of it, such as 4.50; all of it when left out", as: .text)
    static let refundFee = Option(flag: "refund-fee", "refund the platform's fee too, in proportion")

    /// Returns a terminal that records nothing: for reading only.
    static func looker(_ arguments: Arguments) throws -> Terminal {
        try terminal(arguments, journal: InMemoryJournal())
    }

    /// Lends a terminal with the journal, and closes it when everything is written.
    static func withTerminal(
        _ arguments: Arguments, policy: PaymentPolicy = PaymentPolicy(), _ body: (Terminal) async throws -> ExitCode
    ) async throws -> ExitCode {
        try await withJournal(arguments, policy: policy) { terminal, _ in try await body(terminal) }
    }

    /// Lends a terminal and its journal, and closes it when everything is written.
    static func withJournal(
        _ arguments: Arguments, policy: PaymentPolicy = PaymentPolicy(), forwards: Bool = false,
        _ body: (Terminal, SQLiteJournal) async throws -> ExitCode
    ) async throws -> ExitCode {
        if let address = try SemiIntegrated.named(arguments) {
            return try await withTerminal(try await SemiIntegrated.open(address, arguments), policy, body)
        }
        let access = try await JournalAccess.open(arguments)
        do {
            let terminal = try terminal(arguments, journal: access.journal, policy: policy, forwards: forwards)
            let code = try await lend(terminal) { try await body($0, access.journal) }
            await access.close()
            return code
        } catch {
            await access.close()
            throw error
        }
    }

    /// Lends a terminal whose gateway is the card terminal itself, and closes its journal.
    static func withTerminal(
        _ device: SemiIntegrated, _ policy: PaymentPolicy,
        _ body: (Terminal, SQLiteJournal) async throws -> ExitCode
    ) async throws -> ExitCode {
        let terminal = Terminal(
            configuration: .init(
                gateway: device.terminal, readerSource: device.readers, journal: device.access.journal,
                policy: ZVTTerminal.patient(policy)))
        do {
            let code = try await lend(terminal) { try await body($0, device.access.journal) }
            await device.access.close()
            return code
        } catch {
            await device.access.close()
            throw error
        }
    }

    private static func lend(
        _ terminal: Terminal, _ body: (Terminal) async throws -> ExitCode
    ) async throws -> ExitCode {
        do {
            let code = try await body(terminal)
            await terminal.flushJournal()
            return code
        } catch {
            await terminal.flushJournal()
            throw error
        }
    }

    private static func terminal(
        _ arguments: Arguments, journal: any Journal, policy: PaymentPolicy = PaymentPolicy(), forwards: Bool = false
    ) throws -> Terminal {
        Terminal(
            configuration: .init(
                gateway: try GatewayAccess.client(arguments), readerSource: NoReaders(), journal: journal,
                policy: policy,
                forwardsByItself: forwards
            )
        )
    }

    static func amount(_ arguments: Arguments, of intent: PaymentIntent) throws -> Amount? {
        try arguments[amount].map { try MoneyOptions.positive($0, amount, intent.amount.currency) }
    }

    static func show(
        _ intent: PaymentIntent, _ outcome: String, refunds: [Refund] = [], _ output: Output,
        offline: OfflineReport? = nil
    ) -> ExitCode {
        output.line("\(intent.id)  \(intent.amount)  \(intent.status)")
        if let requested = intent.amountRequested, let left = intent.amountLeft {
            output.line("  part of   \(requested); \(left) is left")
        }
        if let captured = intent.amountReceived, captured.minorUnits > 0 { output.line("  captured  \(captured)") }
        if let held = intent.amountCapturable, held.minorUnits > 0 { output.line("  held      \(held)") }
        for refund in refunds.reversed() {
            output.line("  refund    \(refund.amount)  \(refund.status)  \(refund.id)".withoutControls)
        }
        if let card = intent.card { output.line("  card      \(card.line)") }
        output.object(IntentReport(outcome: outcome, intent: intent.masked, refunds: refunds, offline: offline))
        return .done
    }
}

/// The JSON object of a command on a payment.
private struct IntentReport: Encodable {
    var outcome: String
    var intent: PaymentIntent?
    var refunds: [Refund] = []
    var offline: OfflineReport?
}

/// The command that shows a payment as the gateway knows it.
enum ShowCommand: Command {
    static let name = "show"
    static let summary = "show a payment as the gateway knows it"
    static let operands: [any DeclaredOperand] = [Payment.id]
    static let options: [any DeclaredOption] = GatewayAccess.options + [JournalAccess.readOption, Output.json]
    static let notes = """
        What was accepted offline has a local id, offline_…: the journal tells what became of it, and is only read. Without
        --journal it is the only one in $XDG_STATE_HOME/tender or ~/.local/state/tender.

        A client secret, pi_…_secret_…, in place of the ID is enough for a publishable key, which sees no refunds.
        """

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let id = try arguments[Payment.id]
        if PaymentIntent.isOffline(id: id) { return try await showStored(id, arguments, output) }
        if id.contains("_secret_") { return try await showOpened(ClientSecret(id), arguments, output) }
        let intent = try await Payment.looker(arguments).retrievePaymentIntent(id: id)
        return Payment.show(intent, "done", refunds: try await refunds(of: id, arguments), output)
    }

    /// Shows the payment that a client secret opens.
    private static func showOpened(
        _ secret: ClientSecret, _ arguments: Arguments, _ output: Output
    ) async throws -> ExitCode {
        let intent = try await Payment.looker(arguments).retrievePaymentIntent(clientSecret: secret)
        let isLimited = try GatewayAccess.client(arguments).hasPublishableKey
        return Payment.show(
            intent, "done", refunds: isLimited ? [] : try await refunds(of: intent.id, arguments), output)
    }

    private static func refunds(of id: String, _ arguments: Arguments) async throws -> [Refund] {
        let client = try GatewayAccess.client(arguments)
        return try await ListPage.all { query throws(GatewayError) in
            try await client.listRefunds(paymentIntent: id, query)
        }
    }

    /// Shows the journal's record of a stored payment, and its PaymentIntent once there is one.
    private static func showStored(_ id: String, _ arguments: Arguments, _ output: Output) async throws -> ExitCode {
        let path = try JournalAccess.readPath(arguments)
        let (records, damage) = try await JournalInspector(path: path).records()
        try DamagedJournal.expectNone(damage, path)
        guard let payment = OfflinePayment.all(in: records).first(where: { $0.id == id }) else {
            throw CommandLineError("the journal \(path) tells nothing of \(id)")
        }
        let report = OfflineReport(payment)
        output.line(report.line)
        guard let charged = payment.intentID else {
            output.object(IntentReport(outcome: "done", offline: report))
            return .done
        }
        let intent = try await Payment.looker(arguments).retrievePaymentIntent(id: charged)
        return Payment.show(
            intent, "done", refunds: try await refunds(of: charged, arguments), output, offline: report)
    }
}

enum CaptureCommand: Command {
    static let name = "capture"
    static let summary = "capture a held approval, all of it or a part"
    static let operands: [any DeclaredOperand] = [Payment.id]
    private static let fee = Option(
        "fee", "A", "what the platform keeps of it; the payment's own fee when left out", as: .text)
    static let options: [any DeclaredOption] = [Payment.amount, fee, Waiting.option] + Payment.options
    static let notes = JournalAccess.notes

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let id = try arguments[Payment.id]
        return try await Payment.withTerminal(arguments, policy: Waiting.policy) { terminal in
            await Waiting.bounded(arguments) { await terminal.waitForRecovery() }
            let intent = try await terminal.retrievePaymentIntent(id: id)
            let fee = try arguments[Self.fee].map { try Amount(parsing: $0, currency: intent.amount.currency) }
            let captured = try await terminal.capturePaymentIntent(
                intent, amount: Payment.amount(arguments, of: intent), applicationFee: fee)
            return try await MoneyRequests.claiming(output) {
                (Payment.show(captured, "captured", output), captured)
            } claim: { captured in
                try await terminal.claim(captured)
            }
        }
    }
}

/// The command that raises a hold.
enum IncrementCommand: Command {
    static let name = "increment"
    static let summary = "raise a held approval to a larger total"
    static let operands: [any DeclaredOperand] = [Payment.id]
    static let total = Option(
        "amount", "A", "the new total of the hold, not the difference, such as 15.00", as: .text)
    static let options: [any DeclaredOption] = [total, Waiting.option] + Payment.options
    static let notes = """
        The card's issuer is asked for more. If it refuses, the earlier hold stands. The payment must have asked for that
        when it was made: tender sale --capture manual --authorization incremental.

        \(JournalAccess.notes)
        """

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let id = try arguments[Payment.id]
        guard let text = arguments[total] else {
            throw CommandLineError("say with --amount to what total the hold is to be raised")
        }
        return try await Payment.withTerminal(arguments, policy: Waiting.policy) { terminal in
            await Waiting.bounded(arguments) { await terminal.waitForRecovery() }
            let intent = try await terminal.retrievePaymentIntent(id: id)
            let amount = try MoneyOptions.positive(text, total, intent.amount.currency)
            let raised = try await terminal.incrementAuthorization(intent, amount: amount)
            return try await MoneyRequests.claiming(output) {
                (Payment.show(raised, "raised", output), raised)
            } claim: { raised in
                try await terminal.claim(raised)
            }
        }
    }
}

/// The command that cancels a payment and releases its hold.
enum CancelCommand: Command {
    static let name = "cancel"
    static let summary = "cancel a payment and release its hold"
    static let operands: [any DeclaredOperand] = [Payment.id]
    static let options: [any DeclaredOption] = [Waiting.option] + Payment.options
    static let notes = JournalAccess.notes

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let id = try arguments[Payment.id]
        return try await Payment.withTerminal(arguments, policy: Waiting.policy) { terminal in
            await Waiting.bounded(arguments) { await terminal.waitForRecovery() }
            let intent = try await terminal.retrievePaymentIntent(id: id)
            return Payment.show(try await terminal.cancelPaymentIntent(intent), "canceled", output)
        }
    }
}

enum RefundCommand: Command {
    static let name = "refund"
    static let summary = "refund a payment, all of it or a part"
    static let operands: [any DeclaredOperand] = [Payment.id]
    static let reverseTransfer = Option(
        flag: "reverse-transfer", "take the connected account's part back too")
    /// Where the card is presented; a ZVT terminal refunds by itself.
    private static let reader = Option(
        "reader", "READER",
        "where the card is presented: simulated, usb[:ID][#SLOT], serial:PATH, internet[:ID]; or a ZVT terminal",
        as: .text)
    static let options: [any DeclaredOption] =
        [Payment.amount, reverseTransfer, Payment.refundFee, reader, RefundAtReader.card, RefundAtReader.limit]
        + GatewayAccess.options + [JournalAccess.option, Output.json]
    static let notes = """
        With --reader the customer presents the card, as Interac requires; ID may be a charge, ch_…, then. Whoever repeats the
        command is asked for no second card. The customer's cancel at the reader refunds nothing (3).
        A ZVT terminal, tcp:HOST:PORT or serial:PATH,zvt, refunds by itself in place of the gateway.
        tender refund cancel REFUND cancels a refund that still waits for the customer.

        \(MoneyRequests.notes)

        \(JournalAccess.notes)
        """

    private struct Report: Encodable {
        var outcome: String
        var refund: Refund?
        var wasAskedBefore = false
        var message: String?

        enum CodingKeys: String, CodingKey {
            case outcome, refund, message
            case wasAskedBefore = "was_asked_before"
        }
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let id = try arguments[Payment.id]
        if let name = arguments[reader] {
            guard let address = ReaderAddress(name), address.chipModel == nil else {
                throw CommandLineError(
                    "--reader takes simulated, usb[:ID][#SLOT], serial:PATH[,neo|zvt], tcp:HOST:PORT[,zvt|neo] or internet[:ID], "
                        + "not '\(name)'")
            }
            if address.dialect != .zvt {
                return try await RefundAtReader(address, arguments, output).run(wish(arguments))
            }
        }
        return try await Payment.withTerminal(arguments, policy: MoneyRequests.policy) { terminal in
            let intent = try await terminal.retrievePaymentIntent(id: id)
            let parameters = RefundParameters(
                paymentIntent: id, amount: try Payment.amount(arguments, of: intent), reason: .requestedByCustomer,
                reversesTransfer: arguments[Self.reverseTransfer],
                refundsApplicationFee: arguments[Payment.refundFee])
            let before = try await terminal.openRefund(parameters)
            MoneyRequests.remark(before, "refund", output)
            return try await MoneyRequests.claiming(output) {
                try await tell(terminal.refund(parameters), wasAskedBefore: before != nil, output)
            } claim: { refund in
                try await terminal.claim(refund)
            }
        }
    }

    /// Returns the refund of a payment or a charge for a card that is presented.
    private static func wish(_ arguments: Arguments) async throws -> RefundParameters {
        let id = try arguments[Payment.id]
        let isCharge = id.hasPrefix("ch_") || id.hasPrefix("py_")
        var wish = RefundParameters(
            paymentIntent: isCharge ? nil : id, charge: isCharge ? id : nil, reason: .requestedByCustomer,
            reversesTransfer: arguments[reverseTransfer], refundsApplicationFee: arguments[Payment.refundFee])
        guard let part = arguments[Payment.amount] else { return wish }
        let client = try GatewayAccess.client(arguments)
        let currency =
            isCharge
            ? try await client.retrieveCharge(id).amount.currency
            : try await client.retrievePaymentIntent(PaymentIntentReference(id: id)).amount.currency
        wish.amount = try MoneyOptions.positive(part, Payment.amount, currency)
        return wish
    }

    /// Reports the outcome; returns the refund that was shown, if any.
    static func tell(
        _ outcome: RefundOutcome, wasAskedBefore: Bool = false, _ output: Output
    ) -> (ExitCode, Refund?) {
        let (word, refund, code): (String, Refund, ExitCode)
        switch outcome {
        case .succeeded(let made): (word, refund, code) = ("refunded", made, .done)
        case .pending(let made): (word, refund, code) = ("pending", made, .done)
        case .failed(let made): (word, refund, code) = ("failed", made, .refused)
        case .unknown(let key):
            let message = """
                what became of the refund is not known; it was sent under the key \(key). The same command continues it, \
                and gives nothing back twice; tender pending lists it until then
                """
            output.remark("tender: \(message)")
            output.object(Report(outcome: "unknown", wasAskedBefore: wasAskedBefore, message: message))
            return (.unknown, nil)
        }
        output.line("\(refund.id)  \(refund.amount)  \(refund.status)")
        if let reason = refund.failureReason { output.line("  failed    \(reason)") }
        output.object(Report(outcome: word, refund: refund, wasAskedBefore: wasAskedBefore))
        return (code, refund)
    }
}
