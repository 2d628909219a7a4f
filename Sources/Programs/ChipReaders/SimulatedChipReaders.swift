import CommandLineOptions
package import SimulatedCard
import SimulatedDeviceServer
package import SimulatedDevices
package import Tender
import TenderDevices

/// A simulated USB chip reader, driven as a real one is, with a customer before it.
package final class SimulatedChipReaders: ReaderSource {
    /// Who stands at the reader.
    package enum Customer: Sendable {
        /// Nobody: no card comes.
        case nobody
        /// Somebody who puts the next card in for each payment, enters its PIN, and takes it out as the reader says.
        case follows
        /// Somebody whose acts are told: `act`.
        case isPlayed
    }

    private typealias Discovery = AsyncThrowingStream<[Reader], any Error>

    private struct State {
        var usb: InProcessUSB<SimulatedCCID>
        var isPluggedIn = true
        var discoveries: [UInt64: Discovery.Continuation] = [:]
        var discoveriesStarted: UInt64 = 0
    }

    private let reader: Reader
    private let acceptance: ChipAcceptance
    private let customer: Customer
    /// What is swiped at the stripe beside the slot; `nil` without one.
    private let stripe: SimulatedMagnetic.Options?
    private let state: Guarded<State>

    /// A reader for short APDUs with a stripe beside its slot.
    private static let stripeModel = "stripe"

    /// - Parameters:
    ///   - address: Names the model: `short`, `extended`, `t0`, `t1` or `stripe`.
    ///   - cards: The cards that come one after the other, or that the customer chooses from.
    /// - Throws: `CommandLineError` for another model, `CryptoError` for a card that cannot be made.
    package init(
        _ address: ReaderAddress, cards: [ChipProfile], customer: Customer, acceptance: ChipAcceptance
    ) throws {
        let (name, kinds) = (address.chipModel ?? "", SimulatedCCIDModel.Kind.allCases)
        let hasStripe = name == Self.stripeModel
        guard let kind = hasStripe ? .short : kinds.first(where: { $0.rawValue == "ccid-\(name)" }) else {
            throw CommandLineError("there is no model \(address): choose short, extended, t0, t1 or stripe")
        }
        guard !hasStripe || Set(cards.map(\.card.name)).count < 2 || customer == .isPlayed else {
            throw CommandLineError("\(address) has one card, which is inserted and swiped: give one --card")
        }
        let swiped = cards.first.map {
            SimulatedMagnetic.Options(form: .idTech, card: $0.card, interval: nil, serviceCode: "201")
        }
        stripe = hasStripe ? swiped ?? .init() : nil
        let device = try SimulatedCCID(
            kind, cards: cards, customer: customer == .isPlayed ? .acts : .knowsPIN)
        guard let usb = InProcessUSB(device) else { throw CommandLineError("\(address) has no interface") }
        state = Guarded(State(usb: usb))
        self.acceptance = acceptance
        self.customer = customer
        reader = Reader(
            id: address.description, model: "Simulated USB chip reader (\(name))", serialNumber: "SIM-CCID-1",
            discoveryMethod: .simulated, simulated: true, address: address)
    }

    deinit { for discovery in state.withLock({ Array($0.discoveries.values) }) { discovery.finish() } }

    /// Has the customer act; a card can be put in and taken out while nobody has the reader open.
    package func act(_ event: CounterEvent) { state.withLock { $0.usb }.happen(event) }

    /// Unplugs the reader, or plugs it in again.
    package func setPluggedIn(_ isPluggedIn: Bool) {
        let lost = state.withLock { state in
            guard state.isPluggedIn != isPluggedIn else { return nil as InProcessUSB<SimulatedCCID>? }
            state.isPluggedIn = isPluggedIn
            // Under the lock, so that the newest list is the last one; a stream calls nobody while it takes one.
            for discovery in state.discoveries.values { discovery.yield(isPluggedIn ? [reader] : []) }
            return isPluggedIn ? nil : state.usb
        }
        lost?.happen(.unplug)
    }

    /// Yields the reader, again whenever it is plugged in or unplugged, until the consumer stops.
    package func discover(_ configuration: DiscoveryConfiguration) -> AsyncThrowingStream<[Reader], any Error> {
        let (stream, continuation) = Discovery.makeStream(bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            state.discoveriesStarted += 1
            if configuration.method == .simulated { state.discoveries[state.discoveriesStarted] = continuation }
            continuation.yield(configuration.method == .simulated && state.isPluggedIn ? [reader] : [])
            return state.discoveriesStarted
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.discoveries[id] = nil }
        }
        return stream
    }

    /// Opens the reader, with the card that is in it.
    ///
    /// - Throws: `.communication` while it is unplugged.
    package func connect(_ reader: Reader, token: ConnectionToken) async throws(ReaderError) -> any CardReader {
        guard let usb = open() else { throw .communication("\(self.reader.id) is not plugged in") }
        do throws(CCIDUnsupported) {
            let driver = try await CCIDReader(usb)
            // Whatever the customer does after this has returned is seen.
            _ = try? await driver.presence()
            let (line, swiper) = await openStripe()
            let chip = CCIDCardReader(driver, reader: self.reader, acceptance: acceptance, stripe: line)
            return customer == .follows ? AttendedChipReader(chip, stripe: swiper) { usb.happen($0) } : chip
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

    /// Claims the device anew: what was closed stays closed.
    private func open() -> InProcessUSB<SimulatedCCID>? {
        state.withLock { state in
            guard state.isPluggedIn else { return nil }
            var device = state.usb.device
            _ = device.handle(.reset)
            guard let usb = InProcessUSB(device) else { return nil }
            state.usb = usb
            return usb
        }
    }
}
