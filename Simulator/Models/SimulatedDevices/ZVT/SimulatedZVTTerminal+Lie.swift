import TenderReaders

extension SimulatedZVTTerminal {
    /// A false status of success for a command that moves money, sent once: the newest receipt remains the truth.
    ///
    /// Its text is `KIND`, or `KIND:done` for a command that is carried out all the same.
    public struct Lie: Hashable, Sendable {
        /// The kind of lie.
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            /// The newest receipt from before.
            case sameReceipt = "same-receipt"
            /// A receipt that is older still.
            case oldReceipt = "old-receipt"
            /// A receipt that is not due for a while.
            case receiptAhead = "receipt-ahead"
            /// No receipt.
            case noReceipt = "no-receipt"
            /// Another currency.
            case otherCurrency = "other-currency"
            /// Another amount.
            case otherAmount = "other-amount"
            /// Another terminal.
            case otherTerminal = "other-terminal"
            /// The reversal of a transaction that the command is not about.
            case otherOriginal = "other-original"
        }

        /// The kind.
        public var kind: Kind
        /// Whether the command is carried out all the same.
        public var isCarriedOut: Bool

        /// Creates a lie.
        public init(_ kind: Kind, isCarriedOut: Bool = false) {
            self.kind = kind
            self.isCarriedOut = isCarriedOut
        }

        /// Parses the text of a lie, or returns `nil` if it is not one.
        public init?(_ text: String) {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard let kind = Kind(rawValue: String(parts[0])), parts.count == 1 || parts.dropFirst() == ["done"] else {
                return nil
            }
            self.init(kind, isCarriedOut: parts.count == 2)
        }

        /// Returns the status to send instead of the truth.
        ///
        /// - Parameter lastReceipt: The newest receipt number before the command.
        func status(_ truth: ZVTStatus, lastReceipt: Int) -> ZVTStatus {
            var told = truth
            switch kind {
            case .sameReceipt: told.receipt = lastReceipt
            case .oldReceipt: told.receipt = (lastReceipt + 9997) % 9999 + 1
            case .receiptAhead: told.receipt = (lastReceipt + 7) % 9999 + 1
            case .noReceipt: told.receipt = nil
            case .otherCurrency: told.currency = truth.currency == "840" ? "978" : "840"
            case .otherAmount: told.amount = (truth.amount ?? 0) + 1
            case .otherTerminal: told.terminalID = truth.terminalID == "99999999" ? "99999998" : "99999999"
            case .otherOriginal: told.originalTrace = 7
            }
            return told
        }
    }
}
