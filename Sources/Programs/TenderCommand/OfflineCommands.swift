import CommandLineOptions
import Tender
import TenderService

/// The shared parts of the commands on offline payments.
private enum Offline {
    static let id = Operand("ID", "local id of an offline payment, or of a card to be saved", as: .text)
    static let options: [any DeclaredOption] = GatewayAccess.requiredOptions + [JournalAccess.option, Output.json]

    private struct Done: Encodable {
        var outcome: String
        var id: String
    }

    static func command(
        _ arguments: Arguments, _ word: String, _ output: Output, _ body: (Terminal, String) async throws -> Void
    ) async throws -> ExitCode {
        let id = try arguments[id]
        return try await Payment.withJournal(arguments) { terminal, _ in
            try await body(terminal, id)
            output.line("\(id) is \(word).")
            output.object(Done(outcome: word, id: id))
            return .done
        }
    }
}

/// The command that lists unresolved offline payments.
enum OfflineListCommand: Command {
    static let name = "offline list"
    static let summary = "list what was accepted offline and is not resolved, or was lost"
    static let options: [any DeclaredOption] =
        GatewayAccess.options + [JournalAccess.option, Output.json]
    static let notes = "Without --gateway the journal that --journal names is only read.\n\n\(JournalAccess.notes)"

    private struct Report: Encodable {
        var outcome = "done"
        var totals: [Amount]
        var payments: [OfflineReport]
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        guard arguments.isGiven(GatewayAccess.gateway) else { return tell(try await read(arguments), output) }
        return try await Payment.withJournal(arguments) { terminal, journal in
            tell(try await journal.openPayments().filter { $0.isStoredOffline || $0.isLoss }, output)
        }
    }

    private static func read(_ arguments: Arguments) async throws -> [PaymentHistory] {
        guard let path = arguments[JournalAccess.option] else {
            throw CommandLineError("--gateway URL or --journal FILE is required")
        }
        let (records, report) = try await JournalInspector(path: path).records()
        guard report.isClean else {
            throw CommandLineError("the journal \(path) is damaged: see tender journal verify \(path)")
        }
        var histories: [String: PaymentHistory] = [:]
        for record in records where record.entry.shopRecord == nil {
            let id = record.entry.intentID
            if histories[id]?.apply(record) == nil { histories[id] = PaymentHistory(record) }
        }
        return histories.values.filter { $0.isStoredOffline || $0.isLoss }.sorted { $0.sequence < $1.sequence }
    }

    private static func tell(_ histories: [PaymentHistory], _ output: Output) -> ExitCode {
        let payments = histories.compactMap { OfflineReport($0) }
        let totals = OfflineStatus(histories.compactMap(\.offline)).totals
        for payment in payments { output.line(payment.line) }
        let sums = totals.map { "\($0)" }.joined(separator: ", ")
        let lost = histories.count(where: \.isLoss)
        let stored = "\(payments.count - lost) stored" + (sums.isEmpty ? "" : ": \(sums)")
        output.line(lost == payments.count ? "Nothing is stored offline." : stored)
        let unpaid = histories.count { $0.isLoss && $0.offline?.sale.setup == nil }
        if unpaid > 0 {
            output.line("\(unpaid) never paid, though the goods are gone: tender resolve ID --acknowledge")
        }
        if lost > unpaid { output.line("\(lost - unpaid) not saved: tender resolve ID --acknowledge") }
        output.object(Report(totals: totals, payments: payments))
        return .done
    }
}

/// The command that forwards offline payments.
enum OfflineForwardCommand: Command {
    static let name = "offline forward"
    static let summary = "forward what was accepted offline to the gateway"
    static let options: [any DeclaredOption] = Offline.options + [Waiting.option]
    static let notes = """
        Each payment is charged once, and each card saved once, whatever is interrupted. Ends with 0 when all were
        approved or saved, with 2 when one was declined, and with 4 when something is left: because the gateway cannot
        be reached, or for a person to look at.

        \(JournalAccess.notes)
        """

    private struct Report: Encodable {
        var outcome: String
        var forwarded: [OfflineReport]
        var left: [OfflineReport]
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        return try await Payment.withJournal(arguments, policy: Waiting.policy) { terminal, journal in
            let log = EventLog(terminal, output)
            let before = try await terminal.offlinePayments().map(\.id) + terminal.offlineSetups().map(\.id)
            await terminal.forwardNow()
            await Waiting.bounded(arguments) { await terminal.waitForForwarding() }
            await terminal.flushJournal()
            var reports: [OfflineReport] = []
            for id in before {
                if let report = try await journal.history(of: id).flatMap({ OfflineReport($0) }) {
                    reports.append(report)
                }
            }
            withExtendedLifetime(log) {}
            return tell(reports, output)
        }
    }

    private static func tell(_ reports: [OfflineReport], _ output: Output) -> ExitCode {
        let left = reports.filter(\.isLeft)
        let isDeclined = reports.contains { if case .declined = $0.standing { true } else { false } }
        for report in reports { output.line(report.line) }
        output.line("\(reports.count - left.count) forwarded, \(left.count) left.")
        if isDeclined { output.line("What was declined is lost until somebody acknowledges it: tender pending") }
        output.object(
            Report(
                outcome: left.isEmpty ? (isDeclined ? "declined" : "done") : "unknown",
                forwarded: reports.filter { !$0.isLeft }, left: left))
        return left.isEmpty ? (isDeclined ? .declined : .done) : .unknown
    }
}

/// The command that quarantines a payment.
enum OfflineQuarantineCommand: Command {
    static let name = "offline quarantine"
    static let summary = "set what was accepted offline aside: it is not forwarded until released"
    static let operands: [any DeclaredOperand] = [Offline.id]
    static let options: [any DeclaredOption] = Offline.options
    static let notes = JournalAccess.notes

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        try await Offline.command(arguments, "quarantined", output) { try await $0.quarantine($1) }
    }
}

/// The command that releases a quarantined payment for forwarding.
enum OfflineReleaseCommand: Command {
    static let name = "offline release"
    static let summary = "release what was accepted offline and set aside"
    static let operands: [any DeclaredOperand] = [Offline.id]
    static let options: [any DeclaredOption] = Offline.options
    static let notes = JournalAccess.notes

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        try await Offline.command(arguments, "released", output) { try await $0.release($1) }
    }
}

/// The command that deletes a payment that was never sent.
enum OfflineDeleteCommand: Command {
    static let name = "offline delete"
    static let summary = "delete what was accepted offline, and no issuer was asked about"
    static let operands: [any DeclaredOperand] = [Offline.id]
    private static let by = Option(
        "by", "NAME", "who deletes it, for the journal", as: .text, default: "the command line")
    static let options: [any DeclaredOption] =
        [by] + Offline.options
    static let notes = "The record stays; the card data goes.\n\n\(JournalAccess.notes)"

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let person = arguments[by]
        return try await Offline.command(arguments, "deleted", output) { try await $0.deleteOffline($1, by: person) }
    }
}

/// The command that writes the stored payments as lines of JSON.
enum OfflineExportCommand: Command {
    static let name = "offline export"
    static let summary = "print offline payments as lines of JSON, without card data and cards to be saved"
    static let options: [any DeclaredOption] = Offline.options
    static let notes = JournalAccess.notes

    private struct Report: Encodable {
        var outcome = "done"
        var lines: [String]
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        return try await Payment.withJournal(arguments) { terminal, _ in
            let lines = try await terminal.exportOffline().split(separator: "\n").map(String.init)
            for line in lines { output.line(line) }
            output.object(Report(lines: lines))
            return .done
        }
    }
}
