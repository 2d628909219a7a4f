import CommandLineOptions
import Tender

/// The shared parts of the commands that move money outside of a sale: each request is made once, however often the
/// command is given.
enum MoneyRequests {
    /// Shown first, recorded then: what could not be printed stays listed.
    static let policy = PaymentPolicy(claimsOnReturn: false)

    static let notes = """
        Run the same command again after exit code 4 or a crash: it continues the first one, and nothing moves twice. To do
        it a second time on purpose, wait until the first has been reported.
        """

    /// The options of a command that moves money: the journal and the gateway.
    static let options: [any DeclaredOption] = GatewayAccess.requiredOptions + [JournalAccess.option, Output.json]

    /// Makes a call once, and reports it.
    ///
    /// - Parameter show: Shows the result, and returns the exit code.
    static func make(
        _ call: MoneyCall, _ arguments: Arguments, _ output: Output, show: (MoneyObject) throws -> ExitCode
    ) async throws -> ExitCode {
        try await make(call, arguments, output, isShownLater: false) { object, _ in try show(object) }
    }

    /// Makes a call once; a result that is shown later is not claimed here.
    static func make(
        _ call: MoneyCall, _ arguments: Arguments, _ output: Output, isShownLater: Bool,
        show: (MoneyObject, IdempotencyKey) throws -> ExitCode
    ) async throws -> ExitCode {
        try await Payment.withTerminal(arguments, policy: policy) { terminal in
            remark(try await terminal.openCall(call), call.kind.words, output)
            return try await claiming(output) {
                switch try await terminal.perform(call) {
                case .succeeded(let object, let key): (try show(object, key), isShownLater ? nil : key)
                case .pending(_, let key), .unknown(let key): (unknown(call, key, output), nil)
                }
            } claim: { key in
                try await terminal.claim(key)
            }
        }
    }

    /// Records that an earlier result has been shown by now, if all of it was printed.
    static func claim(_ key: IdempotencyKey, _ arguments: Arguments, _ output: Output, _ code: ExitCode) async throws
        -> ExitCode
    {
        try await claiming(output) {
            (code, key)
        } claim: { key in
            _ = try await Payment.withTerminal(arguments, policy: policy) { terminal in
                try await terminal.claim(key)
                return code
            }
        }
    }

    /// Shows an outcome, and records that it was reported if all of it was printed.
    static func claiming<Told>(
        _ output: Output, _ show: () async throws -> (ExitCode, Told?), claim: (Told) async throws -> Void
    ) async throws -> ExitCode {
        let (code, told) = try await show()
        guard let told, !output.hasFailed else { return code }
        do {
            try await claim(told)
        } catch {
            output.remark("tender: \(Failure(error).message); it stays listed, see tender pending")
        }
        return code
    }

    /// Reports that a command continues an earlier one.
    static func remark<What>(_ before: KeyedRequest<What>?, _ kind: String, _ output: Output) {
        guard let before else { return }
        let time = PendingReport.time(before.first.unixMilliseconds / 1000)
        let words =
            if before.isUntold {
                "was made at \(time), and nobody was told: nothing moves now"
            } else if before.isFailureUntold {
                "was asked for at \(time), and failed since: nothing moves now"
            } else {
                "was asked for at \(time), and what became of it was not known: it goes on"
            }
        output.remark("tender: this \(kind) \(words)")
    }

    private static func unknown(_ call: MoneyCall, _ key: IdempotencyKey, _ output: Output) -> ExitCode {
        let message = """
            what became of the \(call.kind.words) is not known; it was sent under the key \(key). The same command \
            continues it, and makes nothing twice; tender pending lists it until then
            """
        output.remark("tender: \(message)")
        output.object(UnknownReport(message: message, key: key))
        return .unknown
    }

    private struct UnknownReport: Encodable {
        var outcome = "unknown"
        var message: String
        var key: IdempotencyKey
    }
}

extension MoneyCall.Kind {
    /// The kind, for people.
    var words: String { rawValue.split(separator: "_").joined(separator: " ") }
}
