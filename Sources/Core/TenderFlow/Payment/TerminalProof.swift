import TenderModel

/// What a terminal's statement proves of a command: the one rule, for what is told at once and for what is asked later.
public enum TerminalProof: Hashable, Sendable {
    /// It was carried out.
    case executed
    /// The terminal says that it did nothing.
    case notExecuted
    /// Nothing: what does not fit may belong to another transaction.
    case nothing(Misfit)

    /// What does not fit.
    public enum Misfit: String, Hashable, Sendable, CaseIterable {
        /// It says neither that it was done nor that it was not.
        case result
        /// Another terminal says it, or nobody knows which one does.
        case terminal
        /// Another amount, or none.
        case amount
        /// Another currency.
        case currency
        /// Any receipt but the one that follows the newest from before, or none.
        case receipt
        /// It takes a transaction back that the command is not about.
        case original

        /// The end of a sentence for people.
        public var sentence: String {
            switch self {
            case .result: "it does not say how it ended"
            case .terminal: "another terminal says so, or it does not say which one it is"
            case .amount: "it tells another amount"
            case .currency: "it tells another currency"
            case .receipt: "it does not tell the receipt number that was due"
            case .original: "it tells of a transaction that was taken back"
            }
        }
    }
}

extension TerminalCommand {
    /// The receipt number that it gets when it is carried out; nil when nobody knows the one before.
    public var nextReceipt: Int? {
        guard let lastReceipt, (0...9999).contains(lastReceipt) else { return nil }
        return lastReceipt % 9999 + 1
    }

    /// Whether it changes an earlier transaction, whose trace its receipt may tell.
    var isAboutAnother: Bool {
        switch kind {
        case .sale, .hold, .refund: false
        case .capture, .release, .reversal: true
        }
    }
}

extension TerminalStatement {
    /// What it proves of a command.
    ///
    /// - Parameter original: the trace of the transaction that the command is about, where it is known.
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

    /// Whether it tells of the taking back of a transaction that the command is not about; zeros tell of none.
    private func takesBack(_ told: Int?, _ command: TerminalCommand, _ original: Int?) -> Bool {
        guard let told, told != 0 else { return false }
        return !command.isAboutAnother || original.map { $0 != told } ?? false
    }

    /// A record of a version that kept less is judged as it was then: what was told to people stays true.
    private func proofWithoutProvenance(of command: TerminalCommand) -> TerminalProof {
        guard isSuccess else { return .notExecuted }
        guard amount == command.amount.minorUnits else { return .nothing(.amount) }
        return receipt == nil || receipt != command.lastReceipt ? .executed : .nothing(.receipt)
    }
}
