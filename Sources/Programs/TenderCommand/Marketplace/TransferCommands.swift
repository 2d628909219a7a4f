import Tender

/// The command that sends money to a connected account.
enum TransferCreateCommand: Command {
    static let name = "transfer create"
    static let summary = "send a seller their part of a sale, or money of the balance"
    static let operands = "--amount A --to ACCT [--from ID] [--group G] --gateway URL"
    static let options =
        [
            MarketplaceOptions.amount, MarketplaceOptions.currency,
            Option("to", "ACCT", "the connected account (required)"),
            Option("from", "ID", "the payment (pi_…) or charge (ch_…) whose money it is; else the available balance"),
            Option("group", "G", "ties transfers to one sale"),
            Option("description", "TEXT", "a text for people"),
        ] + MoneyRequests.options
    static let notes = """
        Example, a ticket of two sellers: tender transfer create --amount 70.00 --to acct_1 --from pi_… --gateway URL
                                          tender transfer create --amount 20.00 --to acct_2 --from pi_… --gateway URL
        With --from the money of the sale need not be available yet, and no more than it took can be sent on.

        \(MoneyRequests.notes)

        \(JournalAccess.notes)
        """

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        try options.expectNoOperands()
        let amount = try MarketplaceOptions.neededAmount(options)
        guard let destination = try MarketplaceOptions.account("to", options) else {
            throw CommandLineError("--to is needed: the connected account that the money goes to")
        }
        let source = try await charge(options.value("from"), GatewayAccess.client(options))
        let call = try MoneyCall.transfer(
            TransferParameters(
                amount, to: destination, sourceTransaction: source, transferGroup: options.value("group"),
                description: options.value("description")))
        return try await MoneyRequests.make(call, options, output) { object in
            let transfer: Transfer = try object.decode()
            return MarketplaceOptions.show(transfer, transfer.lines, output)
        }
    }

    /// Returns the charge that an id names: its own, or the newest of a payment.
    private static func charge(_ id: String?, _ client: PaymentsClient) async throws -> String? {
        guard let id, id.hasPrefix("pi_") else { return id }
        let intent = try await client.retrievePaymentIntent(PaymentIntentReference(id: id))
        guard intent.status == .succeeded, let charge = intent.latestCharge?.id else {
            throw CommandLineError("the payment \(id) is \(intent.status): nothing of it can be sent on")
        }
        return charge
    }
}

enum TransferListCommand: Command {
    static let name = "transfer list"
    static let summary = "list transfers, newest first"
    static let operands = "[--to ACCT] [--group G] --gateway URL"
    static let options =
        [Option("to", "ACCT", "those to one account"), Option("group", "G", "those of one group")]
        + MarketplaceOptions.paging + GatewayAccess.commandOptions

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        try options.expectNoOperands()
        let page = try await GatewayAccess.client(options).listTransfers(
            destination: MarketplaceOptions.account("to", options), transferGroup: options.value("group"),
            MarketplaceOptions.query(options))
        return MarketplaceOptions.show(page, "No transfers.", output, \.line)
    }
}

/// The command that reverses a transfer.
enum TransferReverseCommand: Command {
    static let name = "transfer reverse"
    static let summary = "take a transfer back, all that is left of it or a part"
    static let operands = "ID [--amount A] --gateway URL"
    static let options =
        [
            Option("amount", "A", "how much, in the transfer's currency; all that is left when left out"),
            Option("refund-fee", nil, "give the platform's fee back in proportion"),
        ] + MoneyRequests.options
    static let notes = "\(MoneyRequests.notes)\n\n\(JournalAccess.notes)"

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        let id = try options.operand("transfer id")
        let transfer = try await GatewayAccess.client(options).retrieveTransfer(id)
        let amount = try options.value("amount").map { try Amount(parsing: $0, currency: transfer.amount.currency) }
        let call = try MoneyCall.reversal(of: id, amount: amount, refundsFee: options.isGiven("refund-fee"))
        return try await MoneyRequests.make(call, options, output) { object in
            let reversal: TransferReversal = try object.decode()
            return MarketplaceOptions.show(
                reversal, ["\(reversal.id)  \(reversal.amount)  back from \(transfer.destination)"], output)
        }
    }
}

extension Transfer {
    /// One line for people.
    fileprivate var line: String {
        let back = amountReversed.minorUnits == 0 ? "" : ", \(amountReversed) taken back"
        return "\(id)  \(amount)  to \(destination)\(back)"
    }

    /// The facts that interest people.
    fileprivate var lines: [String?] {
        [
            line, sourceTransaction.map { "  from      \($0)" }, transferGroup.map { "  group     \($0)" },
            destinationPayment.map { "  there     \($0)" },
        ]
    }
}
