import Glibc
import Tender

/// Explains what a chip card reader says of itself, without the reader.
enum ReaderExplainCommand: Command {
    static let name = "reader explain"
    static let summary = "explain a USB chip reader's descriptor, and whether the driver can use it"
    static let operands = "FILE"
    static let options = [Option.json]
    static let notes = """
        FILE is a USB CCID functional descriptor, as 54 raw bytes or hexadecimal text, or the output of lsusb -v; - reads
        standard input. Exit code 0 when it is understood, also when it says why the driver cannot use the reader: with
        --json the outcome is supported or unsupported.
        """

    private struct Report: Encodable {
        var outcome: String
        var lines: [String]
    }

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        let path = try options.operand("FILE")
        guard let bytes = read(path) else { throw CommandLineError("the file \(path) cannot be read") }
        guard let explanation = CCIDExplanation(bytes) else {
            throw CommandLineError("there is no CCID functional descriptor in \(path): see --help for what it may be")
        }
        explanation.lines.forEach(output.line)
        output.object(
            Report(outcome: explanation.isSupported ? "supported" : "unsupported", lines: explanation.lines))
        return .done
    }

    /// As much of the file as an explanation takes, and a byte more.
    private static func read(_ path: String) -> [UInt8]? {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { if path != "-" { close(descriptor) } }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= CCIDExplanation.largestInput {
            let count = Glibc.read(descriptor, &piece, piece.count)
            guard count >= 0 else { return nil }
            if count == 0 { break }
            bytes += piece.prefix(count)
        }
        return bytes
    }
}
