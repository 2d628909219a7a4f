import CommandLineOptions
import Tender

/// A command that ends with one object of the API.
protocol ObjectCommand: Command {
    associatedtype Object: Encodable

    /// The options beside those of the gateway and the journal.
    static var details: [any DeclaredOption] { get }

    /// Returns the lines of the object for people; `nil` is no line.
    static func lines(_ object: Object) -> [String?]
    /// Shows the object, in lines or as JSON.
    static func show(_ object: Object, _ output: Output) -> ExitCode
}

extension ObjectCommand {
    static var details: [any DeclaredOption] { [] }

    static func show(_ object: Object, _ output: Output) -> ExitCode { output.show(object, lines(object)) }
}
