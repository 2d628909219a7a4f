import CommandLineOptions
import Glibc
import Tender
import TenderCrypto
import TenderDevices

/// The command line: finds the command, runs it, and turns errors into words and exit codes.
@main struct TenderCommand {
    static let version = "0.1.0"

    static let commands: [any Command.Type] = [
        SaleCommand.self, RefundCommand.self, RefundCancelCommand.self, CaptureCommand.self, IncrementCommand.self,
        CancelCommand.self, VoidCommand.self, SetupCommand.self, SetupListCommand.self, ShowCommand.self,
        PaymentListCommand.self, ChargeListCommand.self,
        RefundListCommand.self,
        PendingCommand.self, HoldsCommand.self, ResolveCommand.self, ReconcileCommand.self, GatewayServeCommand.self,
        GatewayListenCommand.self, GatewayTriggerCommand.self, GatewayLogsCommand.self, GatewayEndpointsCommand.self,
        BackendServeCommand.self, BackendAddTillCommand.self, BackendRemoveTillCommand.self, BackendTestCommand.self,
        ServeCommand.self, ServeTokenAddCommand.self, ServeTokenListCommand.self, ServeTokenRevokeCommand.self,
        OpenAPICommand.self,
        UplinkCommand.self, UplinkHeadCommand.self, ChainInitCommand.self, ChainEnrollCommand.self,
        ChainStatusCommand.self, ChainSettleCommand.self, ChainBlockCommand.self, ChainRestoreCommand.self,
        ChainProjectCommand.self, ChainReportDayCommand.self, ChainReportArticlesCommand.self,
        ChainReportTaxesCommand.self, ChainReportCashiersCommand.self, ChainReportCashCommand.self,
        ChainPaymentsCommand.self, ChainReconcileCommand.self, ChainVerifyCommand.self, ChainServeCommand.self,
        ChainExportCommand.self, ChainPublishCommand.self, ChainKeyNewCommand.self,
        JournalVerifyCommand.self, JournalShowCommand.self, JournalRebindCommand.self, JournalArchiveCommand.self,
        SimulateCommand.self,
        OfflineListCommand.self, OfflineForwardCommand.self, OfflineQuarantineCommand.self,
        OfflineReleaseCommand.self, OfflineDeleteCommand.self, OfflineExportCommand.self,
        ReadersCommand.self, ReaderProbeCommand.self, ReaderExplainCommand.self, ReaderReadCommand.self,
        ReaderRebootCommand.self, ReaderSimulateCommand.self,
        APDUCommand.self, EMVDecodeCommand.self, EMVConfigurationCommand.self, CAKeyListCommand.self,
        CAKeyCheckCommand.self, CAKeyImportCommand.self,
        KeysLoadCommand.self, KeysListCommand.self, KeysRemoveCommand.self, UDevRulesCommand.self, DoctorCommand.self,
        ReportXCommand.self,
        ReportZCommand.self, ReportDayCommand.self,
        ReportSellersCommand.self,
        ReceiptCommand.self, TerminalLocationsCommand.self, TerminalLocationCreateCommand.self,
        TerminalLocationDeleteCommand.self, TerminalConfigurationsCommand.self, TerminalConfigurationShowCommand.self,
        TerminalConfigurationCreateCommand.self, TerminalConfigurationUpdateCommand.self,
        TerminalConfigurationDeleteCommand.self, TerminalReadersCommand.self, TerminalReaderRegisterCommand.self,
        TerminalReaderDeleteCommand.self, TerminalPresentCommand.self, TerminalCancelCommand.self,
        CustomerCreateCommand.self, CustomerShowCommand.self, CustomerListCommand.self,
        CustomerAddCardCommand.self, CustomerCardsCommand.self, CustomerDefaultCommand.self,
        CustomerRemoveCardCommand.self, CustomerShippingCommand.self, CustomerPayCommand.self,
        CustomerDeleteCommand.self,
        AccountCreateCommand.self, AccountListCommand.self, AccountShowCommand.self, AccountOnboardCommand.self,
        AccountLoginCommand.self, AccountBalanceCommand.self, AccountUpdateCommand.self, AccountDeleteCommand.self,
        PersonAddCommand.self, PersonListCommand.self, PersonShowCommand.self, PersonUpdateCommand.self,
        PersonRemoveCommand.self,
        DisputeListCommand.self, DisputeShowCommand.self, DisputeEvidenceCommand.self, DisputeSubmitCommand.self,
        DisputeCloseCommand.self,
        PayoutCreateCommand.self, PayoutListCommand.self, PayoutShowCommand.self, PayoutCancelCommand.self,
        TransferCreateCommand.self, TransferListCommand.self, TransferReverseCommand.self, LinkCreateCommand.self,
        LinkListCommand.self, LinkShowCommand.self, LinkDisableCommand.self,
        ShippingRateCreateCommand.self, ShippingRateListCommand.self, ShippingRateShowCommand.self,
        ShippingRateUpdateCommand.self, ErrorsCommand.self,
        CompletionCommand.self, ManualCommand.self,
    ]

    /// Runs the command as a task, while the main thread waits for signals.
    static func main() {
        StandardStreams.fill()
        OpenSSLProcess.keepUntilExit()
        signal(SIGPIPE, SIG_IGN)
        InterruptSignal.block()
        guard ProcessSettings.forbidDumps() else {
            Output(isJSON: false).remark("tender: core files cannot be forbidden on this system")
            exit(ExitCode.usage.rawValue)
        }
        let arguments = Array(CommandLine.arguments.dropFirst())
        // Detached: a task of this function would wait for the main thread.
        Task.detached {
            let code = await run(arguments)
            exit(Output(isJSON: false).end(code).rawValue)
        }
        InterruptSignal.waitForever()
    }

    private static func run(_ arguments: [String]) async -> ExitCode {
        let output = Output(isJSON: arguments.contains("--json"))
        switch arguments.first {
        case nil:
            output.remark(help)
            return .usage
        case "--help", "-h", "help":
            return tell(help, output)
        case "--version":
            output.line("tender \(version)")
            output.object(["version": version])
            return .done
        default: break
        }
        let found = command(arguments)
        let wantsHelp = arguments.contains("--help") || arguments.contains("-h")
        guard let command = found else {
            if wantsHelp, let help = groupHelp(arguments) { return tell(help, output) }
            return fail(unknown(arguments[0]), output)
        }
        if wantsHelp { return tell(command.help, output) }
        let rest = Array(arguments.dropFirst(command.name.split(separator: " ").count))
        do {
            let arguments = try Arguments(rest, command.options + [command.helpOption], command.operands)
            return try await command.run(arguments, output: Output(isJSON: arguments.isGiven(Output.json)))
        } catch {
            return fail(error, output, command)
        }
    }

    /// Returns the command that arguments begin with: `refund cancel` before `refund`.
    static func command(_ arguments: [String]) -> (any Command.Type)? {
        commands.filter { arguments.starts(with: $0.name.split(separator: " ").map(String.init)) }
            .max { $0.name.count < $1.name.count }
    }

    private static func tell(_ help: String, _ output: Output) -> ExitCode {
        output.line(help)
        output.object(["help": help])
        return .done
    }

    /// Returns the help of commands that begin with the same words; `nil` if none does.
    private static func groupHelp(_ arguments: [String]) -> String? {
        let words = arguments.prefix { !$0.hasPrefix("-") }.joined(separator: " ")
        let group = commands.filter { $0.name.hasPrefix(words + " ") }
        guard !words.isEmpty, !group.isEmpty else { return nil }
        return """
            Usage: tender \(words) COMMAND [OPTIONS]

            \(rows(group))

            tender \(words) COMMAND --help shows a command's options.
            """
    }

    private static func rows(_ commands: [any Command.Type]) -> String {
        let width = max(26, (commands.map { $0.name.count }.max() ?? 0) + 2)
        let rows = commands.map { command in
            "  " + command.name + String(repeating: " ", count: width - command.name.count) + command.summary
        }
        return rows.joined(separator: "\n")
    }

    /// Distinguishes the first word of some commands from what is no command at all.
    private static func unknown(_ word: String) -> CommandLineError {
        let group = commands.map { $0.name }.filter { $0.hasPrefix(word + " ") }
        guard group.isEmpty else { return CommandLineError("give one of: \(group.joined(separator: ", "))") }
        return CommandLineError("unknown command '\(word)': see tender --help")
    }

    private static func fail(
        _ error: any Error, _ output: Output, _ command: (any Command.Type)? = nil
    ) -> ExitCode {
        let failure = Failure(error)
        let lines = ["tender: \(failure.message)", failure.advice?.text, failure.hint].compactMap(\.self)
        output.remark(lines.joined(separator: "\n        "))
        if let command {
            command.report(failure, output)
        } else {
            output.object(FailureReport(outcome: failure.outcome, error: failure))
        }
        return failure.exitCode
    }

    private static let what = "A card terminal and point-of-sale payment engine."
    private static let simulated =
        "Without --gateway a sale runs against a simulated gateway started inside: no account, no network, no money."

    /// What the program is, for its page of the manual.
    static let about = "\(what) \(simulated)"

    private static var help: String {
        """
        Usage: tender COMMAND [OPTIONS]

        \(what)

        \(rows(commands))

        tender COMMAND --help shows a command's options; tender --version shows the version.
        \(simulated)

        \(ExitCode.help)
        """
    }
}
