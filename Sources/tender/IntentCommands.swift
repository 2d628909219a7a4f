import Tender

/// What the commands on an existing payment share.
private enum Payment {
    static let options = GatewayAccess.options + [.json]
    static let amount = Option("amount", "A", "a part of it, such as 4.50; all of it when left out")

    static func terminal(_ options: Options) throws -> Terminal {
        Terminal(
            configuration: .init(
                gateway: try GatewayAccess.client(options), readerSource: NoReaders(), journal: InMemoryJournal()
            )
        )
    }

    static func amount(_ options: Options, of intent: PaymentIntent) throws -> Amount? {
        try options.value(amount.name).map { text in
            let amount = try Amount(parsing: text, currency: intent.amount.currency)
            guard amount.minorUnits > 0 else { throw CommandLineError("--amount \(text) must be above zero") }
            return amount
        }
    }

    static func show(_ intent: PaymentIntent, _ outcome: String, _ output: Output) -> ExitCode {
        output.line("\(intent.id)  \(intent.amount)  \(intent.status)")
        if let captured = intent.amountReceived, captured.minorUnits > 0 { output.line("  captured  \(captured)") }
        if let held = intent.amountCapturable, held.minorUnits > 0 { output.line("  held      \(held)") }
        if let card = intent.card { output.line("  card      \(card.line)") }
        output.object(IntentReport(outcome: outcome, intent: intent.masked))
        return .done
    }
}

/// The JSON object of a command on a payment.
private struct IntentReport: Encodable {
    var outcome: String
    var intent: PaymentIntent
}

/// Shows a payment as the gateway knows it.
enum ShowCommand: Command {
    static let name = "show"
    static let summary = "show a payment as the gateway knows it"
    static let operands = "ID --gateway URL"
    static let options = Payment.options

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        let id = try options.operand("PaymentIntent id")
        let intent = try await Payment.terminal(options).retrievePaymentIntent(id: id)
        return Payment.show(intent, "done", output)
    }
}

/// Captures a held approval.
enum CaptureCommand: Command {
    static let name = "capture"
    static let summary = "capture a held approval, all of it or a part"
    static let operands = "ID [--amount A] --gateway URL"
    static let options = [Payment.amount] + Payment.options

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        let id = try options.operand("PaymentIntent id")
        let terminal = try Payment.terminal(options)
        let intent = try await terminal.retrievePaymentIntent(id: id)
        let captured = try await terminal.capturePaymentIntent(intent, amount: Payment.amount(options, of: intent))
        return Payment.show(captured, "captured", output)
    }
}

/// Cancels a payment and gives up what it holds.
enum CancelCommand: Command {
    static let name = "cancel"
    static let summary = "cancel a payment and give up what it holds"
    static let operands = "ID --gateway URL"
    static let options = Payment.options

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        let id = try options.operand("PaymentIntent id")
        let terminal = try Payment.terminal(options)
        let intent = try await terminal.retrievePaymentIntent(id: id)
        return Payment.show(try await terminal.cancelPaymentIntent(intent), "canceled", output)
    }
}

/// Gives money back.
enum RefundCommand: Command {
    static let name = "refund"
    static let summary = "give the money of a payment back, all of it or a part"
    static let operands = "ID [--amount A] --gateway URL"
    static let options = [Payment.amount] + Payment.options

    private struct Report: Encodable {
        var outcome: String
        var refund: Refund?
        var message: String?
    }

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        let id = try options.operand("PaymentIntent id")
        let terminal = try Payment.terminal(options)
        let intent = try await terminal.retrievePaymentIntent(id: id)
        let amount = try Payment.amount(options, of: intent)
        switch try await terminal.refund(
            RefundParameters(paymentIntent: id, amount: amount, reason: .requestedByCustomer))
        {
        case .succeeded(let refund): return show(refund, "refunded", .done, output)
        case .pending(let refund): return show(refund, "pending", .done, output)
        case .failed(let refund): return show(refund, "failed", .refused, output)
        case .unknown(let key):
            let message =
                "what became of the refund is not known; it was sent under the key \(key): look at tender show \(id) before sending another"
            output.remark(message)
            output.object(Report(outcome: "unknown", message: message))
            return .unknown
        }
    }

    private static func show(_ refund: Refund, _ outcome: String, _ code: ExitCode, _ output: Output) -> ExitCode {
        output.line("\(refund.id)  \(refund.amount)  \(refund.status)")
        if let reason = refund.failureReason { output.line("  failed    \(reason)") }
        output.object(Report(outcome: outcome, refund: refund))
        return code
    }
}
