import ChipReaders
import CommandLineOptions
import FoundationEssentials
import Tender

/// The command that lists the attached readers, and watches them come and go.
enum ReadersCommand: Command {
    static let name = "readers"
    static let summary = "list the readers that are attached; --watch shows them come and go"
    private static let watch = Option(
        flag: "watch", "go on, with a line for each reader that comes or goes, until Ctrl-C")
    private static let reader = Option(
        repeated: "reader", "READER", "look at this one too: serial:PATH[,neo|zvt] or tcp:HOST:PORT[,zvt|neo]",
        as: .text)
    private static let internet = Option(
        flag: "internet", "the account's smart readers instead, which --gateway tells of")
    private static let location = Option("location", "ID", "with --internet: those of one location", as: .text)
    static let options: [any DeclaredOption] =
        [watch, reader, internet, location] + GatewayAccess.options + [Output.json]
    static let notes = """
        The first column is what --reader takes. A reader that cannot be used says why, and what to do; see also
        tender doctor. One that another program has open can perhaps be used all the same: opening tells. Serial ports without a USB adapter, and the network, are looked at only where they are named.
        With --watch --json each change is one JSON object on a line of its own.
        """

    private struct Report: Encodable {
        var readers: [ListedReader]
    }

    private struct Change: Encodable {
        var event: String
        var reader: ListedReader
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        if arguments[Self.internet] { return try await listInternet(arguments, output) }
        guard arguments[location] == nil, GatewayAccess.options.allSatisfy({ !arguments.isGiven($0) }) else {
            throw CommandLineError("--location and the gateway's options go with --internet")
        }
        let addresses = try arguments[reader].map(address)
        let source = HardwareReaderSource()
        guard arguments[Self.watch] else {
            let readers = try await ReaderList.now(source, addresses)
            tell(readers, output)
            output.object(Report(readers: readers.map(ListedReader.init)))
            return .done
        }
        let work = InterruptSignal.cancelable { try await watch(source, addresses, output) }
        defer { InterruptSignal.onSignal(nil) }
        try await work.value
        return .done
    }

    private static func listInternet(_ arguments: Arguments, _ output: Output) async throws -> ExitCode {
        guard !arguments[Self.watch], !arguments.isGiven(reader) else {
            throw CommandLineError("--internet lists what is registered: leave --watch and --reader out")
        }
        let source = InternetReaderSource(try GatewayAccess.client(arguments))
        let wanted = DiscoveryConfiguration(.internet, location: arguments[Self.location])
        var readers: [Reader] = []
        do {
            for try await found in source.discover(wanted) { readers = found }
        } catch let error as ReaderError {
            throw ReaderFailure(ReaderFailure.sentence(error))
        }
        if readers.isEmpty { output.line("No reader is registered: see tender terminal reader register --help") }
        for reader in readers { line(reader).forEach(output.line) }
        output.object(Report(readers: readers.map(ListedReader.init)))
        return .done
    }

    private static func address(_ text: String) throws -> ReaderAddress {
        let address = ReaderAddress(text)
        guard address?.method != .usb else {
            throw CommandLineError("USB readers are listed without being named: leave --reader \(text) out")
        }
        guard address?.method != .internet else {
            throw CommandLineError("smart readers are listed with --internet")
        }
        guard let address, address.method != .simulated else {
            throw CommandLineError("--reader takes serial:PATH[,…] or tcp:HOST:PORT[,…], not '\(text)'")
        }
        return address
    }

    private static func tell(_ readers: [Reader], _ output: Output) {
        guard !readers.isEmpty else {
            return output.line("No reader is attached. A simulated one: tender reader simulate --help")
        }
        for reader in readers { line(reader).forEach(output.line) }
    }

    private static func line(_ reader: Reader) -> [String] {
        let name = reader.address?.description ?? reader.id
        let parts = [
            name + String(repeating: " ", count: max(2, 28 - name.count)) + reader.model,
            reader.label.flatMap { $0 == reader.serialNumber || reader.discoveryMethod != .internet ? nil : "'\($0)'" },
            reader.serialNumber.isEmpty ? nil : "serial \(reader.serialNumber)",
            reader.softwareVersion.map { "firmware \($0)" },
        ]
        let first = parts.compactMap { $0 }.joined(separator: ", ")
        guard let problem = reader.problem else { return [first] }
        return [first, "    \(problem.preventsUse ? "cannot be used" : "in use"): \(problem.message)"]
    }

    private static func watch(
        _ source: HardwareReaderSource, _ addresses: [ReaderAddress], _ output: Output
    ) async throws {
        var known: [Reader] = []
        for try await readers in ReaderList.changes(source, addresses) {
            for gone in known where !readers.contains(where: { $0.id == gone.id }) { tell("gone", gone, output) }
            for reader in readers where !known.contains(reader) {
                tell(known.contains { $0.id == reader.id } ? "changed" : "attached", reader, output)
            }
            known = readers
        }
    }

    private static func tell(_ event: String, _ reader: Reader, _ output: Output) {
        let word = event + String(repeating: " ", count: max(1, 10 - event.count))
        for (index, text) in line(reader).enumerated() { output.line((index == 0 ? word : "") + text) }
        output.objectLine(Change(event: event, reader: ListedReader(reader)))
    }
}

/// A reader in JSON.
struct ListedReader: Encodable {
    var address: String?
    var id: String
    var model: String
    var serialNumber: String
    var label: String?
    var firmware: String?
    var usable: Bool
    var problem: ReaderProblem?

    init(_ reader: Reader) {
        address = reader.address?.description
        id = reader.id
        model = reader.model
        serialNumber = reader.serialNumber
        label = reader.label
        firmware = reader.softwareVersion
        usable = reader.problem?.preventsUse != true
        problem = reader.problem
    }

    enum CodingKeys: String, CodingKey {
        case address, id, model, label, firmware, usable, problem
        case serialNumber = "serial_number"
    }
}
