import CommandLineOptions
import Tender

/// The command that explains a chip card reader's descriptors, without the reader.
enum ReaderExplainCommand: Command {
    static let name = "reader explain"
    static let summary = "explain a USB chip reader's descriptor, and whether the driver can use it"
    private static let file = Operand("FILE", "file with a descriptor", as: .file)
    static let operands: [any DeclaredOperand] = [file]
    static let options: [any DeclaredOption] = [Output.json]
    static let notes = """
        FILE is a USB CCID functional descriptor, as 54 raw bytes or hexadecimal text, the output of lsusb -v, or a file of
        the CCID project's readers; - reads standard input. Every reader in it is explained. Exit code 0 when it is
        understood, also when it says why the driver cannot use a reader: with --json the outcome of a reader is supported
        or unsupported, and that of several is supported when the driver can use one of them.
        """

    private struct Report: Encodable {
        var outcome: String
        var lines: [String]
        var readers: [Explained]
    }

    private struct Explained: Encodable {
        var reader: String
        var outcome: String
        var lines: [String]

        init(_ explanation: CCIDExplanation) {
            reader = explanation.title
            outcome = explanation.isSupported ? "supported" : "unsupported"
            lines = explanation.lines
        }
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let path = try arguments[file]
        let bytes = try InputFile.read(path, limit: CCIDExplanation.largestInput)
        let explanations = CCIDExplanation.all(in: bytes)
        guard !explanations.isEmpty else {
            throw CommandLineError("there is no CCID functional descriptor in \(path): see --help for what it may be")
        }
        let lines = explanations.count == 1 ? explanations[0].lines : Array(explanations.map(titled).joined())
        lines.forEach(output.line)
        output.object(
            Report(
                outcome: explanations.contains(where: \.isSupported) ? "supported" : "unsupported", lines: lines,
                readers: explanations.map(Explained.init)))
        return .done
    }

    private static func titled(_ explanation: CCIDExplanation) -> [String] {
        [explanation.title] + explanation.lines.map { "  " + $0 }
    }
}
