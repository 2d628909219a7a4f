import CommandLineOptions
import Tender

/// A command that moves money, or what leads to it, by one call under a key of the journal: made once, however often the
/// command is given.
protocol MoneyCommand: ObjectCommand {
    /// What its notes begin with.
    static var introduction: String { get }

    /// Returns the call that the options say.
    static func call(_ arguments: Arguments) async throws -> MoneyCall
    /// Reads the object from the result of the call.
    static func object(_ result: MoneyObject) throws -> Object
}

extension MoneyCommand {
    static var introduction: String { "" }
    static var options: [any DeclaredOption] { details + MoneyRequests.options }
    static var notes: String {
        [introduction, MoneyRequests.notes, JournalAccess.notes].filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        try await MoneyRequests.make(call(arguments), arguments, output) { show(try object($0), output) }
    }
}

extension MoneyCommand where Object: Decodable {
    static func object(_ result: MoneyObject) throws -> Object { try result.decode() }
}
