import FoundationEssentials
import TenderBytes
import TenderEMV
import TenderFlow
import TenderReaderDrivers
import TenderReaders

/// Whole transactions with the chip, from the powering of the card to the answer to the first GENERATE AC.
struct Sales {
    private let reader: CCIDReader
    private let configuration: ContactConfiguration
    private let transaction: ContactTransaction

    /// - Parameter file: The path of a configuration for chips.
    init(_ reader: CCIDReader, configuration file: String) throws {
        guard let date = EMVDate(bytes: [0x25, 0x01, 0x15]),
            let transaction = ContactTransaction(
                amount: 1000, currency: [0x08, 0x26], date: date, time: [0x12, 0x34, 0x56], sequenceNumber: 1)
        else { throw ReaderExchange.Failure.usage }
        self.reader = reader
        self.transaction = transaction
        configuration = try ContactConfiguration(parsing: [UInt8](Data(contentsOf: URL(filePath: file))))
    }

    /// Pays so many times, and prints the times.
    func run(_ count: Int) async throws {
        var times: [Duration] = []
        for _ in 0..<count { times.append(try await pay(on: CCIDChannel(driver: reader, slot: 0))) }
        ReaderExchange.tell(times)
    }

    /// Pays once, and prints the commands.
    func list() async throws {
        let channel = RecordingChannel(channel: CCIDChannel(driver: reader, slot: 0))
        _ = try await pay(on: channel)
        for command in channel.commands.withLock({ $0 }) { print(Hex.encode(command)) }
    }

    private func pay(on channel: some ChipChannel) async throws -> Duration {
        guard let machine = ContactMachine(configuration: configuration, transaction: transaction) else {
            throw ReaderExchange.Failure.usage
        }
        let start = ContinuousClock.now
        let outcome = try await ContactShell(machine, on: channel, clock: ContinuousClock()) { _ in }.run()
        guard case .onlineRequired = outcome else { throw ReaderExchange.Failure.noAnswer }
        return .now - start
    }
}

/// A channel that notes the commands.
private struct RecordingChannel: ChipChannel {
    let channel: CCIDChannel
    let commands = Guarded<[[UInt8]]>([])

    var pinPad: ContactTransaction.PINPad { channel.pinPad }

    func begin(
        _ request: ChipRequest, ended: @escaping @Sendable (Result<ChipReply, ChipChannelError>) -> Void
    ) -> Int {
        if case .transmit(let command) = request {
            commands.withLock { $0.append(command.withUnsafeBytes { [UInt8]($0) }) }
        }
        return channel.begin(request, ended: ended)
    }

    func cancel(_ request: Int) { channel.cancel(request) }
}
