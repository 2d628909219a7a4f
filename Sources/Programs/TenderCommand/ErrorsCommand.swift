import CommandLineOptions
import Tender

/// The command that lists and explains error codes.
enum ErrorsCommand: Command {
    static let name = "errors"
    static let summary = "list the error codes, or explain one"
    private static let code = Operand(optional: "CODE", "our code, or the SDK's name or number", as: .text)
    private static let language = Option<Language>(
        "language", "LANGUAGE", "language of the sentences", as: .choice, default: .english)
    private static let markdown = Option(flag: "markdown", "print the page docs/errors.md")
    static let operands: [any DeclaredOperand] = [code]
    static let options: [any DeclaredOption] = [language, markdown, Output.json]

    private struct Report: Encodable {
        var errors: [ErrorLine]
    }

    private struct ErrorLine: Encodable {
        var code: ErrorCode
        var phases: [TenderError.Phase]
        var advice: RetryAdvice
        var actor: ErrorActor
        var sdk: ErrorEntry.SDKCode?
        var message: LocalizedMessage

        init(_ entry: ErrorEntry, _ language: Language) {
            code = entry.code
            phases = entry.phases
            advice = entry.advice
            actor = entry.actor
            sdk = entry.sdk
            message = LocalizedMessage(entry, in: language)
        }
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        if arguments[markdown] {
            output.line(String(ErrorPage.markdown.dropLast()))
            output.object(["markdown": ErrorPage.markdown])
            return .done
        }
        let chosen = arguments[language]
        let word = try arguments[code]
        let lines = try entries(word).map { ErrorLine($0, chosen) }
        lines.forEach { output.line(word == nil ? row($0) : explanation($0)) }
        output.snakeCaseObject(Report(errors: lines))
        return .done
    }

    private static func entries(_ word: String?) throws -> [ErrorEntry] {
        guard let word else { return ErrorCatalogue.entries }
        if let entry = ErrorCatalogue.find(word) { return [entry] }
        let all = ErrorCatalogue.absent
        let absent = all.first {
            $0.codes.contains { $0.name.lowercased() == word.lowercased() || "\($0.number)" == word }
        }
        if let absent { throw CommandLineError("'\(word)' has no code here: \(absent.reason)") }
        throw CommandLineError("unknown error code '\(word)': tender errors lists them")
    }

    private static func row(_ line: ErrorLine) -> String {
        let name = line.code.rawValue
        return name + String(repeating: " ", count: max(1, 40 - name.count)) + line.message.text
    }

    private static func explanation(_ line: ErrorLine) -> String {
        let phases = line.phases.map(\.rawValue).joined(separator: ", ")
        return """
            \(line.code.rawValue)
              for the cashier: \(line.message.text)
              phase:           \(phases.isEmpty ? "any" : phases)
              advice:          \(line.advice.text)
              who must act:    \(line.actor.rawValue)
              SDK:             \(line.sdk.map { "\($0.name) \($0.number)" } ?? "none")
            """
    }
}
