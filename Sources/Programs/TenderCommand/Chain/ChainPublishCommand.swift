import ChainServer
import CommandLineOptions
import Tender
import TenderChain
import TenderCrypto
import TenderFiles

/// The command that publishes a shop's file, products and people for its tills.
enum ChainPublishCommand: Command {
    static let name = "chain publish"
    static let summary = "sign a shop's file, products and people, and publish them for the shop's tills"
    private static let file = Operand("SHOPFILE", "the shop's file (JSON5)", as: .file)
    private static let key = RequiredOption<String>(
        "key", "FILE", "head office's key: what tender chain key new wrote", as: .file,
        example: "/etc/tender/bundle-key")
    private static let products = Option(repeated: "products", "CSV", "further products", as: .file)
    private static let people = Option("people", "FILE", "who works there: a till's people.json", as: .file)
    static let operands: [any DeclaredOperand] = [file]
    static let options: [any DeclaredOption] = [
        ChainAccess.shop, key, products, people, ChainAccess.server, Output.json,
    ]
    static let notes = """
        The bundle gets the shop's next version. The uplinks of the shop's tills fetch it within a minute and check the signature. What a
        till could not read is refused here. Without --people the tills keep their own.

        \(ChainAccess.notes)
        """

    private struct Report: Encodable {
        var shop: String
        var version: Int64
        var lanes: Int
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let shop = try ChainAccess.name(arguments[ChainAccess.shop])
        let key = try ChainKeyNewCommand.read(try arguments[key])
        let limit = SignedBundle.maximumBytes
        let shopFile = try InputFile.read(try arguments[file], limit: limit)
        let tables = try arguments[products].map { path throws(CommandLineError) in
            try InputFile.read(path, limit: limit)
        }
        let people = try arguments[people].map { path throws(CommandLineError) in
            SecretBytes(try InputFile.read(path, limit: limit))
        }
        let office = try await OfficeServer.connect(try arguments[ChainAccess.server])
        let done = try await office.publish(shop: shop, shopFile: shopFile, products: tables, people: people, key: key)
        output.line("\(shop): version \(done.version) is published, for \(done.lanes) lanes.")
        output.object(Report(shop: shop, version: done.version, lanes: done.lanes))
        return .done
    }
}
