import ChainServer
import CommandLineOptions
import FoundationEssentials
import Glibc
import Tender
import TenderChain

/// The command that writes what head office has computed as CSV files.
enum ChainExportCommand: Command {
    static let name = "chain export"
    static let summary = "write sales, taxes, payments and reports of the lanes as CSV files, with a manifest of hashes"
    private static let folder = RequiredOption<String>(
        "output", "FOLDER", "the folder that is made for it, and must not exist", as: .file, example: "export-2026")
    static let options: [any DeclaredOption] = [
        folder, ChainReport.shop, ChainReport.lane, ChainAccess.server, Output.json,
    ]
    static let notes = """
        A file for each table of docs/chain.md. manifest.json comes last, with the SHA-256 of each file and how far each branch of each
        journal goes: an export without it is not complete.

        It is for bookkeeping. It is not certified, and satisfies none of the laws that call for a certified cash register or a format
        of their own: not Germany's (TSE, DSFinV-K), not France's (NF 525, ISCA), not Italy's (RT), not Austria's (RKSV), nor any other.

        \(ChainReport.notes)
        """

    private struct File: Encodable {
        var name: String
        var rows: Int
        var bytes: Int
        var sha256: String
    }

    private struct Manifest: Encodable {
        var format = "tender-chain-export-1"
        var created: String
        var files: [File]
        var lanes: [OfficeServer.Lane]
        var doubts: [OfficeServer.Doubt]
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let (path, scope) = (try arguments[folder], ChainReport.scope(arguments))
        let office = try await OfficeServer.connect(try arguments[ChainAccess.server])
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        } catch {
            throw CommandLineError("the folder \(path) cannot be made, or is there already")
        }
        let lanes = try await office.lanes()
        var files: [File] = []
        for table in ProjectedTable.allCases {
            files.append(try await write(table, scope, office, in: path))
            output.line("\(table.rawValue).csv: \(files.last?.rows ?? 0) rows")
        }
        let doubts = try await office.doubts(scope)
        let manifest = Manifest(
            created: Date.now.formatted(.iso8601), files: files,
            lanes: lanes.filter { scope.contains($0) }, doubts: doubts)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        try encoder.encode(manifest).write(to: URL(filePath: "\(path)/manifest.json"), options: .atomic)
        for doubt in doubts { output.line("! \(doubt.shop), \(doubt.lane): \(doubt.reason)".withoutControls) }
        output.snakeCaseObject(manifest)
        return doubts.isEmpty ? .done : .checkFailed
    }

    private static func write(
        _ table: ProjectedTable, _ scope: OfficeServer.Scope, _ office: OfficeServer, in folder: String
    ) async throws -> File {
        let path = "\(folder)/\(table.rawValue).csv"
        guard FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
            let file = fopen(path, "w")
        else { throw CommandLineError("\(path) cannot be written") }
        defer { fclose(file) }
        let rows = try await office.export(table, scope) { (lines) throws(ChainError) in
            guard fputs(lines, file) >= 0 else { throw ChainError("\(path) cannot be written: the disk is full?") }
        }
        guard fflush(file) == 0 else { throw CommandLineError("\(path) cannot be written: the disk is full?") }
        let data = try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe)
        return File(
            name: "\(table.rawValue).csv", rows: rows, bytes: data.count, sha256: Hex.encode(SHA256.hash([UInt8](data)))
        )
    }
}
