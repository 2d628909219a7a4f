import Glibc
import Tender
import TenderDevices

/// Who answers for the customer with which application of a card to pay: a person at the terminal, or an option.
struct ApplicationPrompt {
    private let output: Output
    /// The lines that are typed, once somebody was asked.
    private let lines = TypedLines()

    /// Whether somebody sits before this program, who sees what it prints.
    static var hasReader: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    init(_ output: Output) { self.output = output }

    /// Returns who answers; `nil` if nobody does.
    ///
    /// - Parameter name: The application that was named beforehand: its place in the card's list, or its identifier.
    static func chooser(_ name: String?, _ output: Output) -> ApplicationChooser? {
        let prompt = ApplicationPrompt(output)
        if let name { return { prompt.find(name, $0) } }
        guard hasReader, !output.isJSON else { return nil }
        return { await prompt.ask($0) }
    }

    /// Finds the application that was named; none once it has failed, since its place is that of another one then.
    private func find(_ name: String, _ question: ApplicationQuestion) -> ApplicationQuestion.Application? {
        guard !question.isAgain else {
            let names = question.applications.map { "\($0.name) (\($0.id))" }
            output.remark(
                "tender: the card's application \(name) does not work; it also has \(names.joined(separator: ", "))")
            return nil
        }
        if let found = question.application(named: name) { return found }
        let names = question.applications.enumerated().map { "\($0 + 1) \($1.name) (\($1.id))" }
        output.remark("tender: the card has no application \(name), only \(names.joined(separator: ", "))")
        return nil
    }

    /// Asks until one of the numbers is typed, or the task is canceled.
    private func ask(_ question: ApplicationQuestion) async -> ApplicationQuestion.Application? {
        let typed = lines.subscribe()
        let range = "0 to \(question.applications.count), then Enter"
        output.line(Self.lines(question, range))
        for await line in typed {
            if line == "0" { return nil }
            if let chosen = question.application(named: line) { return chosen }
            output.line("  customer  type \(range)")
        }
        return nil
    }

    /// The question as one text, so that nothing the reader says stands within it.
    private static func lines(_ question: ApplicationQuestion, _ range: String) -> String {
        let title =
            question.isAgain ? "that application does not work: which is to pay?" : "which application is to pay?"
        let choices = question.applications.enumerated().map { "            \($0 + 1)  \($1.name)" }
        return (["  customer  \(title) \(range)"] + choices + ["            0  none"]).joined(separator: "\n")
    }
}

/// The lines that are typed at the terminal, from the first question on.
private final class TypedLines: Sendable {
    private let lines = Broadcast<String>(bufferSize: 8)
    private let isReading = Guarded(false)

    /// Returns what is typed from now on; it ends with the input.
    func subscribe() -> AsyncStream<String> {
        let stream = lines.subscribe()
        let isFirst = isReading.withLock { isReading in
            defer { isReading = true }
            return !isReading
        }
        guard isFirst else { return stream }
        Task { [lines] in
            await OwnThread.run {
                while let line = readLine() { lines.publish { _ in line.filter { !$0.isWhitespace } } }
                lines.finish()
            }
        }
        return stream
    }
}
