import CommandLineOptions
import Tender

/// The command that cancels a refund which waits for the customer.
enum RefundCancelCommand: MoneyCommand {
    static let name = "refund cancel"
    static let summary = "cancel a refund that still waits for the customer"
    private static let refund = Operand("REFUND", "refund id, re_…", as: .text)
    static let operands: [any DeclaredOperand] = [refund]
    static let details: [any DeclaredOption] = [MarketplaceOptions.account]
    static let introduction = """
        Some payment methods ask customers where their money is to go. Until they have answered, the refund's status is
        requires_action, and it can be canceled. A refund to a card cannot: it leaves at once.
        """

    static func call(_ arguments: Arguments) async throws -> MoneyCall {
        let refund = try await MarketplaceOptions.client(arguments).retrieveRefund(arguments[Self.refund])
        return try .refundCancellation(refund.id, account: arguments[MarketplaceOptions.account])
    }

    static func lines(_ refund: Refund) -> [String?] { ["\(refund.id)  \(refund.amount)  \(refund.status)"] }
}
