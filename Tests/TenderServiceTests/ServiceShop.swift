import FoundationEssentials
import SimulatedCard
import SimulatedGateway
import SimulatedPayments
import SimulatedReader
import Tender
import TenderAPI
@testable import TenderService
import TenderTestSupport
import Testing

/// A till of the service at a simulated gateway, which can be closed and opened again.
actor ServiceShop {
    nonisolated let gateway: SimulatedGateway
    private let folder: URL
    private let script: ReaderScript
    private let policy: PaymentPolicy
    private let offline: OfflineLimits
    private(set) var desk: TillDesk
    private(set) var readers: SimulatedReaderSource

    init(
        cards: [SimulatedCard] = [.visa], faults: [String] = [], at other: SimulatedGateway? = nil,
        policy: PaymentPolicy = PaymentPolicy(
            maximumSends: 2, maximumAsks: 2, firstPause: .milliseconds(1), longestPause: .milliseconds(2)),
        offline: OfflineLimits = .none
    ) async throws {
        folder = FileManager.default.temporaryDirectory.appending(
            path: "tender-service-\(UInt64.random(in: .min ... .max))")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        gateway = try other ?? SimulatedGateway(configuration: .init(faults: faults.map { try Fault(parsing: $0) }))
        script =
            cards.isEmpty
            ? .noCard : ReaderScript(collections: cards.map { [.tap($0, after: .zero)] }, readDuration: .zero)
        self.policy = policy
        self.offline = offline
        (desk, readers) = try await Self.open(folder, gateway, script, policy, offline)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private static func open(
        _ folder: URL, _ gateway: SimulatedGateway, _ script: ReaderScript, _ policy: PaymentPolicy,
        _ offline: OfflineLimits, recoveryLimit: Duration = .seconds(30), answerCapacity: Int? = nil
    ) async throws -> (TillDesk, SimulatedReaderSource) {
        let client = try PaymentsClient(
            apiKey: SecretBytes(utf8: "sk_test_service"), connection: .init(baseURL: gateway.url))
        let binding = JournalBinding(gateway: "the gateway", account: "service")
        let journal = WatchedJournal(
            try await SQLiteJournal(path: folder.appending(path: "till.journal").path, binding: binding))
        let readers = SimulatedReaderSource([script])
        let terminal = Terminal(
            configuration: .init(
                gateway: client, readerSource: readers, journal: journal, policy: policy, offline: offline,
                forwardsByItself: false))
        var till = TillDesk.Configuration(name: "till", terminal: terminal, journal: journal, reader: .simulated)
        till.recoveryLimit = recoveryLimit
        till.answerCapacity = answerCapacity ?? till.answerCapacity
        return (try await TillDesk(till), readers)
    }

    /// Closes the till and opens it again, as after a restart.
    ///
    /// - Parameters:
    ///   - recoveryLimit: How long a repeated command waits for what is being resolved.
    ///   - answerCapacity: How many answers are kept at hand.
    ///   - other: A gateway that answers in the place of its own.
    func restart(
        recoveryLimit: Duration = .seconds(30), answerCapacity: Int? = nil, at other: SimulatedGateway? = nil
    ) async throws {
        await desk.close()
        (desk, readers) = try await Self.open(
            folder, other ?? gateway, script, policy, offline, recoveryLimit: recoveryLimit,
            answerCapacity: answerCapacity)
    }

    /// Makes a call.
    @discardableResult
    func call(
        _ name: String, _ input: APIValue = .null, id: String? = nil, key: String? = nil, from client: String = "web"
    ) async throws -> (answer: ServiceAnswer, json: APIValue) {
        let call = try Required.some(ServiceCall.named(name))
        let checked = try ServiceInput(input, path: id.map { ["id": $0] } ?? [:], fields: call.fields)
        let answer = await desk.answer(call, checked, from: client, key: key)
        let json = try JSONDecoder().decode(APIValue.self, from: Data(answer.body))
        if answer.status == 200 { Self.check(json, call) }
        return (answer, json)
    }

    /// What is answered is what the table says: every member, and no other.
    private static func check(_ json: APIValue, _ call: ServiceCall) {
        guard case .object(let members) = json else {
            Issue.record("\(call.name) answers no object")
            return
        }
        let required = call.members.filter { !$0.isOptional }.map(\.name) + ["outcome"]
        #expect(Set(required).subtracting(members.keys) == [], "\(call.name) leaves something out")
        let known = Set(call.members.map(\.name) + ["outcome"])
        #expect(Set(members.keys).subtracting(known) == [], "\(call.name) answers more than it says")
        #expect(members["outcome"].flatMap(\.string).map(call.outcomes.contains) == true, "\(call.name)")
    }

    /// Leaves a command behind as a process does that was killed before it answered, and opens the till again.
    ///
    /// - Parameters:
    ///   - attempts: How many authorizations had been asked for before.
    ///   - work: What became of the command.
    func leaveBehind(
        _ name: String, _ input: APIValue = .null, id: String? = nil, key: String, attempts: Int = 0,
        _ work: (ServiceShop) async throws -> Void
    ) async throws {
        let call = try Required.some(ServiceCall.named(name))
        let input = try ServiceInput(input, path: id.map { ["id": $0] } ?? [:], fields: call.fields)
        let command = CommandBook.Command(
            id: try await commandKey(key).id, call: name, digest: input.digest, attempts: attempts)
        try await desk.journal.append(CommandBook.record(command))
        try await work(self)
        try await restart()
    }

    /// The identity of the command that a front end gives under a key.
    func commandKey(_ key: String) async throws -> CommandKey {
        CommandKey(journal: try await desk.journal.identity(), client: "web", key: key)
    }

    /// Connects the reader and creates a payment of 10.00 EUR; returns its ID.
    func payment(capture: String = "automatic", key: String = "create") async throws -> String {
        try await call("connect_reader")
        let made = try await call(
            "create_payment_intent", ["amount": 1000, "currency": "eur", "capture_method": .string(capture)], key: key)
        return try Required.some(made.json["payment_intent"]?["id"]?.string)
    }

    /// Creates a payment of 10.00 EUR as a version did whose requests named no journal; returns its ID.
    func createUnnamed(key: String) async throws -> String {
        let parameters = PaymentIntentParameters(
            Amount(minorUnits: 1000, currency: .eur), idempotencyKey: try await commandKey(key).gatewayKey)
        return try await desk.terminal.createPaymentIntent(parameters).id
    }

    /// A payment with a collected card, whose confirmation will get no answer: `asked` questions about it get none either.
    func doomedPayment(asked: Int = 99) async throws -> String {
        let id = try await payment()
        try await call("collect_payment_method", id: id, key: "collect")
        let faults = ["drop-answer:confirm:99", "drop-answer:retrieve:\(asked)", "drop-answer:cancel:99"]
        gateway.setFaults(try faults.map { try Fault(parsing: $0) })
        return id
    }

    /// What the issuer has booked for a payment.
    nonisolated func ledger(_ id: String) -> LedgerEntry? { gateway.ledger(paymentIntent: id) }
}
