import ChipReaders
import SimulatedGateway
import Tender
import TenderDevices
import TenderSale

/// The opened parts that a till works with: journal, gateway, readers, terminal.
struct Station: Sendable {
    let journal: SQLiteJournal
    let history: ShopHistory
    let tickets: TicketStore
    let kept: TicketStore.Contents
    let gateway: any Gateway
    /// The gateway of transfers to sellers; `nil` if it supports none.
    let transfers: (any TransferGateway)?
    /// The gateway of pages on which customers pay; `nil` if it has none.
    let pages: (any CheckoutGateway)?
    /// The gateway's customers, for whom cards are saved; `nil` if it has none.
    let customers: (any CustomerDirectory)?
    /// The page that follows a paid page; `nil` if none was named.
    let thanksURL: String?
    let readers: any ReaderSource
    let terminal: Terminal
    /// The prefix of the keys of all requests: the journal's own name.
    let keyPrefix: String
    /// The simulated parts with which a customer can be played.
    let simulated: (reader: any PlayedReader, gateway: BreakableGateway)?
    private let inside: SimulatedGateway?

    /// Opens everything; only one till at a time has the journal.
    ///
    /// - Parameter chooser: Asks the customer about the applications of a chip; `nil` if nobody can.
    static func open(_ plan: ShopPlan, chooser: ApplicationChooser? = nil) async throws -> Station {
        try await OwnThread.run { Result { try plan.state.prepare() } }.get()
        if plan.reader.dialect == .zvt { return try await openSemiIntegrated(plan) }
        switch plan.gateway {
        case .inside:
            guard plan.reader.method != .internet else {
                throw ShopFailure("\(plan.reader) is reached through the payments API: name it with --gateway")
            }
            let binding = JournalBinding(gateway: "the gateway inside the till", account: "simulator")
            let journal = try await SQLiteJournal(path: plan.state.journal, binding: binding)
            let inside = try await startGateway(plan.state.insideGateway)
            let client = try client(GatewayKey(GatewayKey.loopback, for: inside.url))
            return try await Station(plan, journal, client, inside, chooser: chooser)
        case .url(let url, let keyFile):
            let key = try await OwnThread.run { Result { try GatewayKey(for: url, file: keyFile) } }.get()
            // Before the journal, which would otherwise be bound to an unusable address.
            let client = try client(key)
            let journal = try await SQLiteJournal(path: plan.state.journal, binding: key.binding)
            return try await open(plan, journal, client, chooser)
        }
    }

    /// Opens a till with a gateway of its own; a smart reader is driven through it.
    private static func open(
        _ plan: ShopPlan, _ journal: SQLiteJournal, _ client: PaymentsClient, _ chooser: ApplicationChooser?
    ) async throws -> Station {
        guard plan.reader.method == .internet else {
            return try await Station(plan, journal, client, nil, chooser: chooser)
        }
        var policy = InternetReaderGateway.policy
        policy.claimsOnReturn = false
        return try await Station(
            plan, journal, InternetReaderGateway(client), nil, customers: client,
            readers: InternetReaderSource(client), policy: policy)
    }

    private static func startGateway(_ path: String) async throws -> SimulatedGateway {
        try await OwnThread.run {
            Result { try SimulatedGateway(configuration: .init(storage: .file(path), decidesByAmount: false)) }
        }.get()
    }

    private static func client(_ key: GatewayKey) throws(ShopFailure) -> PaymentsClient {
        do {
            return try PaymentsClient(apiKey: key.secret, connection: .init(baseURL: key.url))
        } catch {
            throw ShopFailure("the gateway \(key.url.shownAddress) cannot be used: \(error)")
        }
    }

    /// Opens a terminal that is reader and gateway in one.
    private static func openSemiIntegrated(_ plan: ShopPlan) async throws -> Station {
        guard plan.gateway == .inside else {
            throw ShopFailure("\(plan.reader) is the gateway itself: leave --gateway out, or name another reader")
        }
        let wire = try ZVTLine(plan.reader)
        let id = try await wire.identify()
        let journal = try await SQLiteJournal(path: plan.state.journal, binding: ZVTTerminal.binding(id))
        let terminal = wire.terminal(id, journal: journal)
        return try await Station(
            plan, journal, terminal, nil, readers: ZVTReaderSource(terminal, at: plan.reader),
            policy: ZVTTerminal.patient(PaymentPolicy(claimsOnReturn: false)))
    }

    private init(
        _ plan: ShopPlan, _ journal: SQLiteJournal, _ client: any Gateway, _ inside: SimulatedGateway?,
        customers: (any CustomerDirectory)? = nil, readers: (any ReaderSource)? = nil,
        policy: PaymentPolicy = PaymentPolicy(claimsOnReturn: false), chooser: ApplicationChooser? = nil
    ) async throws {
        self.journal = journal
        self.inside = inside
        thanksURL =
            plan.thanksURL
            ?? (inside?.url ?? plan.gateway.url).flatMap {
                GatewayKey.simulatedPage("/c/pay/{CHECKOUT_SESSION_ID}", at: $0)
            }
        history = ShopHistory(try await journal.shopRecords())
        if let first = history.unreadable.first {
            throw ShopFailure("\(first): totals without it would be wrong, so nothing is sold on this journal")
        }
        keyPrefix = try await journal.head().journalID
        tickets = TicketStore(folder: plan.state.tickets, journal: keyPrefix)
        kept = try await tickets.contents()
        if plan.hasCustomer {
            let breakable = BreakableGateway(client)
            let played: any PlayedReader =
                try plan.reader.chipModel == nil ? PlayedCardReader() : PlayedChipReader(plan, chooser)
            simulated = (played, breakable)
            gateway = breakable
            transfers = breakable
            pages = breakable
            self.customers = breakable
            self.readers = played.source
        } else {
            simulated = nil
            gateway = client
            transfers = client as? any TransferGateway
            pages = client as? any CheckoutGateway
            self.customers = customers ?? client as? any CustomerDirectory
            self.readers =
                try readers
                ?? HardwareReaderSource(
                    isSimulated: inside != nil, contact: plan.contact, chooser: chooser)
        }
        terminal = Terminal(
            configuration: .init(
                gateway: gateway, readerSource: self.readers, journal: journal, policy: policy,
                offline: plan.offline, holds: HoldWatching(clock: SystemWallClock()),
                customerLanguage: Language(tag: plan.language.rawValue) ?? .english))
    }

    /// Writes what is queued and closes the files.
    func close() async {
        _ = try? await terminal.disconnect()
        await terminal.flushJournal()
        await journal.close()
        let inside = inside
        await OwnThread.run { inside?.stop() }
    }
}
