import CommandLineOptions
import Tender
import TenderFiles

/// A file with keys of certification authorities, and what commands show of it.
enum CAKeys {
    static let file = Operand("FILE", "a file with keys, or a configuration", as: .file)
    static let day = Option("date", "DAY", "the day for which expiry is judged", as: .day, default: Day.today)
    static let notes = """
        FILE is JSON with "keys" and "revoked", as a configuration for chip cards has them (docs/emv.md), or text with a key on
        each line: RID, index, exponent, modulus, check sum, expiry (YYMMDD, may be missing), hexadecimal; # begins a comment.
        """
    private static let limit = 1 << 20

    static func read(_ path: String) throws -> CAKeyFile {
        let bytes = try InputFile.read(path, limit: limit)
        guard bytes.count <= limit else { throw CommandLineError("the file \(path) is too large") }
        do {
            return try CAKeyFile(parsing: bytes)
        } catch {
            throw CommandLineError("the file \(path) cannot be read: \(error)")
        }
    }

    static func date(_ arguments: Arguments) throws -> EMVDate {
        let digits = arguments[day].description.filter(\.isNumber).dropFirst(2)
        guard let date = EMVDate(bytes: Hex.decode(digits) ?? []) else {
            throw CommandLineError("cards have no such day as \(arguments[day])")
        }
        return date
    }

    static func words(_ count: Int) -> String { "\(count) key" + (count == 1 ? "" : "s") }
}

/// A key in a report.
struct CAKeyRow: Encodable {
    var place: String
    var rid: String?
    var index: String?
    var bits: Int?
    var exponent: UInt32?
    var expires: String?
    var revoked: Int
    var fault: String?

    init(_ entry: CAKeyFile.Entry) {
        place = entry.place
        rid = entry.key.map { Hex.encode($0.identifier.provider).uppercased() }
        index = entry.key.map { Hex.encode([$0.identifier.index]).uppercased() }
        bits = entry.key?.bitCount
        exponent = entry.key?.exponent
        expires = entry.key?.expiry.map { Hex.encode($0.bytes) }
        revoked = entry.revokedCount
        fault = entry.fault?.description
    }

    var line: String {
        guard let rid, let index, let bits, let exponent else { return "! \(fault ?? place)" }
        let end = expires.map { "expires \($0)" } ?? "no expiry"
        return "\(rid) \(index)  \(bits) bits  e=\(exponent)  \(end)" + (revoked > 0 ? "  \(revoked) revoked" : "")
    }
}

/// The command that lists the keys of certification authorities in a file.
enum CAKeyListCommand: Command {
    static let name = "emv capk list"
    static let summary = "list the keys of certification authorities in a file"
    static let operands: [any DeclaredOperand] = [CAKeys.file]
    static let options: [any DeclaredOption] = [Output.json]
    static let notes = CAKeys.notes

    private struct Report: Encodable {
        var outcome = "listed"
        var keys: [CAKeyRow]
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let rows = try CAKeys.read(try arguments[CAKeys.file]).entries.map(CAKeyRow.init)
        for row in rows { output.line(row.line) }
        output.object(Report(keys: rows))
        return .done
    }
}

/// The command that checks them.
enum CAKeyCheckCommand: Command {
    static let name = "emv capk check"
    static let summary = "check the keys of certification authorities: check sums, sizes, expiry, duplicates, revoked"
    static let operands: [any DeclaredOperand] = [CAKeys.file]
    static let options: [any DeclaredOption] = [CAKeys.day, Output.json]
    static let notes = CAKeys.notes + "\n\nExit code 7 when something is wrong, which is told with its place."

    private struct Report: Encodable {
        var outcome: String
        var keys: Int
        var faults: [String]
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let file = try CAKeys.read(try arguments[CAKeys.file])
        let faults = file.faults(on: try CAKeys.date(arguments)).map(\.description)
        let count = file.entries.count
        for fault in faults { output.line("! \(fault)") }
        if faults.isEmpty { output.line("\(CAKeys.words(count)), nothing wrong") }
        output.object(Report(outcome: faults.isEmpty ? "clean" : "faulty", keys: count, faults: faults))
        return faults.isEmpty ? .done : .checkFailed
    }
}

/// The command that puts them into a configuration.
enum CAKeyImportCommand: Command {
    static let name = "emv capk import"
    static let summary = "import keys of certification authorities into a file or a configuration, if all are right"
    static let operands: [any DeclaredOperand] = [CAKeys.file]
    private static let target = RequiredOption(
        "into", "FILE", "the file or configuration that takes them; created if it is missing", as: .file,
        example: "contact.json")
    private static let replace = Option(flag: "replace", "take keys that differ from those there")
    static let options: [any DeclaredOption] = [target, replace, Output.json]
    static let notes = CAKeys.notes + "\n\nExit code 7, and nothing is changed, when a key is wrong."

    private struct Report: Encodable {
        var outcome: String
        var imported: [String]
        var fault: String?
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let source = try CAKeys.read(try arguments[CAKeys.file])
        let path = try arguments[target]
        let place = try ReplacedFile(path)
        var file = place.isThere ? try CAKeys.read(path) : CAKeyFile()
        let added: [CAKey.Identifier]
        do throws(ContactConfigurationError) {
            added = try file.add(source, replaces: arguments[replace])
        } catch {
            output.line("! \(error)")
            output.object(Report(outcome: "faulty", imported: [], fault: error.description))
            return .checkFailed
        }
        do throws(FileFailure) {
            try DurableFile.write(file.json, to: place.path, mode: place.mode)
        } catch {
            throw CommandLineError("the file \(path) cannot be written: \(error.words)")
        }
        let names = added.map { Hex.encode($0.provider + [$0.index]).uppercased() }
        let end = names.isEmpty ? "" : ": \(names.joined(separator: ", "))"
        output.line("imported \(CAKeys.words(names.count))\(end)")
        output.object(Report(outcome: "imported", imported: names))
        return .done
    }
}
