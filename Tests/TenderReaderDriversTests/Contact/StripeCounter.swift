import SimulatedCard
import SimulatedDeviceServer
import SimulatedDevices
import TenderBytes
import TenderDevices
import TenderFlow
import TenderModel
import TenderReaderDrivers
import TenderReaders

/// A counter with a simulated USB chip reader that has a stripe too, and a customer who does what a script says.
final class StripeCounter: Sendable {
    /// What the customer does, one thing each time that the reader wants something.
    enum Act: Sendable {
        case insert, swipe, takeOut, unplugStripe
    }

    let reader: CCIDCardReader
    /// What the reader said that the customer did not foresee.
    let told = Guarded<[String]>([])
    private let usb: InProcessUSB<SimulatedCCID>
    private let customer: Task<Void, Never>

    /// - Parameters:
    ///   - script: For each event of the reader, in words, what the customer does then; each is used once.
    ///   - sealer: Encrypts both the chip and the stripe.
    init?(
        _ profile: ChipProfile, serviceCode: String = "201", script: [(String, Act)],
        sealer: any CardSealer = SimulatedCardSealer(counter: 1)
    ) async throws {
        var model = SimulatedCCIDModel(.short)
        model.hasCard = false
        guard let usb = InProcessUSB(SimulatedCCID(model, cards: [try ChipCard(profile)])) else { return nil }
        self.usb = usb
        let (here, there) = PipeTransport.pair()
        let options = SimulatedMagnetic.Options(
            form: .idTech, card: profile.card, interval: nil, serviceCode: serviceCode)
        let swiper = await CoreRunner(SimulatedMagnetic(options), on: there)
        let description = Reader(id: "1", model: "x", serialNumber: "1", discoveryMethod: .simulated)
        reader = CCIDCardReader(
            try await CCIDReader(usb), reader: description,
            acceptance: ChipAcceptance(configuration: try SimulatedTerminal.configuration(), sealer: sealer),
            stripe: await MagneticReader(here, .idTech, description))
        customer = Task { [reader, told] in
            var script = script[...]
            for await event in reader.events {
                told.withLock { $0.append(Self.words(event)) }
                guard let next = script.first, next.0 == Self.words(event) else { continue }
                script.removeFirst()
                switch next.1 {
                case .insert: usb.happen(.presentCard)
                case .takeOut: usb.happen(.removeCard)
                case .swipe: await swiper.send(.presentCard)
                case .unplugStripe: await swiper.send(.unplug)
                }
            }
        }
    }

    deinit { customer.cancel() }

    private static func words(_ event: ReaderEvent) -> String {
        switch event {
        case .inputOptions(let options): "\(options)"
        case .displayMessage(let message): message.rawValue
        default: "\(event)"
        }
    }

    /// The messages for the customer, in order.
    var messages: [String] {
        told.withLock { $0.filter { ReaderDisplayMessage(rawValue: $0) != nil } }
    }

    func collect() async -> Result<CollectedCard, ReaderError> {
        do throws(ReaderError) {
            return .success(try await reader.collect(CollectRequest(amount: ChipCounter.amount)))
        } catch {
            return .failure(error)
        }
    }
}
