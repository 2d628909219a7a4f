import CommandLineOptions
import FoundationEssentials
import Tender
import TenderBackend
import TenderBackendServer

/// The file of the tills that the merchant's server knows.
enum BackendTillsOption {
    private static let standard = "tills.json"
    static let tills = Option("tills", "FILE", "the file of the tills; \(standard) when left out", as: .file)

    static func path(_ arguments: Arguments, _ settings: BackendSettings = BackendSettings()) -> String {
        arguments[tills] ?? settings.tillsFile ?? standard
    }
}

/// The command that gives a till its token.
enum BackendAddTillCommand: Command {
    static let name = "backend add-till"
    static let summary = "give a till a token for the merchant's server, printed once"
    private static let till = Operand("NAME", "the till: letters, digits, '.', '_' and '-'", as: .text)
    private static let allow = Option(
        repeated: "allow", "WORD",
        "what it may call, as in the configuration; all that the server allows when left out",
        as: .text)
    static let operands: [any DeclaredOperand] = [till]
    static let options: [any DeclaredOption] = [BackendTillsOption.tills, allow, Output.json]
    static let notes = """
        Put the token into a file of mode 0600 on the till and name it with --api-key-file, or set TENDER_API_KEY there; --gateway is the
        server's address. The server keeps only a hash of it, and notices a new till by itself.
        """

    private struct Report: Encodable {
        var till: String
        var token: String
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let name = try arguments[till]
        guard name.isPlainName else {
            throw CommandLineError("a till's name has 1 to 64 letters, digits, '.', '_' and '-'")
        }
        let words = arguments[allow]
        let allowed = try words.isEmpty ? nil : BackendAllowList(words)
        let path = BackendTillsOption.path(arguments)
        let file = TillsFile(path: path)
        var tills = FileManager.default.fileExists(atPath: path) ? try file.read() : BackendTills()
        guard !tills.tills.contains(where: { $0.name == name }) else {
            throw CommandLineError(
                "there is a till '\(name)' already: tender backend remove-till \(name) withdraws its token")
        }
        let token = TillToken.make()
        tills.tills.append(BackendTill(name: name, tokenHash: TillToken.hash(Array(token.utf8)), allowed: allowed))
        try file.write(tills)
        output.line(token)
        output.object(Report(till: name, token: token))
        return .done
    }
}

/// The command that withdraws a till's token.
enum BackendRemoveTillCommand: Command {
    static let name = "backend remove-till"
    static let summary = "withdraw a till's token from the merchant's server"
    private static let till = Operand("NAME", "the till", as: .text)
    static let operands: [any DeclaredOperand] = [till]
    static let options: [any DeclaredOption] = [BackendTillsOption.tills, Output.json]
    static let notes = "A running server notices it with the next request."

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let name = try arguments[till]
        let file = TillsFile(path: BackendTillsOption.path(arguments))
        var tills = try file.read()
        guard tills.tills.contains(where: { $0.name == name }) else {
            throw CommandLineError("there is no till '\(name)'")
        }
        tills.tills.removeAll { $0.name == name }
        try file.write(tills)
        output.line("\(name) is no longer known.")
        output.object(["removed": name])
        return .done
    }
}
