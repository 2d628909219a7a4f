import CommandLineOptions
import Glibc
import SimulatedCard
import SimulatedDeviceServer
import SimulatedDevices
import Tender

/// A simulated USB chip reader, driven as a real one is, with a customer who puts the next card in for each payment.
final class SimulatedChipReaders: ReaderSource {
    /// The PIN that the customer enters, and that every simulated card has.
    private static let pin = "1234"

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
        var model = SimulatedCCIDModel(kind)
        (model.hasCard, model.customer) = (false, .enters(Self.pin))
        let device = SimulatedCCID(model, cards: try cards.enumerated().map { try ChipCard(Self.profile($1, kind, $0)) })
        guard let usb = InProcessUSB(device) else { throw CommandLineError("\(address) has no interface") }
        self.usb = usb
        self.acceptance = acceptance
        hasCards = !cards.isEmpty
        reader = Reader(
            id: address.description, model: "Simulated USB chip reader (\(name))", serialNumber: "SIM-CCID-1",
            discoveryMethod: .simulated, simulated: true, address: address)
    }

    /// An ordinary card; at the level of blocks it speaks the reader's protocol.
    ///
    /// Its counter follows the clock, so that no run of this program repeats a cryptogram of an earlier one, and its
    /// place among the cards, so that the same card can come twice.
    private static func profile(_ card: SimulatedCard, _ kind: SimulatedCCIDModel.Kind, _ place: Int) -> ChipProfile {
        var profile = ChipProfile(card: card)
        switch kind {
        case .t0: profile.transport = .t0
        case .t1: profile.transport = .t1
        case .short, .extended: break
        }
        profile.transactionCount = UInt16(truncatingIfNeeded: Glibc.time(nil) &+ place)
        profile.lastOnlineCount = profile.transactionCount
        return profile
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
