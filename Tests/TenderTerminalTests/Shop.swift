import SimulatedCard
import SimulatedReader
import TenderFlow
import TenderJournal
import TenderModel
import TenderTerminal
import TenderTestSupport

/// A terminal at a scripted gateway with a simulated reader, for tests.
struct Shop {
    let gateway: ScriptedGateway
    let journal: any Journal
    let terminal: Terminal
    let source: SimulatedReaderSource

    /// - Parameters:
    ///   - script: what happens at the reader.
    ///   - clock: of the terminal and the reader; the real one with pauses of a millisecond by default.
    init(
        _ script: ReaderScript = Shop.quickly([.visa]), clock: any Clock<Duration> = ContinuousClock(),
        policy: PaymentPolicy = Shop.policy, connection: ConnectionMachine.Policy = .init(),
        journal: any Journal = InMemoryJournal(), gateway: ScriptedGateway = ScriptedGateway(),
        logLevel: LogLevel = .verbose
    ) {
        self.gateway = gateway
        self.journal = journal
        source = SimulatedReaderSource([script], clock: clock)
        terminal = Terminal(
            configuration: .init(
                gateway: gateway, readerSource: source, journal: journal, policy: policy, connection: connection,
                clock: clock, logLevel: logLevel
            )
        )
    }

    static let policy = PaymentPolicy(firstPause: .milliseconds(1), longestPause: .milliseconds(2))

    /// The cards one after the other, each read at once.
    static func quickly(_ cards: [SimulatedCard]) -> ReaderScript {
        ReaderScript(
            collections: cards.map { [.insert($0, after: .zero), .remove(after: .zero)] }, readDuration: .zero
        )
    }

    func connect() async throws {
        _ = try await terminal.connect(source.readers[0])
    }

    func intent(
        _ units: Int64 = 1000, capture: CaptureMethod = .automatic, order: String? = nil
    ) async throws -> PaymentIntent {
        var parameters = PaymentIntentParameters(amount: units, currency: .eur, captureMethod: capture)
        parameters.order = order
        return try await terminal.createPaymentIntent(parameters)
    }

    /// A connected shop's new intent.
    func open(capture: CaptureMethod = .automatic, order: String? = nil) async throws -> PaymentIntent {
        try await connect()
        return try await intent(capture: capture, order: order)
    }
}

extension SimulatedCard {
    static var insufficientFunds: SimulatedCard {
        get throws { try named("chargeDeclinedInsufficientFunds") }
    }
}

extension PaymentOutcome {
    var word: String {
        switch self {
        case .approved: "approved"
        case .declined: "declined"
        case .canceled(let origin, _): "canceled by \(origin)"
        case .unknown(let unknown): "unknown: \(unknown.reason)"
        case .storedOffline: "stored offline"
        }
    }
}
