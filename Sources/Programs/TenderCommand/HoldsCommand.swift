import CommandLineOptions
import Tender

/// The command that lists what is held and how long, and finishes what nobody finished.
enum HoldsCommand: Command {
    static let name = "holds"
    static let summary = "list what is held and until when; release or capture what nobody finished"

    /// An option that finishes holds by a rule.
    private struct Finishing {
        let option: Option<Int64?>
        let rule: @Sendable (Int64) -> HoldRule
    }

    private static let rules = [
        rule("release-older-than", "release holds that are at least this old, such as 5d or 36h", .release) {
            .olderThan($0)
        },
        rule("capture-older-than", "capture holds that are at least this old", .capture) { .olderThan($0) },
        rule("release-ending-within", "release holds that end within this time", .release) { .endsWithin($0) },
        rule("capture-ending-within", "capture holds that end within this time", .capture) { .endsWithin($0) },
    ]
    static let options: [any DeclaredOption] =
        rules.map { $0.option as any DeclaredOption } + GatewayAccess.options + [
            SemiIntegrated.option, JournalAccess.option, Waiting.option, Output.json,
        ]
    static let notes = """
        With --gateway the gateway is asked first what became of each hold; without, the journal that --journal names is
        only read. A hold is finished once the journal has the reason. What nobody was told of, and what is unknown, is left
        to a person: tender pending. Given again, the command goes on where it was.

        \(JournalAccess.notes)
        """

    private static func rule(
        _ name: String, _ text: String, _ action: HoldRule.Action,
        _ moment: @escaping @Sendable (Int64) -> HoldRule.Moment
    ) -> Finishing {
        Finishing(option: Option(name, "AGE", text, as: .age)) { HoldRule(action, moment($0)) }
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let rule = try chosen(arguments)
        guard arguments.isGiven(GatewayAccess.gateway) || arguments.isGiven(SemiIntegrated.option) else {
            guard rule == nil else { throw CommandLineError("--gateway URL is required to finish holds") }
            return try await read(arguments, output)
        }
        return try await Payment.withJournal(arguments, policy: Waiting.policy) { terminal, _ in
            await Waiting.bounded(arguments) { await terminal.waitForRecovery() }
            try await terminal.refreshHolds()
            return try await finish(terminal, rule, output)
        }
    }

    private static func chosen(_ arguments: Arguments) throws -> HoldRule? {
        let given = rules.compactMap { finishing in
            arguments[finishing.option].map(finishing.rule)
        }
        guard given.count < 2 else { throw CommandLineError("give one rule for holds, not \(given.count)") }
        return given.first
    }

    private static func read(_ arguments: Arguments, _ output: Output) async throws -> ExitCode {
        guard let path = arguments[JournalAccess.option] else {
            throw CommandLineError("--gateway URL or --journal FILE is required")
        }
        let (records, damage) = try await JournalInspector(path: path).records()
        try DamagedJournal.expectNone(damage, path)
        var histories: [String: PaymentHistory] = [:]
        for record in records where record.entry.shopRecord == nil {
            let id = record.entry.intentID
            if histories[id]?.apply(record) == nil { histories[id] = PaymentHistory(record) }
        }
        let holds = histories.values.sorted { $0.sequence < $1.sequence }.compactMap { Hold($0) }
        return tell(HoldsReport(holds, [], at: SystemWallClock().now()), output)
    }

    private static func finish(_ terminal: Terminal, _ rule: HoldRule?, _ output: Output) async throws -> ExitCode {
        let now = SystemWallClock().now()
        var finished: [HoldsReport.Finished] = []
        for hold in try await terminal.holds() {
            guard let rule, hold.mayBeFinished, rule.wait(hold, at: now).map({ $0 <= 0 }) == true else { continue }
            finished.append(await finish(hold, rule, terminal))
        }
        return tell(HoldsReport(try await terminal.holds(), finished, at: now), output)
    }

    private static func finish(_ hold: Hold, _ rule: HoldRule, _ terminal: Terminal) async -> HoldsReport.Finished {
        do {
            _ = try await terminal.finishHold(hold.intentID, by: rule)
            return HoldsReport.Finished(hold, rule, nil)
        } catch {
            return HoldsReport.Finished(hold, rule, Failure(error))
        }
    }

    private static func tell(_ report: HoldsReport, _ output: Output) -> ExitCode {
        report.tell(output)
        return report.exitCode
    }
}

/// A number of seconds, minutes, hours or days, as a person writes it.
enum Age {
    private static let units: [(String, Int64)] = [("min", 60), ("s", 1), ("h", 3600), ("d", 86_400)]
    private static let longest: Int64 = 3650 * 86_400

    /// Returns the seconds; `nil` if it is none.
    static func seconds(_ text: String) -> Int64? {
        guard let (unit, size) = units.first(where: { text.hasSuffix($0.0) }),
            let count = Int64(text.dropLast(unit.count)), (0...longest / size).contains(count)
        else { return nil }
        return count * size
    }

    /// Returns a time in its two largest units.
    static func words(_ seconds: Int64) -> String {
        let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60)
        if days > 0 { return "\(days) d \(hours) h" }
        return hours > 0 ? "\(hours) h \(minutes) min" : "\(minutes) min"
    }
}

extension OptionText where Value == Int64 {
    /// An age in seconds.
    static var age: OptionText {
        OptionText("a number and a unit, such as 5d, 36h, 90min or 30s", spelled: { "\($0)s" }) { Age.seconds($0) }
    }
}
