import Tender

/// A terminal that is reader and gateway in one, with the journal that belongs to it.
struct SemiIntegrated: Sendable {
    /// The option of commands that such a terminal can carry out in the gateway's place.
    static let option = Option(
        "reader", "READER", "in the gateway's place, a ZVT terminal: tcp:HOST:PORT or serial:PATH,zvt")

    let terminal: ZVTTerminal
    let readers: ZVTReaderSource
    let access: JournalAccess

    /// The terminal that `--reader` names; nil when it names none.
    static func named(_ options: Options) throws -> ReaderAddress? {
        guard let name = options.value(option.name) else { return nil }
        guard let address = ReaderAddress(name), address.dialect == .zvt else {
            throw CommandLineError(
                "--reader takes a ZVT terminal here: tcp:HOST:PORT or serial:PATH,zvt, not '\(name)'")
        }
        return address
    }

    /// Learns the terminal's id and opens its journal.
    static func open(_ address: ReaderAddress, _ options: Options) async throws -> SemiIntegrated {
        guard !options.has(.gateway) else {
            throw CommandLineError("\(address) is the gateway itself: leave --gateway out, or name another reader")
        }
        do {
            let line = try ZVTLine(address)
            let id = try await ZVTTerminal.identify(line.configuration, open: line.open)
            let access = try await JournalAccess.openTerminal(options, id)
            let terminal = ZVTTerminal(
                terminalID: id, configuration: line.configuration, journal: access.journal, open: line.open)
            let readers = ZVTReaderSource(terminal, at: address)
            return SemiIntegrated(terminal: terminal, readers: readers, access: access)
        } catch let error as GatewayError {
            throw ReaderFailure("\(address): \(error.message)")
        } catch let error as ReaderError {
            throw ReaderFailure(ReaderFailure.sentence(error))
        }
    }

    /// A policy that leaves the customer the terminal's own time.
    static func patient(_ policy: PaymentPolicy) -> PaymentPolicy {
        var policy = policy
        policy.online = ZVTTerminal.policy.online
        policy.maximumSends = ZVTTerminal.policy.maximumSends
        return policy
    }
}
