import ChipReaders
import FoundationEssentials
import SimulatedCard
import SimulatedReader
import Tender
import TenderDevices
import TenderService

/// Where the tills of a folder are opened, each with its journal, its reader and its gateway.
struct TillStation: Sendable {
    let folder: String
    let equipment: ServiceTills.Equipment
    /// The payments API; `nil` where every till has a terminal that sells by itself.
    let gateway: ServiceTills.Gateway?
    /// Whether the payments API is a simulated one inside this process.
    let isInside: Bool

    /// What a till sells with.
    private struct Parts {
        let journal: SQLiteJournal
        let gateway: any Tender.Gateway
        let readers: any ReaderSource
        var policy: PaymentPolicy
        var offline = OfflineLimits.none
        var customer: TillDesk.Customer?
        var forgetsPayments = false
    }

    /// Opens a till.
    func desk(_ wish: ServiceTills.Wish) async throws -> TillDesk {
        let questions = CustomerQuestions()
        var parts = try await parts(wish, questions)
        parts.policy.claimsOnReturn = equipment.policy.claimsOnReturn
        let journal = WatchedJournal(parts.journal)
        let terminal = Terminal(
            configuration: .init(
                gateway: parts.gateway, readerSource: parts.readers, journal: journal, policy: parts.policy,
                offline: parts.offline))
        var till = TillDesk.Configuration(
            name: wish.name, terminal: terminal, journal: journal, reader: DiscoveryConfiguration(wish.reader))
        till.customer = parts.customer
        till.questions = questions
        till.claimsByCall = !equipment.policy.claimsOnReturn
        till.forgetsPayments = parts.forgetsPayments
        till.sellingStop = { [path = path(wish), journal = parts.journal] in await SellingStop.read(path, journal) }
        return try await TillDesk(till)
    }

    private func parts(_ wish: ServiceTills.Wish, _ questions: CustomerQuestions) async throws -> Parts {
        guard !wish.reader.isGateway, let (client, binding) = gateway else { return try await ownGateway(wish) }
        let journal = try await SQLiteJournal(path: path(wish), binding: binding)
        guard wish.reader.method != .internet else {
            return Parts(
                journal: journal, gateway: InternetReaderGateway(client), readers: InternetReaderSource(client),
                policy: InternetReaderGateway.policy)
        }
        let (readers, customer) = try readers(wish.reader, questions.chooser)
        return Parts(
            journal: journal, gateway: client, readers: readers, policy: equipment.policy,
            offline: equipment.offline, customer: customer)
    }

    /// Opens a terminal that is reader and gateway in one.
    private func ownGateway(_ wish: ServiceTills.Wish) async throws -> Parts {
        let line = try ZVTLine(wish.reader)
        let id: String
        if let known = await terminalID(path(wish)) {
            id = known
        } else {
            do throws(GatewayError) {
                id = try await line.identify()
            } catch {
                throw ReaderFailure("\(wish.reader): \(error.message)")
            }
        }
        let journal = try await SQLiteJournal(path: path(wish), binding: ZVTTerminal.binding(id))
        let terminal = line.terminal(id, journal: journal)
        return Parts(
            journal: journal, gateway: terminal, readers: ZVTReaderSource(terminal, at: wish.reader),
            policy: ZVTTerminal.patient(equipment.policy), forgetsPayments: true)
    }

    /// Returns the ID of the terminal that a till has sold with: so it need not be switched on before the service.
    private func terminalID(_ path: String) async -> String? {
        try? await JournalInspector(path: path).verify().binding.flatMap(ZVTTerminal.id)
    }

    private func path(_ wish: ServiceTills.Wish) -> String { "\(folder)/\(wish.name).journal" }

    private func readers(
        _ address: ReaderAddress, _ chooser: @escaping ApplicationChooser
    ) throws -> (any ReaderSource, TillDesk.Customer?) {
        let cards = equipment.cards
        if address.chipModel != nil {
            let chips = (cards.isEmpty ? [.visa] : cards).map { ChipProfile(card: $0) }
            let acceptance = try ChipAcceptance.simulated(
                equipment.contact, sealer: equipment.sealer, chooser: chooser)
            return (try SimulatedChipReaders(address, cards: chips, customer: .follows, acceptance: acceptance), nil)
        }
        guard address.method == .simulated else {
            let source = try HardwareReaderSource(
                isSimulated: isInside, contact: equipment.contact, sealer: equipment.sealer, chooser: chooser)
            return (source, nil)
        }
        let source = SimulatedReaderSource([cards.isEmpty ? .noCard : .cards(cards)])
        return (source, { card, way in Self.act(card, way, source) })
    }

    /// Does at a simulated reader what a customer would; returns whether there is such a card, and a reader.
    private static func act(_ name: String, _ way: String, _ source: SimulatedReaderSource) -> Bool {
        guard way != "remove" else { return source.play(.remove) }
        guard let card = try? SimulatedCard.named(name), let way = ReaderStep.Way(rawValue: way) else { return false }
        return source.play(.present(card, way, readable: true))
    }
}
