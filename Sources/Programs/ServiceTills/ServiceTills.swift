import ChipReaders
package import CommandLineOptions
import FoundationEssentials
package import SimulatedCard
import SimulatedGateway
import SimulatedReader
package import Tender
package import TenderService

/// The tills of the local service or of the C library, and what they share.
package struct ServiceTills: Sendable {
    /// A till as its user names it.
    package struct Wish: Sendable {
        /// The name, which its journal has too.
        package let name: String
        /// The reader.
        package let reader: ReaderAddress

        /// Describes a till.
        package init(name: String, reader: ReaderAddress) {
            self.name = name
            self.reader = reader
        }
    }

    /// The payments API outside of this process, and whose the journals are.
    package typealias Gateway = (client: PaymentsClient, binding: JournalBinding)

    /// The tills.
    package let desks: [TillDesk]
    /// The simulated gateway inside this process; `nil` if another one is used.
    private let inside: SimulatedGateway?

    /// Makes the folder of the journals, which only its owner may read, if it is not there.
    package static func makeFolder(_ path: String) throws(CommandLineError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw CommandLineError("the folder \(path) cannot be made")
        }
    }

    /// Opens every till's journal in a folder, and the gateway.
    ///
    /// - Parameters:
    ///   - offline: What the tills may accept without the gateway.
    ///   - gateway: The payments API; `nil` for a simulated one inside this process.
    package static func open(
        _ wishes: [Wish], in folder: String, cards: [SimulatedCard], contact: ContactConfiguration?,
        policy: PaymentPolicy, offline: OfflineLimits = .none, gateway: Gateway?
    ) async throws -> ServiceTills {
        let inside =
            gateway == nil
            ? try SimulatedGateway(configuration: .init(storage: .file(folder + "/inside.gateway"))) : nil
        let (client, binding) = try gateway ?? own(inside)
        var desks: [TillDesk] = []
        for wish in wishes {
            let journal = WatchedJournal(
                try await SQLiteJournal(path: "\(folder)/\(wish.name).journal", binding: binding))
            let (source, customer) = try readers(wish.reader, cards, contact, client, isInside: inside != nil)
            let isSmart = wish.reader.method == .internet
            var waiting = isSmart ? InternetReaderGateway.policy : policy
            waiting.claimsOnReturn = policy.claimsOnReturn
            let terminal = Terminal(
                configuration: .init(
                    gateway: isSmart ? InternetReaderGateway(client) : client, readerSource: source, journal: journal,
                    policy: waiting, offline: isSmart ? .none : offline))
            var till = TillDesk.Configuration(
                name: wish.name, terminal: terminal, journal: journal, reader: DiscoveryConfiguration(wish.reader))
            till.customer = customer
            till.claimsByCall = !policy.claimsOnReturn
            desks.append(try await TillDesk(till))
        }
        return ServiceTills(desks: desks, inside: inside)
    }

    /// Stops the gateway inside, if there is one, after the tills were closed.
    package func stopGateway() { inside?.stop() }

    /// Returns access to the gateway inside.
    private static func own(_ inside: SimulatedGateway?) throws -> Gateway {
        let client = try PaymentsClient(apiKey: GatewayKey.loopback, connection: .init(baseURL: inside?.url ?? ""))
        return (client, JournalBinding(gateway: "the inside gateway", account: "simulator"))
    }

    private static func readers(
        _ address: ReaderAddress, _ cards: [SimulatedCard], _ contact: ContactConfiguration?, _ client: PaymentsClient,
        isInside: Bool
    ) throws -> (any ReaderSource, TillDesk.Customer?) {
        if address.chipModel != nil {
            let chips = (cards.isEmpty ? [.visa] : cards).map { ChipProfile(card: $0) }
            let source = try SimulatedChipReaders(
                address, cards: chips, customer: .follows, acceptance: .simulated(contact, sealer: nil))
            return (source, nil)
        }
        switch address.method {
        case .simulated:
            let source = SimulatedReaderSource([cards.isEmpty ? .noCard : .cards(cards)])
            return (source, { card, way in act(card, way, source) })
        case .internet: return (InternetReaderSource(client), nil)
        case .usb, .serial, .tcp:
            return (try HardwareReaderSource(isSimulated: isInside, contact: contact, sealer: nil), nil)
        }
    }

    /// Does at a simulated reader what a customer would; returns whether there is such a card, and a reader.
    private static func act(_ name: String, _ way: String, _ source: SimulatedReaderSource) -> Bool {
        guard way != "remove" else { return source.play(.remove) }
        guard let card = try? SimulatedCard.named(name), let way = ReaderStep.Way(rawValue: way) else { return false }
        return source.play(.present(card, way, readable: true))
    }
}
