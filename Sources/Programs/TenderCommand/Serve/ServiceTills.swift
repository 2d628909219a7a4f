import ChipReaders
import CommandLineOptions
import FoundationEssentials
import SimulatedCard
import SimulatedGateway
import SimulatedReader
import Tender
import TenderService

/// The tills of a service, and what they share.
struct ServiceTills {
    /// A till as the command line names it.
    struct Wish {
        let name: String
        let reader: ReaderAddress
    }

    let desks: [TillDesk]
    /// The simulated gateway inside this process; `nil` if another one is used.
    let inside: SimulatedGateway?

    /// Opens every till's journal in a folder, and the gateway.
    static func open(
        _ wishes: [Wish], in folder: String, cards: [SimulatedCard], contact: ContactConfiguration?,
        policy: PaymentPolicy, _ arguments: Arguments
    ) async throws -> ServiceTills {
        let isInside = !arguments.isGiven(GatewayAccess.gateway)
        let inside =
            isInside ? try SimulatedGateway(configuration: .init(storage: .file(folder + "/inside.gateway"))) : nil
        let client =
            try inside.map { try GatewayAccess.client(url: $0.url, key: GatewayKey.loopback) }
            ?? GatewayAccess.client(arguments)
        let binding =
            try isInside
            ? JournalBinding(gateway: "the inside gateway", account: "simulator") : JournalAccess.binding(arguments)
        var desks: [TillDesk] = []
        for wish in wishes {
            let journal = WatchedJournal(
                try await SQLiteJournal(path: "\(folder)/\(wish.name).journal", binding: binding))
            let (source, customer) = try readers(wish.reader, cards, contact, client, isInside: isInside)
            let isSmart = wish.reader.method == .internet
            let terminal = Terminal(
                configuration: .init(
                    gateway: isSmart ? InternetReaderGateway(client) : client, readerSource: source, journal: journal,
                    policy: isSmart ? InternetReaderGateway.policy : policy))
            var till = TillDesk.Configuration(
                name: wish.name, terminal: terminal, journal: journal, reader: DiscoveryConfiguration(wish.reader))
            till.customer = customer
            till.claimsByCall = !policy.claimsOnReturn
            desks.append(try await TillDesk(till))
        }
        return ServiceTills(desks: desks, inside: inside)
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
