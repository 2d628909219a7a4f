import CommandLineOptions
import Tender

/// The command that explains data of chip cards, without a card.
enum EMVDecodeCommand: Command {
    static let name = "emv decode"
    static let summary = "explain data of chip cards: TLV, DOL, ATR, TVR, a log of commands and answers, …"
    private static let data = Operand(optional: "DATA", "hexadecimal or Base64", as: .secretData)
    static let operands: [any DeclaredOperand] = [data]
    private static let file = Option("file", "FILE", "read a file in place of DATA; - is standard input", as: .file)
    private static let subject = Option<EMVSubject?>(
        "as", "WHAT", "what DATA is; without it the command guesses", as: .choice)
    static let options: [any DeclaredOption] = [file, subject, Output.json]
    static let notes = """
        DATA, or the text in FILE, is hexadecimal digits in pairs, or Base64; FILE may also hold the bytes themselves, or a
        log in which > begins a command and < an answer, as tender apdu prints them. Only an answer to reset, a command, an
        answer and data objects are guessed; name anything else with --as.

        Card data is masked: of a card number and of a track the last four digits are shown; names and PINs are not.
        An unknown tag is searched for card numbers, but what else is in it is shown. Exit code 0 when all of it is
        understood, 7 when something in it is wrong, which is told with its place.
        """

    private struct Report: Encodable {
        var outcome: String
        var kind: String
        var explanation: EMVExplanation

        init(_ kind: String, _ explanation: EMVExplanation) {
            outcome = explanation.hasFault ? "faulty" : "understood"
            self.kind = kind
            self.explanation = explanation
        }
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let wanted = arguments[subject]
        let report: Report
        switch try input(arguments) {
        case .bytes(let bytes):
            let subject = wanted ?? EMVSubject(guessing: bytes)
            report = Report(subject.rawValue, EMVExplainer.explain(bytes, as: subject))
        case .log(let log):
            guard wanted == nil else { throw CommandLineError("a log needs no --as") }
            report = Report("log", EMVExplainer.explain(log))
        }
        report.explanation.lines.forEach(output.line)
        output.object(report)
        return report.explanation.hasFault ? .checkFailed : .done
    }

    private static func input(_ arguments: Arguments) throws -> EMVInput {
        let path = arguments[file]
        let text = try arguments[data]
        guard (path == nil) != (text == nil) else { throw CommandLineError("give DATA, or --file FILE") }
        let bytes = try path.map { try InputFile.read($0, limit: EMVInput.largest) } ?? Array((text ?? "").utf8)
        do throws(EMVInputError) {
            return try EMVInput(reading: bytes)
        } catch {
            throw CommandLineError("\(path.map { "the file \($0)" } ?? "DATA") cannot be explained: \(error.sentence)")
        }
    }
}

extension OptionText where Value == String {
    /// A text that may hold card data, which no error repeats.
    fileprivate static var secretData: OptionText { OptionText("a text", shown: { _ in "…" }) { $0 } }
}
