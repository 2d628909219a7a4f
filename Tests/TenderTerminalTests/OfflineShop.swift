import SimulatedCard
import SimulatedReader
import TenderBytes
import TenderFlow
import TenderJournal
import TenderModel
import TenderTerminal
import TenderTestSupport

/// A terminal that may accept cards offline, for tests.
struct OfflineShop {
    let gateway: ScriptedGateway
    let journal: any PayloadJournal
    let terminal: Terminal
    let source: SimulatedReaderSource

    init(
        _ script: ReaderScript = Shop.quickly([.visa, .visa, .visa]), gateway: ScriptedGateway = ScriptedGateway(),
        journal: any PayloadJournal = InMemoryJournal(), limits: OfflineLimits = OfflineShop.limits,
        policy: PaymentPolicy = Shop.policy, forwardsByItself: Bool = true
    ) {
        self.gateway = gateway
        self.journal = journal
        source = SimulatedReaderSource([script])
        terminal = Terminal(
            configuration: .init(
                gateway: gateway, readerSource: source, journal: journal, policy: policy, offline: limits,
                forwarding: ForwardingPolicy(firstPause: .milliseconds(1), longestPause: .milliseconds(4)),
                forwardsByItself: forwardsByItself
            )
        )
    }

    static let limits = OfflineLimits(
        perPayment: [Amount(minorUnits: 2000, currency: .eur)], stored: [Amount(minorUnits: 5000, currency: .eur)],
        count: 3)

    func connect() async throws { _ = try await terminal.connect(source.readers[0]) }

    /// A card that is collected and confirmed on an intent of this behavior.
    func sell(
        _ units: Int64 = 1000, _ behavior: OfflineBehavior = .forceOffline, order: String? = nil
    ) async throws -> PaymentOutcome {
        let amount = Amount(minorUnits: units, currency: .eur)
        let intent = try await terminal.createPaymentIntent(
            PaymentIntentParameters(amount, order: order), offlineBehavior: behavior)
        return try await terminal.confirmPaymentIntent(terminal.collectPaymentMethod(intent))
    }

    /// What is stored of a sale.
    func store(_ units: Int64 = 1000, order: String? = nil) async throws -> OfflinePayment {
        guard case .storedOffline(let approval) = try await sell(units, order: order) else { throw UnexpectedOutcome() }
        return approval.payment
    }

    /// The approvals of every intent that the gateway has.
    var approvals: [Int] { (1...20).map { gateway.approvals("pi_\($0)") }.filter { $0 > 0 } }

    func state(_ id: String) async throws -> OfflinePayment.State? {
        try await journal.history(of: id).flatMap { OfflinePayment($0) }?.state
    }
}

/// The journal of a process that is gone, opened by the next one.
struct InheritedJournal: PayloadJournal {
    let base: InMemoryJournal
    /// A payment that cannot be read the first time.
    var unreadableOnce: String?
    private let failures = Guarded(0)

    init(base: InMemoryJournal, unreadableOnce: String? = nil) {
        self.base = base
        self.unreadableOnce = unreadableOnce
    }

    private var isFirstReading: Bool {
        failures.withLock { count in
            count += 1
            return count == 1
        }
    }

    func append(_ entry: JournalEntry) async throws(JournalError) { try await base.append(entry) }
    func append(_ entry: JournalEntry, payload: PayloadChange) async throws(JournalError) {
        try await base.append(entry, payload: payload)
    }
    func payload(_ key: String) async throws(JournalError) -> [UInt8]? { try await base.payload(key) }
    func check(_ entry: JournalEntry) async throws(JournalError) { try await base.check(entry) }
    func takeUnresolved() async throws(JournalError) -> [PaymentHistory] {
        try await base.openPayments().filter(\.isUnresolved)
    }
    func openPayments() async throws(JournalError) -> [PaymentHistory] { try await base.openPayments() }
    func history(of intentID: String) async throws(JournalError) -> PaymentHistory? {
        if intentID == unreadableOnce, isFirstReading {
            throw JournalError(message: "a sector cannot be read")
        }
        return try await base.history(of: intentID)
    }

    func payments(of order: String) async throws(JournalError) -> [PaymentHistory] {
        try await base.payments(of: order)
    }
}
