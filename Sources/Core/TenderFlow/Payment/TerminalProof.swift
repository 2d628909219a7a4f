import TenderModel

/// What a terminal's statement proves about a command: a single rule for immediate results and for later queries.
public enum TerminalProof: Hashable, Sendable {
    /// The command was carried out.
    case executed
    /// The terminal reports that it did nothing.
    case notExecuted
    /// Nothing: a statement that does not match may belong to another transaction.
    case nothing(Misfit)

    /// What does not match.
    public enum Misfit: String, Hashable, Sendable, CaseIterable {
        /// The statement says neither that it was done nor that it was not.
        case result
        /// A different terminal says it, or an unknown one.
        case terminal
        /// The amount differs or is missing.
        case amount
        /// The currency differs.
        case currency
        /// The receipt does not directly follow the newest one from before, or is missing.
        case receipt
        /// It reverses a transaction that the command is not about.
        case original

        /// The end of a sentence for people.
        public var sentence: String {
            switch self {
            case .result: "it does not say how it ended"
            case .terminal: "another terminal says so, or it does not say which one it is"
            case .amount: "it states another amount"
            case .currency: "it states another currency"
            case .receipt: "it does not state the receipt number that was due"
            case .original: "it reports a transaction that was reversed"
            }
        }
    }
}

extension TerminalCommand {
    /// The receipt number that it gets if it is carried out; `nil` if the previous one is unknown.
    public var nextReceipt: Int? {
        guard let lastReceipt, (0...9999).contains(lastReceipt) else { return nil }
        return lastReceipt % 9999 + 1
    }

    /// Whether it changes an earlier transaction, whose trace number its receipt may contain.
    var isAboutAnother: Bool {
        switch kind {
        case .sale, .hold, .refund: false
        case .capture, .release, .reversal: true
        }
    }
}

extension TerminalStatement {
    /// Returns what it proves about a command.
    ///
    /// - Parameter original: The trace number of the transaction that the command is about, if known.
    public func proof(of command: TerminalCommand, original: Int?) -> TerminalProof {
        guard tellsResult else { return .nothing(.result) }
        guard let provenance else { return proofWithoutProvenance(of: command) }
        guard provenance.terminal == command.terminal else { return .nothing(.terminal) }
        guard provenance.currency == nil || provenance.currency == command.amount.currency.number else {
            return .nothing(.currency)
        }
        guard isSuccess else {
            return amount == nil || amount == command.amount.minorUnits ? .notExecuted : .nothing(.amount)
        }
        guard amount == command.amount.minorUnits else { return .nothing(.amount) }
        guard let receipt, receipt == command.nextReceipt else { return .nothing(.receipt) }
        return takesBack(provenance.originalTrace, command, original) ? .nothing(.original) : .executed
    }

    /// Returns whether it reports the reversal of a transaction that the command is not about; zeros mean none.
    private func takesBack(_ told: Int?, _ command: TerminalCommand, _ original: Int?) -> Bool {
        guard let told, told != 0 else { return false }
        return !command.isAboutAnother || original.map { $0 != told } ?? false
    }

    /// Judges a record of a version that stored less by the rule of that version: what people were told remains true.
    private func proofWithoutProvenance(of command: TerminalCommand) -> TerminalProof {
        guard isSuccess else { return .notExecuted }
        guard amount == command.amount.minorUnits else { return .nothing(.amount) }
        return receipt == nil || receipt != command.lastReceipt ? .executed : .nothing(.receipt)
    }
}
