import CommandLineOptions
import SimulatedCard
import SimulatedDeviceServer
import SimulatedDevices
import Tender
import TenderDevices

/// A simulated USB chip reader, driven as a real one is, with a customer who puts the next card in for each payment.
final class SimulatedChipReaders: ReaderSource {
    private let reader: Reader
    private let usb: InProcessUSB<SimulatedCCID>
    private let acceptance: ChipAcceptance
    /// What is swiped at the stripe beside the slot; `nil` without one.
    private let stripe: SimulatedMagnetic.Options?
    private let hasCards: Bool

    /// A reader for short APDUs with a stripe beside its slot.
    private static let stripeModel = "stripe"

    /// - Parameters:
    ///   - address: Names the model: `short`, `extended`, `t0`, `t1` or `stripe`.
    ///   - cards: The cards that come one after the other; none for nobody.
    ///   - areDead: Whether their chips do not answer.
    init(_ address: ReaderAddress, cards: [SimulatedCard], areDead: Bool, acceptance: ChipAcceptance) throws {
        let (name, kinds) = (address.chipModel ?? "", SimulatedCCIDModel.Kind.allCases)
        let hasStripe = name == Self.stripeModel
        guard let kind = hasStripe ? .short : kinds.first(where: { $0.rawValue == "ccid-\(name)" }) else {
            throw CommandLineError("\(address) is no model: short, extended, t0, t1 or stripe")
        }
        guard !hasStripe || Set(cards.map(\.name)).count < 2 else {
            throw CommandLineError("\(address) has one card, which is inserted and swiped: give one --card")
        }
        stripe =
            hasStripe
            ? cards.first.map { .init(form: .idTech, card: $0, interval: nil, serviceCode: "201") } ?? .init() : nil
        let device = try SimulatedCCID(kind, cards: cards, holdsCard: false, areDead: areDead)
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
            let (line, swiper) = await openStripe()
            let chip = CCIDCardReader(driver, reader: self.reader, acceptance: acceptance, stripe: line)
            return AttendedChipReader(chip, customer: hasCards ? usb : nil, stripe: swiper)
        } catch {
            throw .communication(error.sentence)
        }
    }

    /// Opens the stripe, and returns it with where it is swiped; its card is encrypted by what encrypts the chip's.
    private func openStripe() async -> (MagneticReader?, CoreRunner<SimulatedMagnetic>?) {
        guard let stripe else { return (nil, nil) }
        let (here, there) = PipeTransport.pair()
        let swiper = await CoreRunner(SimulatedMagnetic(stripe), on: there)
        return (await MagneticReader(here, .idTech, reader), swiper)
    }
}
