import CommandLineOptions
import FoundationEssentials
import Tender

/// The command that lists what cardholders dispute.
enum DisputeListCommand: ListCommand {
    static let name = "dispute list"
    static let summary = "list disputes, newest first"
    private static let payment = Option("payment", "ID", "those of one payment, pi_…", as: .text)
    static let filters: [any DeclaredOption] = [payment, MarketplaceOptions.account]

    static func page(_ query: ListQuery, _ arguments: Arguments) async throws -> ListPage<Dispute> {
        try await MarketplaceOptions.client(arguments).listDisputes(paymentIntent: arguments[payment], query)
    }

    static func nothing(_ arguments: Arguments) -> String { "No disputes." }

    static func line(_ dispute: Dispute) -> String { dispute.line }
}

/// The command that shows where a dispute stands.
enum DisputeShowCommand: RequestCommand {
    typealias Object = Dispute

    static let name = "dispute show"
    static let summary = "show where a dispute stands, and until when evidence is taken"
    static let operands: [any DeclaredOperand] = [Dispute.operand]
    static let details: [any DeclaredOption] = [MarketplaceOptions.account]

    static func request(_ arguments: Arguments) async throws -> Dispute {
        try await MarketplaceOptions.client(arguments).retrieveDispute(arguments[Dispute.operand])
    }
}

/// The command that saves evidence, which the bank does not see yet.
enum DisputeEvidenceCommand: RequestCommand {
    typealias Object = Dispute

    static let name = "dispute evidence"
    static let summary = "save evidence about a dispute; the bank does not see it yet"
    static let operands: [any DeclaredOperand] = [Dispute.operand]
    static let details: [any DeclaredOption] = [DisputeOptions.evidence, MarketplaceOptions.account]
    static let notes = """
        Example: tender dispute evidence dp_… --evidence customer_name="Ann Lee" --evidence receipt=file_… --gateway URL
        An empty text removes a piece. tender dispute submit hands all of it to the bank.
        \(DisputeOptions.names)
        """

    static func request(_ arguments: Arguments) async throws -> Dispute {
        let evidence = try DisputeOptions.evidence(arguments)
        guard !evidence.isEmpty else { throw CommandLineError("give what is to be saved: --evidence NAME=TEXT") }
        return try await MarketplaceOptions.client(arguments).saveDisputeEvidence(
            arguments[Dispute.operand], evidence, key: GatewayAccess.makeKey("evidence"))
    }
}

/// The command that hands the evidence to the bank.
enum DisputeSubmitCommand: MoneyCommand {
    typealias Object = Dispute

    static let name = "dispute submit"
    static let summary = "submit the evidence about a dispute to the bank, once and for good"
    static let operands: [any DeclaredOperand] = [Dispute.operand]
    static let details: [any DeclaredOption] = [DisputeOptions.evidence, MarketplaceOptions.account]
    static let introduction = "What tender dispute evidence saved is part of it.\n\(DisputeOptions.names)"

    static func call(_ arguments: Arguments) async throws -> MoneyCall {
        try .disputeSubmission(
            arguments[Dispute.operand], evidence: DisputeOptions.evidence(arguments),
            account: arguments[MarketplaceOptions.account])
    }
}

/// The command that accepts a dispute as lost.
enum DisputeCloseCommand: MoneyCommand {
    typealias Object = Dispute

    static let name = "dispute close"
    static let summary = "accept a dispute as lost: its money stays with the cardholder, for good"
    static let operands: [any DeclaredOperand] = [Dispute.operand]
    static let details: [any DeclaredOption] = [MarketplaceOptions.account]

    static func call(_ arguments: Arguments) async throws -> MoneyCall {
        try .disputeClosing(arguments[Dispute.operand], account: arguments[MarketplaceOptions.account])
    }
}

/// The shared parts of the commands on disputes.
enum DisputeOptions {
    static let evidence = Option(
        repeated: "evidence", "NAME=TEXT", "a piece of evidence; can be given several times", as: .text)

    static var names: String {
        "Evidence: " + DisputeEvidenceName.allCases.map(\.rawValue).joined(separator: ", ") + "."
    }

    /// Returns the evidence that the options say.
    static func evidence(_ arguments: Arguments) throws -> DisputeEvidence {
        var found: DisputeEvidence = [:]
        for text in arguments[evidence] {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, let name = DisputeEvidenceName(rawValue: parts[0]) else {
                throw CommandLineError("--evidence takes NAME=TEXT, not '\(text)': see tender dispute evidence --help")
            }
            found[name] = parts[1]
        }
        return found
    }
}

extension Dispute {
    /// The operand that names one.
    fileprivate static let operand = Operand("ID", "dispute id", as: .text)

    /// One line for people.
    fileprivate var line: String { "\(id)  \(amount)  \(status)  \(reason)" }

    /// The facts that interest people.
    fileprivate var lines: [String?] {
        let due = evidenceDetails.dueBy.map {
            Date(timeIntervalSince1970: Double($0)).formatted(.iso8601.year().month().day())
        }
        return [
            line.withoutControls,
            "  payment   \(paymentIntent ?? charge)",
            status.takesEvidence ? due.map { "  answer by \($0)" } : nil,
            evidence.isEmpty ? nil : "  evidence  \(evidence.keys.map(\.rawValue).sorted().joined(separator: ", "))",
        ]
    }
}

extension ObjectCommand where Object == Dispute {
    static func lines(_ dispute: Dispute) -> [String?] { dispute.lines }
}
