import CommandLineOptions
import Tender

/// The command that sends money to a connected account.
enum TransferCreateCommand: MoneyCommand {
    static let name = "transfer create"
    static let summary = "send a seller their part of a sale, or money of the balance"
    private static let destination = RequiredOption(
        "to", "ACCT", "the connected account that receives the money", as: .account, example: "acct_1")
    private static let from = Option(
        "from", "ID", "the payment (pi_…) or charge (ch_…) whose money it is; else the available balance", as: .text)
    private static let group = Option("group", "GROUP", "the group that ties transfers to one sale", as: .text)
    static let details: [any DeclaredOption] =
        [MoneyOptions.amount, MoneyOptions.currency, destination, from, group, CustomerOptions.description]
    static let introduction = """
        Example, a ticket of two sellers: tender transfer create --amount 70.00 --to acct_1 --from pi_… --gateway URL
                                          tender transfer create --amount 20.00 --to acct_2 --from pi_… --gateway URL
        With --from the money of the sale need not be available yet, and no more than it took can be sent on.
        """

    static func call(_ arguments: Arguments) async throws -> MoneyCall {
        let amount = try MoneyOptions.amount(arguments)
        let source = try await charge(arguments[from], GatewayAccess.client(arguments))
        return try .transfer(
            TransferParameters(
                amount, to: arguments[destination], sourceTransaction: source, transferGroup: arguments[group],
                description: arguments[CustomerOptions.description]))
    }

    static func lines(_ transfer: Transfer) -> [String?] { transfer.lines }

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

enum TransferListCommand: ListCommand {
    static let name = "transfer list"
    static let summary = "list transfers, newest first"
    private static let destination = Option("to", "ACCT", "those to one connected account", as: .account)
    private static let group = Option("group", "GROUP", "those of one group", as: .text)
    static let filters: [any DeclaredOption] = [destination, group]

    static func page(_ query: ListQuery, _ arguments: Arguments) async throws -> ListPage<Transfer> {
        try await GatewayAccess.client(arguments).listTransfers(
            destination: arguments[destination], transferGroup: arguments[group], query)
    }

    static func nothing(_ arguments: Arguments) -> String { "No transfers." }

    static func line(_ transfer: Transfer) -> String { transfer.line }
}

/// The command that reverses a transfer.
enum TransferReverseCommand: Command {
    static let name = "transfer reverse"
    static let summary = "reverse a transfer, all that is left of it or a part"
    private static let transfer = Operand("ID", "transfer id", as: .text)
    static let operands: [any DeclaredOperand] = [transfer]
    static let options: [any DeclaredOption] = [Payment.amount, Payment.refundFee] + MoneyRequests.options
    static let notes = "\(MoneyRequests.notes)\n\n\(JournalAccess.notes)"

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let id = try arguments[Self.transfer]
        let transfer = try await GatewayAccess.client(arguments).retrieveTransfer(id)
        let amount = try arguments[Payment.amount].map { try Amount(parsing: $0, currency: transfer.amount.currency) }
        let call = try MoneyCall.reversal(of: id, amount: amount, refundsFee: arguments[Payment.refundFee])
        return try await MoneyRequests.make(call, arguments, output) { object in
            let reversal: TransferReversal = try object.decode()
            return output.show(
                reversal, ["\(reversal.id)  \(reversal.amount)  back from \(transfer.destination)"])
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
