import ChipReaders
import CommandLineOptions
import SimulatedReader
import Tender

/// The command that reads a card that does not pay.
enum ReaderReadCommand: Command {
    static let name = "reader read"
    static let summary = "read a gift or loyalty card's stripe, or the UID of a contactless card"
    private static let reader = Operand("READER", "reader", as: .reader)
    static let operands: [any DeclaredOperand] = [reader]
    private static let type = Option<CollectDataType>(
        "type", "TYPE", "what is read", as: .choice(CollectDataType.allCases, spelled: \.rawValue), default: .magstripe)
    private static let present = Option(
        "present", "TEXT", "the track, or the UID, of the card at the simulated reader; no card when left out",
        as: .text)
    static let options: [any DeclaredOption] = [type, present, Output.json]
    static let notes = """
        READER is simulated, or a reader as tender readers tells it: stripe readers read magstripe, USB chip readers with an
        antenna nfc_uid. Prints the second track without sentinels, or the UID in hexadecimal. A payment card's stripe is
        refused (5). Ctrl-C ends the wait (3). Nothing is sent or recorded, so no gateway is needed.
        """

    private struct Report: Encodable {
        var outcome: String
        var type: CollectDataType
        var data: String?
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let configuration = CollectDataConfiguration(arguments[type])
        let address = try arguments[reader]
        let (source, found) = try source(address, configuration, arguments[present])
        let work = InterruptSignal.cancelable { try await read(configuration, address, source, found) }
        defer { InterruptSignal.onSignal(nil) }
        do {
            let text = try await work.value.text
            output.line(text)
            output.object(Report(outcome: "read", type: configuration.type, data: text))
            return .done
        } catch ReaderError.canceled {
            output.line("Canceled: nothing was read.")
            output.object(Report(outcome: "canceled", type: configuration.type))
            return .canceled
        } catch let error as ReaderError {
            throw ReaderFailure(ReaderFailure.sentence(error))
        }
    }

    private static func source(
        _ address: ReaderAddress, _ configuration: CollectDataConfiguration, _ data: String?
    ) throws -> (any ReaderSource, Reader) {
        guard address.method == .simulated else {
            guard data == nil else { throw CommandLineError("--present is for the simulated reader") }
            let reader = Reader(
                id: address.description, model: "", serialNumber: "", discoveryMethod: address.method, address: address)
            return (HardwareReaderSource(), reader)
        }
        let card: ReaderStep.OtherCard? = data.map { configuration.type == .magstripe ? .stripe($0) : .tag(uid: $0) }
        let source = SimulatedReaderSource([
            ReaderScript(collections: [card.map { [ReaderStep(.presentOther($0))] } ?? []])
        ])
        guard let reader = source.readers.first else { throw ReaderFailure("there is no simulated reader") }
        return (source, reader)
    }

    private static func read(
        _ configuration: CollectDataConfiguration, _ address: ReaderAddress, _ source: any ReaderSource, _ found: Reader
    ) async throws -> CollectedData {
        let token = ConnectionToken(secret: SecretBytes(utf8: ""))
        let opened = try await source.connect(found, token: token)
        let result: Result<CollectedData, ReaderError>
        do throws(ReaderError) {
            guard let reader = opened as? any DataReader, reader.dataTypes.contains(configuration.type) else {
                throw .refused("\(address) reads no \(configuration.type.rawValue)")
            }
            result = .success(try await reader.collectData(configuration))
        } catch {
            result = .failure(error)
        }
        await opened.disconnect()
        return try result.get()
    }
}

extension CollectedData {
    /// The track or the UID.
    fileprivate var text: String {
        switch self {
        case .magstripe(let track): track
        case .nfcUid(let uid): uid
        }
    }
}
