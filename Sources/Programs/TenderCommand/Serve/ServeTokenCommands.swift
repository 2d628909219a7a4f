import CommandLineOptions
import Tender
import TenderService
import TenderServiceServer

/// The command that gives a front end its token.
enum ServeTokenAddCommand: Command {
    static let name = "serve token add"
    static let summary = "give a front end a token for the service, printed once"
    private static let frontEnd = Operand("NAME", "the front end: letters, digits, '.', '_' and '-'", as: .text)
    private static let rights = Option(
        repeated: "right", "RIGHT",
        "what it may do: \(ServiceRight.allCases.map(\.rawValue).joined(separator: ", ")); read, "
            + "readers and sell when left out", as: .choice(ServiceRight.allCases, spelled: \.rawValue))
    private static let tills = Option(
        repeated: "for-till", "NAME", "a till that it may use; all when left out", as: .text)
    static let operands: [any DeclaredOperand] = [frontEnd]
    static let options: [any DeclaredOption] = [rights, tills, ServiceFolder.option, Output.json]
    static let notes = """
        \(ServiceRight.allCases.map { "\($0.rawValue): \($0.summary)" }.joined(separator: "\n"))

        The service keeps only a hash of the token, and notices a new one by itself.
        """

    private struct Report: Encodable {
        var name: String
        var token: String
        var rights: [ServiceRight]
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let name = try arguments[frontEnd]
        guard name.isPlainName else {
            throw CommandLineError("a front end's name has 1 to 64 letters, digits, '.', '_' and '-'")
        }
        let tills = arguments[Self.tills]
        if let wrong = tills.first(where: { !$0.isPlainName }) {
            throw CommandLineError("'\(wrong)' is no till's name")
        }
        let rights = arguments[Self.rights].isEmpty ? [.read, .readers, .sell] : arguments[Self.rights]
        let token = TokenFile.makeToken()
        try await TokenFile(path: ServiceFolder.tokens(try ServiceFolder.open(arguments))).update { frontEnds in
            guard !frontEnds.contains(where: { $0.name == name }) else {
                throw CommandLineError(
                    "there is a front end '\(name)' already: tender serve token revoke \(name) withdraws its token")
            }
            frontEnds.append(
                FrontEnd(
                    name: name, tokenHash: TokenFile.hash(Array(token.utf8)), rights: rights,
                    tills: tills.isEmpty ? nil : tills))
        }
        output.line(token)
        output.object(Report(name: name, token: token, rights: rights))
        return .done
    }
}

/// The command that lists the front ends.
enum ServeTokenListCommand: Command {
    static let name = "serve token list"
    static let summary = "list the front ends that have a token, and what they may do"
    static let options: [any DeclaredOption] = [ServiceFolder.option, Output.json]

    private struct Report: Encodable {
        struct Row: Encodable {
            var name: String
            var rights: [ServiceRight]
            var tills: [String]?
        }

        var tokens: [Row]
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let frontEnds = try TokenFile(path: ServiceFolder.tokens(try ServiceFolder.open(arguments))).read()
        for frontEnd in frontEnds {
            let rights = frontEnd.rights.map(\.rawValue).joined(separator: ", ")
            output.line(
                "\(frontEnd.name)  \(rights)  \(frontEnd.tills.map { $0.joined(separator: ", ") } ?? "all tills")")
        }
        if frontEnds.isEmpty { output.line("No front end has a token: tender serve token add NAME") }
        output.object(
            Report(tokens: frontEnds.map { Report.Row(name: $0.name, rights: $0.rights, tills: $0.tills) }))
        return .done
    }
}

/// The command that withdraws a front end's token.
enum ServeTokenRevokeCommand: Command {
    static let name = "serve token revoke"
    static let summary = "withdraw a front end's token"
    private static let frontEnd = Operand("NAME", "the front end", as: .text)
    static let operands: [any DeclaredOperand] = [frontEnd]
    static let options: [any DeclaredOption] = [ServiceFolder.option, Output.json]
    static let notes =
        "A running service notices it with the next request, and at most 15 seconds later; events that are being read then end."

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let name = try arguments[frontEnd]
        try await TokenFile(path: ServiceFolder.tokens(try ServiceFolder.open(arguments))).update { frontEnds in
            guard frontEnds.contains(where: { $0.name == name }) else {
                throw CommandLineError("there is no front end '\(name)': see tender serve token list")
            }
            frontEnds.removeAll { $0.name == name }
        }
        output.line("\(name) has no token any more.")
        output.object(["revoked": name])
        return .done
    }
}
