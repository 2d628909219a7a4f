import ChipReaders
import CommandLineOptions
import Tender

/// A terminal that is reader and gateway in one, with its journal.
struct SemiIntegrated: Sendable {
    /// The option of commands that such a terminal can carry out instead of the gateway.
    static let option = Option(
        "reader", "READER", "a ZVT terminal in place of the gateway: tcp:HOST:PORT or serial:PATH,zvt", as: .text)

    let terminal: ZVTTerminal
    let readers: any ReaderSource
    let access: JournalAccess

    /// Returns the terminal that `--reader` names; `nil` if it names none.
    static func named(_ arguments: Arguments) throws -> ReaderAddress? {
        guard let name = arguments[option] else { return nil }
        guard let address = ReaderAddress(name), address.dialect == .zvt else {
            throw CommandLineError(
                "--reader takes a ZVT terminal here: tcp:HOST:PORT or serial:PATH,zvt, not '\(name)'")
        }
        return address
    }

    /// Learns the terminal's id and opens its journal.
    static func open(_ address: ReaderAddress, _ arguments: Arguments) async throws -> SemiIntegrated {
        guard !arguments.isGiven(GatewayAccess.gateway) else {
            throw CommandLineError("\(address) is the gateway itself: leave --gateway out, or name another reader")
        }
        do {
            let line = try ZVTLine(address)
            let id = try await line.identify()
            let access = try await JournalAccess.openTerminal(arguments, id)
            let terminal = line.terminal(id, journal: access.journal)
            let readers = ZVTReaderSource(terminal, at: address)
            return SemiIntegrated(terminal: terminal, readers: readers, access: access)
        } catch let error as GatewayError {
            throw ReaderFailure("\(address): \(error.message)")
        } catch let error as ReaderError {
            throw ReaderFailure(ReaderFailure.sentence(error))
        }
    }

    /// Opens the journal that `--journal` names for a person's decision, without its terminal.
    static func withoutTerminal(_ arguments: Arguments) async throws -> SemiIntegrated {
        let (access, id) = try await JournalAccess.openTerminal(arguments)
        let terminal = ZVTTerminal(
            terminalID: id, configuration: ZVTConfiguration(.stream), journal: access.journal
        ) { () throws(TransportError) in throw .failed("it was left out") }
        return SemiIntegrated(terminal: terminal, readers: NoReaders(), access: access)
    }

    /// Opens the terminal that `--reader` names, or else only its journal, for a person's decision: the terminal may be
    /// broken or replaced.
    static func forDecision(_ arguments: Arguments, _ output: Output) async throws -> SemiIntegrated {
        let hasJournal = arguments.isGiven(JournalAccess.option)
        guard let address = try named(arguments) else {
            guard hasJournal else {
                throw CommandLineError(
                    "--executed is for a ZVT terminal: name it with --reader, or its journal with --journal FILE")
            }
            return try await withoutTerminal(arguments)
        }
        do {
            return try await open(address, arguments)
        } catch let error as ReaderFailure {
            guard hasJournal else {
                throw ReaderFailure("\(error); --journal FILE, the terminal's journal, is enough for a person's word")
            }
            output.remark("tender: \(error); going on with the journal alone")
        } catch let error as JournalError {
            guard hasJournal, case .otherGateway = error.reason else { throw error }
            output.remark("tender: \(error.message); going on with the journal alone")
        }
        return try await withoutTerminal(arguments)
    }
}
