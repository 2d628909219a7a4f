import ChainServer
import CommandLineOptions

/// The command that shuts a lane out.
enum ChainBlockCommand: Command {
    static let name = "chain block"
    static let summary = "shut a lane out: it sends nothing more, and its till begins no ticket"
    static let options: [any DeclaredOption] = [
        ChainAccess.shop, ChainAccess.lane, ChainAccess.server, Output.json,
    ]
    static let notes = """
        The server takes nothing more from it at once. Its till hears of it within a minute, if its uplink runs and is connected: a
        stolen till that stays offline is out of reach. Nothing that it sent is deleted. tender chain enroll lets it in again.

        \(ChainAccess.notes)
        """

    private struct Report: Encodable {
        var shop: String
        var lane: String
        var blocked = true
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let (shop, lane) = (try arguments[ChainAccess.shop], try arguments[ChainAccess.lane])
        let office = try await OfficeServer.connect(try arguments[ChainAccess.server])
        guard try await office.block(shop: shop, lane: lane) else {
            throw ChainError("\(shop) has no lane \(lane) that is not blocked: see tender chain status")
        }
        output.line("\(shop), \(lane): blocked.")
        output.object(Report(shop: shop, lane: lane))
        return .done
    }
}
