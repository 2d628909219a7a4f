import CommandLineOptions
import SimulatedCard
import SimulatedDeviceServer
import SimulatedDevices
import Tender

/// A simulated USB chip reader, driven as a real one is, with a customer who puts the next card in for each payment.
final class SimulatedChipReaders: ReaderSource {
    private let reader: Reader
    private let usb: InProcessUSB<SimulatedCCID>
    private let acceptance: ChipAcceptance
    private let hasCards: Bool

    /// - Parameters:
    ///   - address: Names the model: `short`, `extended`, `t0` or `t1`.
    ///   - cards: The cards that come one after the other; none for nobody.
    init(_ address: ReaderAddress, cards: [SimulatedCard], acceptance: ChipAcceptance) throws {
        let kinds = SimulatedCCIDModel.Kind.allCases
        guard let name = address.chipModel, let kind = kinds.first(where: { $0.rawValue == "ccid-\(name)" }) else {
            throw CommandLineError("\(address) is no model: short, extended, t0 or t1")
        }
        let device = try SimulatedCCID(kind, cards: cards, holdsCard: false)
        guard let usb = InProcessUSB(device) else { throw CommandLineError("\(address) has no interface") }
        self.usb = usb
        self.acceptance = acceptance
        hasCards = !cards.isEmpty
        reader = Reader(
            id: address.description, model: "Simulated USB chip reader (\(name))", serialNumber: "SIM-CCID-1",
            discoveryMethod: .simulated, simulated: true, address: address)
    }

    func discover(_ configuration: DiscoveryConfiguration) -> AsyncThrowingStream<[Reader], any Error> {
        AsyncThrowingStream { continuation in
            continuation.yield(configuration.method == .simulated ? [reader] : [])
            continuation.onTermination = { _ in }
        }
    }

    func connect(_ reader: Reader, token: ConnectionToken) async throws(ReaderError) -> any CardReader {
        do throws(CCIDUnsupported) {
            let driver = try await CCIDReader(usb)
            return AttendedChipReader(
                CCIDCardReader(driver, reader: self.reader, acceptance: acceptance), customer: hasCards ? usb : nil)
        } catch {
            throw .communication(error.sentence)
        }
    }
}
