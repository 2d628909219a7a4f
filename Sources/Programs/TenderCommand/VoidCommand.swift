import CommandLineOptions
import Tender

/// The command that gives all of a payment back, whichever way its state allows.
enum VoidCommand: Command {
    static let name = "void"
    static let summary = "release a payment's hold, or refund what was captured"
    static let operands: [any DeclaredOperand] = [Payment.id]
    static let options: [any DeclaredOption] =
        [RefundCommand.reverseTransfer, Payment.refundFee, Waiting.option] + Payment.options
    static let notes = "\(MoneyRequests.notes)\n\n\(JournalAccess.notes)"

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let id = try arguments[Payment.id]
        return try await Payment.withTerminal(arguments, policy: MoneyRequests.policy) { terminal in
            await Waiting.bounded(arguments) { await terminal.waitForRecovery() }
            return try await MoneyRequests.claiming(output) {
                let outcome = try await terminal.voidPayment(
                    id: id, reversesTransfer: arguments[RefundCommand.reverseTransfer],
                    refundsApplicationFee: arguments[Payment.refundFee])
                switch outcome {
                case .released(let intent): return (Payment.show(intent, "released", output), nil)
                case .refunded(let refund): return RefundCommand.tell(refund, output)
                }
            } claim: { refund in
                try await terminal.claim(refund)
            }
        }
    }
}
